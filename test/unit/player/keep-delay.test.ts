import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Appender } from '../../../src/media/appender.ts';
import { keepDelay } from '../../../src/player/act/keep-delay.ts';

const it = suite('delay of lives over HTTP');

for (const [delay, before, rate, isJump] of [
	[0.5, 1, 1],
	[3, 1, 1],
	[3.1, 1, 1.1],
	[2.5, 1.1, 1.1],
	[1.9, 1.1, 1],
	[8, 1, 1.1],
	[8.1, 1, 1, true],
] as const)
	it(`should ${isJump ? 'jump' : `play at ${rate}`} with ${delay} s, after ${before}`, () => {
		const removed: number[] = [];
		for (const [at, kept] of [
			[40, []],
			[61, [31]],
		] as const) {
			const buffered = { length: 1, start: () => 0, end: () => at + delay };
			const video = {
				currentTime: at,
				readyState: 2,
				playbackRate: before as number,
				buffered,
			} as unknown as HTMLVideoElement;
			keepDelay(video, { remove: (_from: number, to: number) => removed.push(to) } as unknown as Appender);
			assert.is(video.playbackRate, rate);
			assert.is(video.currentTime, isJump ? at + delay - 1.5 : at);
			assert.equal(removed, kept);
		}
	});

for (const [at, expected] of [
	[9.97, 10.5],
	[10.2, 10.5],
	[9.9, 9.9],
	// As engines round it.
	[10.499999, 10.499999],
] as const)
	it(`should ${at === expected ? 'not go on elsewhere' : 'go past frames that are missing'} at ${at}`, () => {
		const buffered = { length: 2, start: (i: number) => [0, 10.5][i], end: (i: number) => [10, 12][i] };
		const video = { currentTime: at as number, playbackRate: 1, buffered } as unknown as HTMLVideoElement;
		keepDelay(video, {} as Appender);
		assert.is(video.currentTime, expected);
	});

it('should jump once there is a frame, also where it may not play', () => {
	const buffered = { length: 1, start: () => 0, end: () => 20 };
	const video = { currentTime: 0, readyState: 1, playbackRate: 1, buffered };
	for (const [readyState, expected] of [
		[1, 0],
		[2, 18.5],
	] as const) {
		video.readyState = readyState;
		keepDelay(video as unknown as HTMLVideoElement, {} as Appender);
		assert.equal([video.currentTime, video.playbackRate], [expected, 1]);
	}
});

for (const [start, expected] of [
	// Engines pass over it: a seek that early stops WebKit.
	[0.09, 0],
	[0.5, 0.5],
] as const)
	it(`should ${expected ? 'begin where the media do' : 'not seek to media'} at ${start}`, () => {
		const buffered = { length: 1, start: () => start, end: () => 2 };
		const video = { currentTime: 0, playbackRate: 1, buffered } as unknown as HTMLVideoElement;
		keepDelay(video, {} as Appender);
		assert.is(video.currentTime, expected);
	});

it.run();
