import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { retryDelay } from '../../../src/network/retry-delay.ts';

const it = suite('retry delay');

for (const [failures, delay] of [
	[1, 500],
	[2, 1000],
	[3, 1600],
	[6, 1600],
	[7, 11_500],
	[8, 23_000],
	[5000, 23_000],
] as const)
	it(`should retry ${delay} ms after failure ${failures}`, () => assert.is(retryDelay(failures, 0.5), delay));

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

it('should make every delay a multiple of the first', () => {
	for (const failures of [1, 2, 3, 7, 8]) assert.is(retryDelay(failures, 0.5, 10), retryDelay(failures, 0.5) / 50);
});

it.run();
