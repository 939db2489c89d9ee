import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setup } from '../../support/dom.ts';
import { MEDIA_URL, STREAM } from '../../support/player.ts';
import { createCounters } from '../../../src/player/live/counters.ts';
import { createMeter } from '../../../src/player/quality/meter.ts';
import { openElement as open } from '../../support/player-element.ts';

const it = suite('player: counters');
it.before.each(() => setup());

const openElement = () => {
	const test = open();
	const { element, video } = test;
	const meter = createMeter(() => element.connection().sample);
	return { ...test, counters: createCounters(video, element, meter) };
};

/** The counters that grow with a change. */
function moved({ counters }: ReturnType<typeof openElement>, change: () => void) {
	const before = counters();
	change();
	const after = counters();
	return (['data', 'video', 'picture'] as const).filter((name) => after[name] > before[name]).join(' ');
}

const UNCOUNTED = { getVideoPlaybackQuality: undefined };
for (const [what, expected, before, change] of [
	['frames', 'data picture', { frames: 1 }, { frames: 2 }],
	['frames, not the clock of the sound', '', { frames: 1 }, { currentTime: 99 }],
	['the clock where frames are not counted', 'data picture', { currentTime: 1 }, { currentTime: 2 }],
	['the clock where they cannot be', 'data picture', { ...UNCOUNTED, currentTime: 1 }, { currentTime: 2 }],
	[
		'frames by their older name',
		'data picture',
		{ ...UNCOUNTED, webkitDecodedFrameCount: 1 },
		{ webkitDecodedFrameCount: 2 },
	],
	['nothing', '', {}, {}],
] as const)
	it(`should see life in ${what}`, () => {
		const test = openElement();
		Object.assign(test.video, { srcObject: {}, videoWidth: 640, moves: false }, before);
		assert.is(
			moved(test, () => void Object.assign(test.video, change)),
			expected,
		);
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
		assert.is(
			moved(test, () => {
				Object.assign(test.video, fields);
				test.client.sample({ ...first, ...change });
			}),
			expected,
		);
	});

it('should see life in the data of a media URL, and in no other', () => {
	const test = openElement();
	test.video.moves = false;
	assert.is(
		moved(test, () => test.video.fire('progress')),
		'',
	);
	test.load(MEDIA_URL);
	assert.is(
		moved(test, () => test.video.fire('progress')),
		'data',
	);
});

it('should forget the totals of an earlier stream', () => {
	const { client, counters, load } = openElement();
	client.sample({ videoBytes: 1000, keyFrames: 2 });
	const before = counters();
	load(STREAM);
	const { generation, video, keyFrames } = counters();
	assert.equal([generation === before.generation, video, keyFrames], [false, 0, 0]);
});

it.run();
