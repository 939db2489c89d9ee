import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withTimeout } from '../../../src/api/with-timeout.ts';

const it = suite('with timeout');
it.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
it.after.each(() => mock.timers.reset());

it('should pass on a result and a rejection that come in time', async () => {
	assert.is(await withTimeout(Promise.resolve(1), 1000), 1);
	let error: unknown;
	await withTimeout(Promise.reject('no'), 1000).catch((reason) => (error = reason));
	assert.is(error, 'no');
});

it('should reject after the timeout, and not before', async () => {
	let outcome = 'pending';
	withTimeout(new Promise(() => {}), 1000).catch((error) => (outcome = `${error}`));
	mock.timers.tick(999);
	await Promise.resolve();
	assert.is(outcome, 'pending');
	mock.timers.tick(1);
	await new Promise((resolve) => setImmediate(resolve));
	assert.is(outcome, 'Error: no answer in time');
});

it.run();
