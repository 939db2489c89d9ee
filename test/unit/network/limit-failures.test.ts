import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addFailure, createFailureLimit, type FailedAt, waitAfter } from '../../../src/network/limit-failures.ts';

const it = suite('limit failures');
let now = 0;
let random = 0.5;
it.before.each(() => {
	[now, random] = [0, 0.5];
	mock.method(performance, 'now', () => now);
	mock.method(Math, 'random', () => random);
});
it.after.each(() => mock.restoreAll());

/** Requests as soon as the limit allows, for some minutes. Returns the requests of each. */
function minutes(count: number, hasFailed: (request: number) => boolean): number[] {
	const limit = createFailureLimit();
	const sent = new Array<number>(count).fill(0);
	for (let request = 0; ; request++) {
		now += Math.max(10, limit.wait());
		if (now >= count * 60_000) return sent;
		sent[Math.floor(now / 60_000)]!++;
		limit.note(hasFailed(request));
	}
}

for (const [what, hasFailed, first, tenth] of [
	['that all fail', () => true, 10, 4],
	['of which every second one fails', (request) => request % 2 === 1, 20, 20],
	['of which every third one fails', (request) => request % 3 === 2, 30, 30],
] as [string, (request: number) => boolean, number, number][])
	for (const chance of [0, 1])
		it(`should let ten requests a minute fail, ${what} (${chance})`, () => {
			random = chance;
			const sent = minutes(10, hasFailed);
			assert.ok(sent[0]! <= first && sent[9]! <= tenth, `${sent}`);
		});

it('should not limit what succeeds', () => assert.ok(minutes(1, () => false)[0]! > 5000));

it('should wait as long as a server demands', () => {
	const limit = createFailureLimit();
	limit.note(true, 30_000);
	assert.is(limit.wait(), 30_000);
	limit.note(false);
	now = 30_000;
	assert.is(limit.wait(), 0);
});

it('should spread a crowd', () => {
	const waits = [0, 1].map((chance) => {
		random = chance;
		const limit = createFailureLimit();
		limit.note(true);
		return Math.round(limit.wait());
	});
	assert.equal(waits, [350, 650]);
});

it('should tell when the tenth latest failure is a minute ago', () => {
	let failedAt: FailedAt = [];
	for (let second = 0; second < 12; second++) {
		assert.is(waitAfter(failedAt, 12_000) > 0, second >= 10);
		failedAt = addFailure(failedAt, second * 1000);
	}
	assert.equal([failedAt.length, waitAfter(failedAt, 12_000), waitAfter(failedAt, 70_000)], [10, 50_000, 0]);
});

it.run();
