import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRemote } from '../../../src/models/remote.ts';

const it = suite('remote');

it.before.each(() => void mock.method(console, 'warn', () => {}));
it.after.each(() => mock.restoreAll());

function pendingRequest<T>() {
	let answer!: (value: T) => void;
	let fail!: (error: unknown) => void;
	const promise = new Promise<T>((resolve, reject) => ([answer, fail] = [resolve, reject]));
	return { fetchData: () => promise, answer, fail };
}

it('should be empty at first, or loading', () => {
	assert.equal(createRemote().state.value, { data: null, error: null, loading: false });
	assert.equal(createRemote(true).state.value, { data: null, error: null, loading: true });
});

it('should hold the data', async () => {
	const { state, load } = createRemote<number>();
	const { fetchData, answer } = pendingRequest<number>();
	const loaded = load(fetchData);
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

it('should keep the old data while it loads again', async () => {
	const { state, load } = createRemote<number>();
	await load(async () => 1);
	void load(() => new Promise(() => {}));
	assert.equal(state.value, { data: 1, error: null, loading: true });
});

it('should drop a late answer to an old request', async () => {
	const { state, load } = createRemote<number>();
	const [old, late, now] = [pendingRequest<number>(), pendingRequest<number>(), pendingRequest<number>()];
	const loads = [old, late, now].map(({ fetchData }) => load(fetchData));
	now.answer(3);
	await loads[2];
	old.answer(1);
	late.fail(new Error('late'));
	await Promise.all(loads);
	assert.equal(state.value, { data: 3, error: null, loading: false });
});

it('should not end loading with a late answer', async () => {
	const { state, load } = createRemote<number>();
	const old = pendingRequest<number>();
	const loaded = load(old.fetchData);
	void load(() => new Promise(() => {}));
	old.answer(1);
	await loaded;
	assert.equal(state.value, { data: null, error: null, loading: true });
});

it.run();
