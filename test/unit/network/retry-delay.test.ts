import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { retryDelay } from '../../../src/network/retry-delay.ts';

const it = suite('retry delay');

it('should retry soon at first, then rarely', () => {
	const delays = [1, 2, 3, 6, 7, 8, 5000].map((failures) => retryDelay(failures, 0.5));
	assert.equal(delays, [500, 1000, 1600, 1600, 11_500, 23_000, 23_000]);
});

it('should vary each delay by three tenths to either side', () => {
	assert.is(Math.round(retryDelay(3, 0)), 1120);
	// With the attempt itself within the 3 s after which a service that is back has its viewers.
	assert.is(Math.round(retryDelay(3, 1)), 2080);
	assert.is(Math.round(retryDelay(99, 1)), 29_900);
});

it('should make at most ten attempts in any minute', () => {
	let time = 0;
	// The first retry after a silence comes at once.
	const attempts = [0, 0];
	for (let failures = 2; failures < 40; failures++) attempts.push((time += retryDelay(failures, 0)));
	attempts.forEach((at, index) => assert.ok(!(attempts[index + 10]! - at < 60_000), `${at} ms`));
});

it.run();
