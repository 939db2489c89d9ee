import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addFailure, createLimit, type FailedAt, limitRate, waitAfter } from '../../../src/network/failure-limit.ts';

const it = suite('limit');
let now = 0;
let random = 0.5;
it.before.each(() => {
	[now, random] = [0, 0.5];
	mock.method(performance, 'now', () => now);
	mock.method(Math, 'random', () => random);
	mock.timers.enable({ apis: ['setTimeout'] });
});
it.after.each(() => {
	mock.timers.reset();
	mock.restoreAll();
});

/** Requests as soon as the limit allows, for some minutes. Returns the requests of each. */
function minutes(count: number, hasFailed: (request: number) => boolean): number[] {
	const limit = createLimit();
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
	const limit = createLimit();
	limit.note(true, 30_000);
	assert.is(limit.wait(), 30_000);
	limit.note(false);
	now = 30_000;
	assert.is(limit.wait(), 0);
});

it('should spread a crowd', () => {
	const waits = [0, 1].map((chance) => {
		random = chance;
		const limit = createLimit();
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

/** Lets time go on in steps of 10 ms. */
function advance(milliseconds: number) {
	for (const end = now + milliseconds; now < end; mock.timers.tick(10)) now += 10;
}

/** An action that follows events; `times` are the seconds in which it acted. */
function fixture() {
	const times: number[] = [];
	return { times, call: limitRate(() => times.push(now / 1000)) };
}

for (const [what, count, period, rest, expected] of [
	['at once where events are rare', 20, 90_000, 0, Array.from({ length: 20 }, (_, index) => index * 90)],
	['ever later while events go on, once for all of a pause', 300, 100, 0, [0, 0.5, 1.5, 3.1, 4.7, 6.3, 7.9, 19.4]],
	['for the last event of all, though nothing follows it', 4, 100, 60_000, [0, 0.5]],
] as const)
	it(`should act ${what}`, () => {
		const { times, call } = fixture();
		for (let index = 0; index < count; index++, advance(period)) call();
		advance(rest);
		assert.equal(times, expected);
	});

it('should act ten times a minute at most, whatever the rhythm', () => {
	random = 0;
	for (let period = 100; period < 30_000; period += 300) {
		const { times, call } = fixture();
		for (const end = now + 200_000; now < end; advance(period)) call();
		times.forEach((time, index) => assert.ok(!(times[index + 10]! - time < 60), `every ${period} ms`));
		advance(600_000);
	}
});

it.run();
