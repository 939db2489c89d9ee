import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRemote } from '../../../src/models/remote.ts';

const it = suite('remote');

it.before.each(() => void mock.method(console, 'warn', () => {}));
it.after.each(() => mock.restoreAll());

function question<T>() {
	let answer!: (value: T) => void;
	let fail!: (error: unknown) => void;
	const promise = new Promise<T>((resolve, reject) => ([answer, fail] = [resolve, reject]));
	return { ask: () => promise, answer, fail };
}

it('should be nothing at first, or loading', () => {
	assert.equal(createRemote().state.value, { data: null, error: null, loading: false });
	assert.equal(createRemote(true).state.value, { data: null, error: null, loading: true });
});

it('should hold the answer', async () => {
	const { state, load } = createRemote<number>();
	const { ask, answer } = question<number>();
	const loaded = load(ask);
	assert.is(state.value.loading, true);
	answer(1);
	await loaded;
	assert.equal(state.value, { data: 1, error: null, loading: false });
});

it('should hold the error beside the old data, and not reject', async () => {
	const { state, load } = createRemote<number>();
	await load(async () => 1);
	const error = new Error('no');
	await load(() => Promise.reject(error));
	assert.equal(state.value, { data: 1, error, loading: false });
	await load(async () => 2);
	assert.equal(state.value, { data: 2, error: null, loading: false });
});

it('should keep the old data while it asks again', async () => {
	const { state, load } = createRemote<number>();
	await load(async () => 1);
	void load(() => new Promise(() => {}));
	assert.equal(state.value, { data: 1, error: null, loading: true });
});

it('should drop a late answer for an old question', async () => {
	const { state, load } = createRemote<number>();
	const [old, late, now] = [question<number>(), question<number>(), question<number>()];
	const loads = [old, late, now].map(({ ask }) => load(ask));
	now.answer(3);
	await loads[2];
	old.answer(1);
	late.fail(new Error('late'));
	await Promise.all(loads);
	assert.equal(state.value, { data: 3, error: null, loading: false });
});

it('should not end its loading by a late answer', async () => {
	const { state, load } = createRemote<number>();
	const old = question<number>();
	const loaded = load(old.ask);
	void load(() => new Promise(() => {}));
	old.answer(1);
	await loaded;
	assert.equal(state.value, { data: null, error: null, loading: true });
});

it.run();
