import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Owed, owe, owedNames, settle, timesOwed, type OwedReason } from '../../../src/player/core/owed.ts';

const it = suite('owed');

const reason = fc.constantFrom<OwedReason>('refused', 'silent', 'stopped', 'unpublished');
const step = fc.record({
	settles: fc.boolean(),
	why: reason,
	name: fc.constantFrom('', 'HD', 'SD'),
	until: fc.constantFrom(10, 20, Infinity),
	times: fc.integer({ min: 1, max: 9 }),
});

it('should hold one debt for each reason and name, until it is settled or has expired, as a plain table does', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 20 }), fc.integer({ min: 0, max: 30 }), (steps, now) => {
			let owed: Owed = [];
			const table = new Map<string, { name: string; why: OwedReason; until: number; times: number }>();
			for (const { settles, ...debt } of steps) {
				const before = owed;
				if (settles) {
					owed = settle(owed, debt.why);
					const settled = [...table].filter(([, { why }]) => why === debt.why);
					settled.forEach(([key]) => table.delete(key));
					// Listeners hear of a change alone.
					assert.is(owed === before, !settled.length);
				} else {
					owed = owe(owed, debt.why, debt);
					table.delete(`${debt.why} ${debt.name}`);
					table.set(`${debt.why} ${debt.name}`, debt);
				}
			}
			const all = [...table.values()];
			assert.equal([...owed], all);
			for (const why of ['refused', 'silent', 'stopped', 'unpublished'] as const) {
				const left = all.filter((debt) => debt.why === why && debt.name && now < debt.until);
				const names = left.map(({ name }) => name);
				assert.equal(owedNames(owed, now, why), names);
				assert.is(timesOwed(owed, why), all.filter((debt) => debt.why === why).pop()?.times ?? 0);
			}
			const owing = all.filter(({ name, until }) => name && now < until).map(({ name }) => name);
			assert.equal(owedNames(owed, now), owing);
		}),
	);
});

it('should owe nothing before anything is known', () => {
	assert.equal([owedNames(undefined), timesOwed(undefined, 'stopped')], [[], 0]);
});

it.run();
