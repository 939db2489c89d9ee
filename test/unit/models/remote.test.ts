import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRemote } from '../../../src/models/remote.ts';
import { pending } from '../../support/fake-app.ts';

const it = suite('remote');

it.before.each(() => void mock.method(console, 'warn', () => {}));
it.after.each(() => mock.restoreAll());

it('should hold the data, also while it loads again or where that fails, and the error beside it', async () => {
	const { state, load } = createRemote<number>();
	const error = new Error('no');
	for (const [answer, before, expected] of [
		[1, { data: null, error: null }, { data: 1, error: null }],
		[error, { data: 1, error: null }, { data: 1, error }],
		[2, { data: 1, error }, { data: 2, error: null }],
	] as const) {
		const loaded = load(async () => {
			if (typeof answer !== 'number') throw answer;
			return answer;
		});
		assert.equal(state.value, { ...before, loading: true });
		await loaded;
		assert.equal(state.value, { ...expected, loading: false });
	}
});

it('should drop a late answer to an old request, and not end loading with it', async () => {
	const { state, load } = createRemote<number>();
	const requests = [pending<number>(), pending<number>(), pending<number>()] as const;
	const [old, late, now] = requests;
	const loads = requests.map(({ promise }) => load(() => promise));
	old.resolve(1);
	await loads[0];
	assert.equal(state.value, { data: null, error: null, loading: true });
	now.resolve(3);
	await loads[2];
	late.reject(new Error('late'));
	await loads[1];
	assert.equal(state.value, { data: 3, error: null, loading: false });
});

it.run();
