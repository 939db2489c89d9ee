import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Sample } from '../../../src/rts/play/sample.ts';
import { createStallDetector, type StreamStats } from '../../../src/rts/play/stall-detector.ts';
import { reportStalls } from '../../../src/rts/sdk/report-stalls.ts';

const test = suite('rts stall detector');

/** Samples a stream every 200 ms, or another step. `phases`: seconds and then frames per second, in turn. */
function run(phases: readonly number[], { audioOnly = false, step = 200 } = {}): StreamStats[] {
	const detectStall = createStallDetector();
	const results: StreamStats[] = [];
	let [time, frames, bytes] = [0, 0, 0];
	for (let phase = 0; phase < phases.length; phase += 2)
		for (let passed = 0; passed < phases[phase]! * 1000; passed += step) {
			const rate = phases[phase + 1]!;
			time += step;
			frames += (rate * step) / 1000;
			bytes += rate * 100 * (step / 1000);
			const sample: Sample = { time, audioBytes: audioOnly ? bytes : 0, videoBytes: audioOnly ? 0 : bytes };
			if (!audioOnly) sample.frames = Math.floor(frames);
			results.push(detectStall(sample));
		}
	return results;
}
const changes = (results: StreamStats[]): string => results.flatMap(({ change }) => change || []).join(' ');
const reports = (results: StreamStats[]) => results.flatMap(({ stall }) => stall || []);

test('should take frames that are counted anew for no stall', () => {
	const results = resultsAt(steady(0, 5800), (time) => ({ videoBytes: time / 2, frames: ((time / 200) % 15) * 5 }));
	assert.is(changes(results), '');
	assert.ok(results.every(({ frameRate }) => frameRate >= 0));
});

for (const [what, phases, expected] of [
	['a stall when no frames are decoded', [3, 25, 3, 0], 'waiting'],
	['a stall when 5 frames a second are decoded', [3, 25, 3, 5], 'waiting'],
	['no stall when 6 frames a second are decoded', [3, 25, 10, 6], ''],
	['the end of a stall, and each of several', [3, 25, 2, 0, 3, 25, 2, 0, 3, 25], 'waiting playing waiting playing'],
	['no stall of 0.6 s at 25 fps, whose second has enough frames', [3, 25, 0.6, 0, 3, 25], ''],
	['no stall before there were more than 5 frames per second', [5, 5, 20, 0], ''],
	['a stall of frames that started late', [5, 0, 3, 15, 2, 0], 'waiting'],
] as const)
	test(`should report ${what}`, () => assert.is(changes(run(phases)), expected));
test('should not flap at a steady rate with jitter of one sample', () => {
	for (let rate = 8; rate <= 60; rate++)
		assert.is(changes(run([20, rate], { step: 190 + (rate % 5) * 10 })), '', `${rate} fps`);
});

test('should use bytes without video, and never report a stall of audio', () => {
	const results = run([3, 50, 5, 0], { audioOnly: true });
	assert.is(changes(results), '');
	assert.equal([results[14]!.audioRate, results.at(-1)!.audioRate, reports(results).length], [5000, 0, 1]);
});

test('should measure rates over the last second, and not overstate those of the first', () => {
	const results = run([3, 25]);
	const last = results.at(-1)!;
	assert.equal([last.audioRate, last.videoRate, last.frameRate], [0, 2500, 25]);
	assert.is(results[0]!.frameRate, 0);
	assert.ok(results[1]!.frameRate <= 5);
});

test('should report stalled time once every 30 samples, in measured milliseconds', () => {
	// Playing begins at the second sample of 25 fps; the 30 samples after it are the first report.
	assert.equal(reports(run([20, 25])), Array(3).fill({ ct: 0, tt: 6000 }));
	const [{ ct, tt }] = reports(run([2, 25, 2, 0, 8, 25])) as [{ ct: number; tt: number }];
	assert.is(tt, 6000);
	assert.ok(ct >= 1000 && ct <= 2000, `${ct} ms of 2000 ms without frames`);
	assert.is(reports(run([20, 25], { step: 400 }))[0]!.tt, 12_000);
});

/** Times of samples every 200 ms. */
const steady = (from: number, to: number): number[] =>
	Array.from({ length: (to - from) / 200 + 1 }, (_, index) => from + index * 200);
/** The results of samples at given times; what has no total is 0. */
function resultsAt(times: number[], totals: (time: number) => Partial<Sample>): StreamStats[] {
	const detectStall = createStallDetector();
	return times.map((time) => detectStall({ time, audioBytes: 0, videoBytes: 0, ...totals(time) }));
}
for (const [what, audio, video, count] of [
	['audio', 1, 0, 1],
	['video without a frame count', 0, 1, 1],
	['nothing', 0, 0, 0],
] as const)
	test(`should ${count ? '' : 'not '}report on ${what}, a byte per second`, () => {
		const results = resultsAt(steady(0, 8000), (time) => ({
			audioBytes: (audio * time) / 1000,
			videoBytes: (video * time) / 1000,
		}));
		assert.is(reports(results).length, count);
		assert.ok(results.every(({ change, frameRate }) => !change && frameRate === 0));
	});
for (const [gap, total] of [
	[2000, 2000 + 29 * 200],
	[2001, 29 * 200],
] as const)
	test(`should ${gap > 2000 ? 'not ' : ''}observe a gap of ${gap} ms between samples`, () => {
		const after = 1000 + gap;
		const results = resultsAt([...steady(0, 1000), ...steady(after, after + 5800)], (time) => ({ frames: time / 40 }));
		// Playing begins with the third sample; the 30 after it are three before the gap and 27 from its end on.
		assert.equal(reports(results)[0], { ct: 0, tt: total });
	});

const SUSPENDED = [...steady(0, 3000), ...steady(40_000, 43_000)];
const EACH_SECOND = Array.from({ length: 20 }, (_, index) => index * 1000);
for (const [what, times, frames, expected] of [
	['not report a stall after the page was suspended', SUSPENDED, (time) => time / 40 - (time < 40_000 ? 0 : 925), ''],
	['report a stall that lasts after the page was suspended', SUSPENDED, (time) => Math.min(75, time / 40), 'waiting'],
	['not report a stall when a background page is sampled each second', EACH_SECOND, (time) => time / 40, ''],
	['report one in a background page', EACH_SECOND, (time) => Math.min(200, time / 40), 'waiting'],
] as [string, number[], (time: number) => number, string][])
	test(`should ${what}`, () => {
		const results = resultsAt(times, (time) => ({ videoBytes: time, frames: frames(time) }));
		assert.is(changes(results), expected);
	});

test('should report the stalls of the page, and begin anew with another connection, even one with more bytes', () => {
	const reported: unknown[][] = [];
	const follow = reportStalls((...report) => reported.push(report));
	let time = 0;
	/** So many samples, with so many frames in each. */
	const play = (receivers: never[], samples: number, framesEach: number, from = 0) => {
		let frames = from;
		for (let left = samples; left > 0; left--) {
			frames += framesEach;
			follow({ time: (time += 200), audioBytes: frames, videoBytes: frames * 100, frames, receivers });
		}
		return frames;
	};
	const [first, second] = [[], []];
	play(first, 20, 0, play(first, 15, 5));
	const [[id, { ct, tt }]] = reported as [[number, { ct: number; tt: number }]];
	assert.equal([id, tt, reported.length], [107, 6000, 1]);
	assert.ok(ct > 2000 && ct < 4000, `${ct}`);
	play(second, 28, 5, 500);
	assert.is(reported.length, 1);
	play(second, 10, 5, 1000);
	assert.is(reported.length, 2);
});

test.run();
