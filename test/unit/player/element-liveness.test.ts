import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setup } from '../../support/dom.ts';
import { MEDIA_URL, STREAM } from '../../support/player.ts';
import { openElement } from '../../support/player-element.ts';

const it = suite('player element: liveness');
it.before.each(() => setup());

/** What counts as moved after a change. */
function moved(test: ReturnType<typeof openElement>, change: () => void) {
	let now = performance.now();
	const read = () => test.element.liveness((now += 500), false);
	read();
	// The first data starts the clock of the frames.
	read();
	change();
	const { silence, dark, videoSilence } = read();
	return [!silence && 'data', !videoSilence && 'video', !dark && 'picture'].filter(Boolean).join(' ');
}

for (const [what, expected, before, change] of [
	['frames', 'data picture', { frames: 1 }, { frames: 2 }],
	['frames, not the clock of the sound', '', { frames: 1 }, { currentTime: 99 }],
	['the clock where frames are not counted', 'data picture', { currentTime: 1 }, { currentTime: 2 }],
	[
		'the clock where frames cannot be counted',
		'data picture',
		{ getVideoPlaybackQuality: undefined, currentTime: 1 },
		{ currentTime: 2 },
	],
	[
		'frames by their older name',
		'data picture',
		{ getVideoPlaybackQuality: undefined, webkitDecodedFrameCount: 1 },
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
for (const [what, expected, first, second, fields] of [
	['sound', 'data', sample, { ...sample, audioBytes: 200 }, {}],
	['video that is not decoded', 'data video', sample, { ...sample, videoBytes: 200 }, {}],
	['decoded frames', 'data picture', sample, { ...sample, frames: 6 }, {}],
	['the same again', '', sample, sample, {}],
	['the same, whatever the clock', '', sample, sample, { currentTime: 99 }],
	[
		'video of an engine that shows frames and does not count them',
		'data video picture',
		{ audioBytes: 1, videoBytes: 1 },
		{ audioBytes: 1, videoBytes: 2 },
		{ videoWidth: 640 },
	],
	[
		'video before the first frame',
		'data video',
		{ audioBytes: 1, videoBytes: 1 },
		{ audioBytes: 1, videoBytes: 2 },
		{},
	],
] as const)
	it(`should see life in ${what}, as the client counts`, () => {
		const test = openElement();
		Object.assign(test.video, { srcObject: {}, moves: false, currentTime: 1 });
		test.client.sample(first);
		assert.is(
			moved(test, () => {
				Object.assign(test.video, fields);
				test.client.sample(second);
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
		'data video picture',
		'the first data starts all clocks',
	);
});

it('should forget the keyframes of an earlier stream', () => {
	const { client, element, load } = openElement();
	// Whole, so that differences are exact.
	let now = Math.ceil(performance.now());
	const gop = () => element.liveness((now += 500), false).gop;
	for (const keyFrames of [1, 2]) {
		client.sample({ keyFrames });
		gop();
	}
	assert.is(gop(), 500);
	load(STREAM);
	assert.is(gop(), Infinity);
});

it('should forget the totals of an earlier stream', () => {
	const test = openElement();
	test.video.moves = false;
	test.client.sample({ audioBytes: 1000 });
	test.load(STREAM);
	assert.is(
		moved(test, () => test.client.sample({ audioBytes: 1 })),
		'data video picture',
	);
});

it.run();
