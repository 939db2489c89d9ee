import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { peopleCount } from '../../../src/view/page/format.ts';

const it = suite('format');

const counts: [number, string][] = [
	[0, '0'],
	[986, '986'],
	[9999, '9999'],
	[10_000, '1.0万'],
	[10_999, '1.0万'],
	[11_000, '1.1万'],
	[12_999, '1.2万'],
	[19_999, '1.9万'],
	[99_999, '9.9万'],
	[123_456, '12.3万'],
	[1_000_000, '100.0万'],
	[100_000_000, '10000.0万'],
];
for (const [count, shown] of counts) it(`should show ${count} as ${shown}`, () => assert.is(peopleCount(count), shown));

it('should have one decimal and never say more than there are', () => {
	fc.assert(
		fc.property(fc.integer({ min: 10_000, max: 2_000_000_000 }), (count) => {
			const shown = peopleCount(count);
			assert.match(shown, /^\d+\.\d万$/);
			const value = Math.round(parseFloat(shown) * 10_000);
			assert.ok(value <= count && count - value < 1000, shown);
		}),
	);
});

it.run();
