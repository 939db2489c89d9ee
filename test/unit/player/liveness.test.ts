import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Counters, createTimes } from '../../../src/player/watch/counters.ts';

const it = suite('player: times of standing still');

/** A read: seconds, what has grown since the one before, and whether nothing has to move. */
type Read = [seconds: number, grown: Total[], idle?: 'idle'];
type Total = 'data' | 'video' | 'picture' | 'keyFrames' | 'clock';
const ZERO: Counters = {
	generation: 1,
	data: 0,
	video: 0,
	picture: 0,
	keyFrames: 0,
	clock: 0,
	ready: true,
	starved: false,
	paused: false,
	empty: false,
};
const ALL: Total[] = ['data', 'video', 'picture'];

/** Reads in turn; answers with the last, in seconds. */
function read(reads: Read[]) {
	const liveness = createTimes();
	const counters = { ...ZERO };
	let result = liveness(0, counters, false);
	for (const [seconds, grown, idle] of reads) {
		const next = { ...counters };
		for (const name of grown) next[name] = ++counters[name];
		result = liveness(seconds * 1000, next, !!idle);
	}
	const { silence, video } = result;
	return {
		silence: silence / 1000,
		videoSilence: video.silence / 1000,
		dark: video.dark / 1000,
		gop: video.gop / 1000,
	};
}
/** Reads each second with the same growth. */
const seconds = (from: number, to: number, grown: Total[], idle?: 'idle') =>
	Array.from({ length: to - from + 1 }, (_, index): Read => [from + index, grown, idle]);

for (const [what, reads, expected] of [
	['everything moves', seconds(1, 5, ALL), [0, 0, 0]],
	['nothing moves any longer', [...seconds(1, 5, ALL), ...seconds(6, 9, [])], [4, 4, 4]],
	['nothing has come yet', seconds(1, 9, []), [9, 9, 9]],
	['the first data comes late', [...seconds(1, 9, []), ...seconds(10, 12, ['data'])], [0, 2, 2]],
	['only sound comes', [...seconds(1, 5, ALL), ...seconds(6, 9, ['data'])], [0, 4, 4]],
	['video comes and is not decoded', [...seconds(1, 5, ALL), ...seconds(6, 9, ['data', 'video'])], [0, 0, 4]],
	[
		'video comes again after a gap and is not decoded yet',
		[...seconds(1, 5, ALL), ...seconds(6, 20, ['data']), ...seconds(21, 22, ['data', 'video'])],
		[0, 0, 1],
	],
	['it was idle until now', seconds(1, 9, [], 'idle'), [0, 0, 0]],
	['it was idle before', [...seconds(1, 5, [], 'idle'), ...seconds(6, 7, [])], [2, 2, 2]],
	['the page was suspended', [...seconds(1, 5, ALL), [60, []], [61, []]], [1, 1, 1]],
	['the page was slow', [...seconds(1, 5, ALL), [7, []]], [2, 2, 2]],
] as [string, Read[], number[]][])
	it(`should measure how long what has not moved when ${what}`, () => {
		const { silence, videoSilence, dark, gop } = read(reads);
		assert.equal([silence, videoSilence, dark, gop], [...expected, Infinity]);
	});

for (const [what, keyFrameAt, gop] of [
	['no keyframe', [], Infinity],
	['one keyframe', [4], Infinity],
	['some, two seconds apart', [2, 4, 6], 2],
	['some, of which the longest distance counts', [2, 4, 10, 11], 6],
] as [string, number[], number][])
	it(`should learn the group of pictures from ${what}`, () => {
		const reads = seconds(1, 12, ALL).map(([second, grown]): Read => {
			return [second, keyFrameAt.includes(second) ? [...grown, 'keyFrames'] : grown];
		});
		assert.is(read(reads).gop, gop);
	});

for (const [what, still, before, last] of [
	['its clock runs', 0, {}, { data: 2, picture: 2, clock: 2 }],
	['it shows no frame although frames are decoded', 1500, {}, { data: 2, picture: 2 }],
	['it is paused', 1500, { paused: true }, {}],
	['nothing is decoded', 0, {}, { data: 2 }],
	['it has nothing to show', 0, { ready: false }, { data: 2, picture: 2 }],
	['it waits for more while frames are decoded', 0, { starved: true }, { data: 2, picture: 2 }],
	['sound is not played', 1500, { picture: 0 }, { data: 2 }],
] as const)
	it(`should measure ${still} ms of standing still when ${what}`, () => {
		const read = createTimes();
		const counters = { ...ZERO, data: 1, picture: 1, clock: 1, ...before };
		read(0, ZERO, false);
		read(500, counters, false);
		let result = read(1000, counters, false);
		for (const now of [1500, 2000])
			result = read(
				now,
				{ ...counters, ...Object.fromEntries(Object.entries(last).map(([name, value]) => [name, value + now])) },
				false,
			);
		assert.is(result.video.still, still);
		assert.is(read(2500, counters, true).video.still, 0, 'hidden');
	});

for (const [what, dark, starved, clock] of [
	['waits for more and stands', 2500, true, 0],
	['waits for more and moves', 0, true, 1],
	['has more and stands', 0, false, 0],
] as const)
	it(`should measure ${dark} ms without a picture where frames are decoded of what ${what}`, () => {
		const read = createTimes();
		const at = (i: number) => read(i * 500, { ...ZERO, starved, data: i, picture: i, clock: 1 + clock * i }, false);
		const looks = [1, 2, 3, 4, 5, 6].map(at);
		assert.is(looks[5]!.video.dark, dark);
	});

it('should begin anew with another load', () => {
	const read = createTimes();
	const counters = { ...ZERO, data: 9, video: 9, picture: 9, keyFrames: 9 };
	read(0, counters, false);
	read(1000, { ...counters, keyFrames: 10 }, false);
	const { silence, video } = read(2000, { ...counters, generation: 2, keyFrames: 11 }, false);
	assert.equal([silence, video.gop], [0, Infinity]);
});

it.run();
