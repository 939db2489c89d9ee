import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createStallDetector, type Sample, type StreamStats } from '../../../src/rts/play/stall-detector.ts';

const test = suite('rts stall detector');

type Phase = [seconds: number, framesPerSecond: number];

/** Samples a stream of changing frame rate every 200 ms, or another step, and returns the results. */
function run(phases: Phase[], { audioOnly = false, step = 200 } = {}): StreamStats[] {
	const detectStall = createStallDetector();
	const results: StreamStats[] = [];
	let [time, frames, bytes] = [0, 0, 0];
	for (const [seconds, rate] of phases)
		for (let passed = 0; passed < seconds * 1000; passed += step) {
			time += step;
			frames += (rate * step) / 1000;
			bytes += rate * 100 * (step / 1000);
			const sample: Sample = { time, audioBytes: audioOnly ? bytes : 0, videoBytes: audioOnly ? 0 : bytes };
			if (!audioOnly) sample.frames = Math.floor(frames);
			results.push(detectStall(sample));
		}
	return results;
}
const changes = (results: StreamStats[]): string =>
	results
		.map((result) => result.change)
		.filter(Boolean)
		.join(' ');
const changesOf = (...phases: Phase[]) => changes(run(phases));
/** The reports of stalled time. */
const reports = (results: StreamStats[]) => results.flatMap(({ stall }) => stall || []);

test('should take frames that are counted anew for no stall', () => {
	const detectStall = createStallDetector();
	const frames = Array.from({ length: 30 }, (_, index) => (index % 15) * 5);
	const results = frames.map((count, index) =>
		detectStall({ time: index * 200, audioBytes: 0, videoBytes: index * 100, frames: count }),
	);
	assert.is(changes(results), '');
	assert.ok(results.every(({ frameRate }) => frameRate >= 0));
});

for (const rate of [0, 1, 3, 5])
	test(`should report a stall when ${rate} frames a second are decoded`, () =>
		assert.is(changesOf([3, 25], [3, rate]), 'waiting'));
for (const rate of [6, 7, 10, 15, 24, 60])
	test(`should not report a stall when ${rate} frames a second are decoded`, () =>
		assert.is(changesOf([3, 25], [10, rate]), ''));
test('should not flap at a steady rate with jitter of one sample', () => {
	for (let rate = 8; rate <= 60; rate++)
		assert.is(changes(run([[20, rate]], { step: 190 + (rate % 5) * 10 })), '', `${rate} fps`);
});

test('should report the end of a stall, and each of several', () =>
	assert.is(changesOf([3, 25], [2, 0], [3, 25], [2, 0], [3, 25]), 'waiting playing waiting playing'));
test('should not report a stall of 0.6 s at 25 fps, whose second has enough frames', () =>
	assert.is(changesOf([3, 25], [0.6, 0], [3, 25]), ''));
test('should not leave the requesting state without more than 5 frames per second', () => {
	assert.is(changesOf([5, 5], [5, 0]), '');
	assert.equal(reports(run([[20, 0]])), []);
});
test('should leave the requesting state when frames start late', () =>
	assert.is(changesOf([5, 0], [3, 15], [2, 0]), 'waiting'));

test('should use bytes without video, and never report a stall of audio', () => {
	const phases: Phase[] = [
		[3, 50],
		[5, 0],
	];
	const results = run(phases, { audioOnly: true });
	assert.is(changes(results), '');
	assert.is(results[14]!.audioRate, 5000);
	assert.is(results[results.length - 1]!.audioRate, 0);
	assert.is(reports(results).length, 1);
});

test('should measure rates over the last second, and not overstate those of the first', () => {
	const results = run([[3, 25]]);
	const last = results[results.length - 1]!;
	assert.equal([last.audioRate, last.videoRate, last.frameRate], [0, 2500, 25]);
	assert.is(results[0]!.frameRate, 0);
	assert.ok(results[1]!.frameRate <= 5);
});

test('should report stalled time once every 30 samples, in measured milliseconds', () => {
	// Playing begins at the second sample of 25 fps; the 30 samples after it are the first report.
	assert.equal(reports(run([[20, 25]])), Array(3).fill({ ct: 0, tt: 6000 }));
	const phases: Phase[] = [
		[2, 25],
		[2, 0],
		[8, 25],
	];
	const [{ ct, tt }] = reports(run(phases)) as [{ ct: number; tt: number }];
	assert.is(tt, 6000);
	assert.ok(ct >= 1000 && ct <= 2000, `${ct} ms of 2000 ms without frames`);
	assert.is(reports(run([[20, 25]], { step: 400 }))[0]!.tt, 12_000);
});

/** Times of samples every 200 ms. */
const steady = (from: number, to: number): number[] => {
	const times = [];
	for (let time = from; time <= to; time += 200) times.push(time);
	return times;
};
/** The results for samples given as time, audio bytes, video bytes and frames. */
const sample = (...samples: [time: number, audio: number, video: number, frames?: number][]): StreamStats[] => {
	const detectStall = createStallDetector();
	return samples.map(([time, audioBytes, videoBytes, frames]) =>
		detectStall(frames === undefined ? { time, audioBytes, videoBytes } : { time, audioBytes, videoBytes, frames }),
	);
};
test('should take rates over 1000 ms, or from the last sample before that', () => {
	for (const [last, rate] of [
		[1500, 2000],
		[1499, 1334],
	] as const) {
		const results = sample([0, 0, 0, 0], [500, 0, 0, 0], [1000, 0, 1000, 30], [last, 0, 2000, 60]);
		assert.is(results[3]!.videoRate, rate, `${last} ms`);
	}
});
test('should have no frame rate in an engine that does not count frames', () => {
	for (const { frameRate } of sample([0, 0, 0], [200, 10, 10], [400, 20, 20])) assert.is(frameRate, 0);
});
for (const [what, audio, video, count] of [
	['audio', 1, 0, 1],
	['video without a frame count', 0, 1, 1],
	['as much audio as video', 1, 1, 1],
	['nothing', 0, 0, 0],
] as const)
	test(`should ${count ? '' : 'not '}report on ${what}, a byte per second`, () => {
		const results = sample(
			...Array.from({ length: 40 }, (_, index): [number, number, number] => {
				const time = index * 200;
				return [time, (audio * time) / 1000, (video * time) / 1000];
			}),
		);
		assert.is(reports(results).length, count);
		assert.is(changes(results), '');
	});
for (const [gap, total] of [
	[2000, 2000 + 29 * 200],
	[2001, 29 * 200],
] as const)
	test(`should ${gap > 2000 ? 'not ' : ''}observe a gap of ${gap} ms between samples`, () => {
		const before = steady(0, 1000);
		const after = Array.from({ length: 30 }, (_, index) => 1000 + gap + index * 200);
		const results = sample(
			...[...before, ...after].map((time): [number, number, number, number] => [time, 0, 0, time / 40]),
		);
		// Playing begins with the third sample; the 30 after it are three before the gap and 27 from its end on.
		assert.equal(reports(results)[0], { ct: 0, tt: total });
	});

/** State changes for samples at given times; 25 frames per second by default. */
const sampleAt = (times: number[], frames = (time: number): number => Math.round(time / 40)): string => {
	const detectStall = createStallDetector();
	return changes(times.map((time) => detectStall({ time, audioBytes: time, videoBytes: time, frames: frames(time) })));
};
test('should not report a stall after the page was suspended', () => {
	const frozen = (time: number): number => (time < 40_000 ? Math.min(75, time / 40) : 75 + (time - 40_000) / 40);
	assert.is(sampleAt([...steady(0, 3000), ...steady(40_000, 43_000)], frozen), '');
});
test('should report a stall that lasts after the page was suspended', () => {
	assert.is(
		sampleAt([...steady(0, 3000), ...steady(40_000, 43_000)], (time) => Math.min(75, time / 40)),
		'waiting',
	);
});
test('should detect stalls when a background page is sampled each second', () => {
	const times = Array.from({ length: 20 }, (_, index) => index * 1000);
	assert.is(sampleAt(times), '');
	assert.is(
		sampleAt(times, (time) => Math.min(200, time / 40)),
		'waiting',
	);
});

test.run();
