import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createStallDetector, type Reading, type Sample } from '../../../src/rts/stall-detector.ts';

const test = suite('rts meter');

/** Feeds a meter every 200 ms with a stream whose frame rate changes, and returns what it said. */
function run(
	phases: [seconds: number, framesPerSecond: number][],
	options: { audioOnly?: boolean; step?: number } = {},
): Reading[] {
	const meter = createStallDetector();
	const step = options.step || 200;
	const readings: Reading[] = [];
	let time = 0;
	let frames = 0;
	let bytes = 0;
	for (const [seconds, rate] of phases)
		for (let passed = 0; passed < seconds * 1000; passed += step) {
			time += step;
			frames += (rate * step) / 1000;
			bytes += rate * 100 * (step / 1000);
			const sample: Sample = {
				time,
				audioBytes: options.audioOnly ? bytes : 0,
				videoBytes: options.audioOnly ? 0 : bytes,
			};
			if (!options.audioOnly) sample.frames = Math.floor(frames);
			readings.push(meter(sample));
		}
	return readings;
}
const changes = (readings: Reading[]): string =>
	readings
		.map((reading) => reading.change)
		.filter(Boolean)
		.join(' ');

test('should say nothing when a stream begins', () => assert.is(changes(run([[5, 25]])), ''));

test('should report a stall when 5 frames a second or fewer are decoded', () => {
	for (const rate of [0, 1, 3, 5])
		assert.is(
			changes(
				run([
					[3, 25],
					[3, rate],
				]),
			),
			'waiting',
			`${rate} fps`,
		);
});
test('should not report a stall when more than 5 frames a second are decoded', () => {
	for (const rate of [6, 7, 10, 15, 24, 60])
		assert.is(
			changes(
				run([
					[3, 25],
					[10, rate],
				]),
			),
			'',
			`${rate} fps`,
		);
});
test('should not flap at any steady rate that jitters by a sample', () => {
	for (let rate = 8; rate <= 60; rate++)
		assert.is(changes(run([[20, rate]], { step: 190 + (rate % 5) * 10 })), '', `${rate} fps`);
});

test('should report the end of a stall, and each of several', () => {
	assert.is(
		changes(
			run([
				[3, 25],
				[2, 0],
				[3, 25],
			]),
		),
		'waiting playing',
	);
	assert.is(
		changes(
			run([
				[3, 25],
				[2, 0],
				[3, 25],
				[2, 0],
				[3, 25],
			]),
		),
		'waiting playing waiting playing',
	);
});
test('should not report a stall that is shorter than what a second of frames hides', () => {
	assert.is(
		changes(
			run([
				[3, 25],
				[0.6, 0],
				[3, 25],
			]),
		),
		'',
	);
});

test('should not leave the requesting state for a stream that never moves', () => {
	assert.is(
		changes(
			run([
				[5, 5],
				[5, 0],
			]),
		),
		'',
	);
	assert.is(run([[20, 0]]).filter((reading) => reading.stall).length, 0);
});
test('should begin to play late, when the first frames are late', () => {
	assert.is(
		changes(
			run([
				[5, 0],
				[3, 15],
				[2, 0],
			]),
		),
		'waiting',
	);
});

test('should count bytes where there is no picture, and never wait for sound', () => {
	const readings = run(
		[
			[3, 50],
			[5, 0],
		],
		{ audioOnly: true },
	);
	assert.is(changes(readings), '');
	assert.is(readings[14]!.audio, 5000);
	assert.is(readings[readings.length - 1]!.audio, 0);
	assert.is(readings.filter((reading) => reading.stall).length, 1);
});

test('should measure rates over the last second', () => {
	const readings = run([[3, 25]]);
	const last = readings[readings.length - 1]!;
	assert.equal([last.audio, last.video, last.frames], [0, 2500, 25]);
});
test('should not overstate the rates of a first part of a second', () => {
	const [first, second] = run([[1, 25]]);
	assert.is(first!.frames, 0);
	assert.ok(second!.frames <= 5);
});

test('should report stalled time once every 30 samples, in measured milliseconds', () => {
	// Playing begins at the second sample of 25 fps; the 30 samples after it are the first report.
	const smooth = run([[20, 25]])
		.map((reading) => reading.stall)
		.filter(Boolean);
	assert.equal(smooth, [
		{ ct: 0, tt: 6000 },
		{ ct: 0, tt: 6000 },
		{ ct: 0, tt: 6000 },
	]);
	const stalled = run([
		[2, 25],
		[2, 0],
		[8, 25],
	])
		.map((reading) => reading.stall)
		.filter(Boolean);
	const { ct, tt } = stalled[0]!;
	assert.is(tt, 6000);
	assert.ok(ct >= 1000 && ct <= 2000, `${ct} ms of 2000 ms without frames`);
	const slow = run([[20, 25]], { step: 400 })
		.map((reading) => reading.stall)
		.filter(Boolean);
	assert.is(slow[0]!.tt, 12000);
});

/** Decodes 25 frames a second on samples at these times. */
const asleep = (times: number[], frames = (time: number): number => Math.round(time / 40)): string => {
	const meter = createStallDetector();
	return changes(times.map((time) => meter({ time, audioBytes: time, videoBytes: time, frames: frames(time) })));
};
const steady = (from: number, to: number): number[] => {
	const times = [];
	for (let time = from; time <= to; time += 200) times.push(time);
	return times;
};
test('should not take the sleep of a hidden page for a stall', () => {
	const frozen = (time: number): number => (time < 40_000 ? Math.min(75, time / 40) : 75 + (time - 40_000) / 40);
	assert.is(asleep([...steady(0, 3000), ...steady(40_000, 43_000)], frozen), '');
});
test('should find a stall that goes on after sleep', () => {
	assert.is(
		asleep([...steady(0, 3000), ...steady(40_000, 43_000)], (time) => Math.min(75, time / 40)),
		'waiting',
	);
});
test('should go on judging when a background page is only looked at each second', () => {
	const times = Array.from({ length: 20 }, (_, index) => index * 1000);
	assert.is(asleep(times), '');
	assert.is(
		asleep(times, (time) => Math.min(200, time / 40)),
		'waiting',
	);
});

test.run();
