import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setup } from '../../support/dom.ts';
import { MEDIA_URL, STREAM } from '../../support/player.ts';
import { createCounters, createLag, readTotals } from '../../../src/player/watch/counters.ts';
import { openElement as open } from '../../support/player-element.ts';

const it = suite('player: counters');
it.before.each(() => setup());

const openElement = () => {
	const test = open();
	const { element, video } = test;
	const read = createCounters(video);
	const counters = () => read(readTotals(element.connection().sample), element.connection().generation, false);
	return { ...test, counters };
};

/** Asserts which counters grow with a change. */
function grow({ counters }: ReturnType<typeof openElement>, expected: string, change: () => void) {
	const before = counters();
	change();
	const after = counters();
	assert.is((['data', 'video', 'picture'] as const).filter((name) => after[name] > before[name]).join(' '), expected);
}

const UNCOUNTED = { getVideoPlaybackQuality: undefined };
const older = (webkitDecodedFrameCount: number) => ({ ...UNCOUNTED, webkitDecodedFrameCount });
for (const [what, expected, before, change] of [
	['frames', 'data picture', { frames: 1 }, { frames: 2 }],
	['frames, not the clock of the sound', '', { frames: 1 }, { currentTime: 99 }],
	['the clock where frames are not counted', 'data picture', { currentTime: 1 }, { currentTime: 2 }],
	['the clock where they cannot be', 'data picture', { ...UNCOUNTED, currentTime: 1 }, { currentTime: 2 }],
	['frames by their older name', 'data picture', older(1), older(2)],
	['nothing', '', {}, {}],
] as const)
	it(`should see life in ${what}`, () => {
		const test = openElement();
		Object.assign(test.video, { srcObject: {}, videoWidth: 640, moves: false }, before);
		grow(test, expected, () => void Object.assign(test.video, change));
	});

const sample = { audioBytes: 100, videoBytes: 100, frames: 5 };
const uncounted = { audioBytes: 1, videoBytes: 1 };
for (const [what, expected, first, change, fields] of [
	['sound', 'data', sample, { audioBytes: 200 }, {}],
	['video that is not decoded', 'data video', sample, { videoBytes: 200 }, {}],
	['decoded frames', 'data picture', sample, { frames: 6 }, {}],
	['the same again', '', sample, {}, {}],
	['the same, whatever the clock', '', sample, {}, { currentTime: 99 }],
	['video shown where frames are not counted', 'data video picture', uncounted, { videoBytes: 2 }, { videoWidth: 640 }],
	['video before the first frame', 'data video', uncounted, { videoBytes: 2 }, {}],
] as const)
	it(`should see life in ${what}, as the client counts`, () => {
		const test = openElement();
		Object.assign(test.video, { srcObject: {}, moves: false, currentTime: 1 });
		test.client.sample(first);
		grow(test, expected, () => {
			Object.assign(test.video, fields);
			test.client.sample({ ...first, ...change });
		});
	});

it('should see life in the data of a media URL, and in no other', () => {
	const test = openElement();
	test.video.moves = false;
	grow(test, '', () => test.video.fire('progress'));
	test.load(MEDIA_URL);
	grow(test, 'data', () => test.video.fire('progress'));
});

it('should forget the totals of an earlier stream', () => {
	const { client, counters, load } = openElement();
	client.sample({ videoBytes: 1000, keyFrames: 2 });
	const before = counters();
	load(STREAM);
	const { generation, video, keyFrames } = counters();
	assert.equal([generation === before.generation, video, keyFrames], [false, 0, 0]);
});

const TOTALS = { bytes: 100, videoBytes: 90, keyFrames: undefined };
const totalsOf = (frames: number | undefined, ...entries: object[]) =>
	readTotals({
		time: 0,
		audioBytes: 10,
		videoBytes: 90,
		frames,
		report: new Map(entries.map((entry, i) => [`${i}`, entry])) as unknown as RTCStatsReport,
	});

it('should sum packets of sound and video, and read the pair of candidates in use', () =>
	assert.equal(
		totalsOf(
			25,
			{ type: 'inbound-rtp', kind: 'video', packetsReceived: 80, packetsLost: 3 },
			{ type: 'inbound-rtp', packetsReceived: 50, packetsLost: -1, totalSamplesReceived: 4800, concealedSamples: 480 },
			{ type: 'outbound-rtp', packetsReceived: 7, packetsLost: 7 },
			{ type: 'candidate-pair', currentRoundTripTime: 0.25 },
			{ type: 'candidate-pair', currentRoundTripTime: 0 },
		),
		{ ...TOTALS, packets: 130, lost: 2, frames: 25, sound: 4800, madeUp: 480, roundTrip: 250 },
	));

it('should leave out what an engine does not measure', () => {
	const found = totalsOf(undefined, { type: 'inbound-rtp', packetsReceived: 5 });
	assert.equal(found, { ...TOTALS, packets: 5, lost: 0, frames: undefined });
	assert.is(readTotals({ time: 0, audioBytes: 1, videoBytes: 0 }).bytes, 1);
});

it('should count what has come of a frame that is not whole', () => {
	const sample = { time: 0, audioBytes: 1, videoBytes: 2, bytes: 9 };
	assert.equal([readTotals(sample).bytes, readTotals(sample).videoBytes], [9, 2]);
});

it('should tell how much later media come than they did, less with time, anew where their clock is set back', () => {
	const lagOf = createLag();
	const lags = [
		[0, 10],
		[1000, 11],
		[2000, 11.3],
		[3000, 11.6],
		[4000, 13.9],
		[4200, 13.6],
		[5000, 1],
		[6000, 1.5],
	].map(([now, end]) => Math.round(lagOf(now!, end! * 1000)));
	assert.equal(lags, [0, 0, 690, 1380, 70, 260, 0, 490]);
	const behind = createLag();
	behind(0, 10_000);
	const all = Array.from({ length: 1000 }, (_, i) => Math.round(behind(2000 + i * 200, 10_000 + i * 200)));
	assert.equal([all[0], all[100], all[999]], [1990, 990, 0], 'an encoder that has stood');
});

it.run();
