import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createElement } from '../../../src/player/element.ts';
import type { PlayerEvent } from '../../../src/player/state.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import { setup } from '../../support/dom.ts';
import { fakeClient, fakeVideo, MEDIA_URL, REPLAY, settle, STREAM } from '../../support/player.ts';

const it = suite('player element');
it.before.each(() => setup());

function build({ withClient = true } = {}) {
	const video = fakeVideo();
	const cover = document.createElement('img') as HTMLImageElement;
	const client = fakeClient();
	const events: PlayerEvent[] = [];
	const element = createElement({
		video,
		cover,
		client: withClient ? client : null,
		coverUrl: (url) => `${url}?w=390`,
		dispatch: (event) => events.push(event),
	});
	const load = (address: string, keep = '') =>
		element.load({ type: 'load', stream: { kind: address === STREAM ? 'artc' : 'url', address }, timeout: 5000, keep });
	return { element, video, cover, client, events, load };
}
/** What is reported of an error of the client. */
const failure = (errorCode: ErrorCode) => ({ type: 'failed', reason: errorCode, error: { errorCode } }) as const;
const refusal = (name: string) => () => Promise.reject(Object.assign(new Error('x'), { name }));

it('should play a real-time stream through the client, with its time limit', async () => {
	const { video, client, events, load } = build();
	load(STREAM);
	const [subscription] = client.subscriptions;
	assert.equal([subscription!.address, subscription!.timeout], [STREAM, 5000]);
	assert.is(client.unsubscribed, 0, 'subscribing ends the stream before');
	const played: unknown[] = [];
	subscription!.resolve({ play: (element) => played.push(element) });
	await settle();
	assert.equal(played, [video]);
	assert.equal(events, []);
});

it('should report that a stream cannot be had', async () => {
	const { client, events, load } = build();
	load(STREAM);
	client.subscriptions[0]!.reject(ErrorCode.ERROR_SIGNAL_ERROR);
	await settle();
	assert.equal(events, [failure(ErrorCode.ERROR_SIGNAL_ERROR)]);
});

it('should ignore what comes of a stream that was replaced', async () => {
	const { video, client, events, load } = build();
	load(STREAM);
	load(STREAM);
	load(STREAM);
	const [first, second, third] = client.subscriptions;
	const played: unknown[] = [];
	first!.resolve({ play: () => played.push('first') });
	second!.reject(ErrorCode.ERROR_HTTPREQUEST_ERROR);
	third!.resolve({ play: () => played.push('third') });
	await settle();
	assert.equal([played, events], [['third'], []]);
	assert.is(video.playCalls, 0);
});

it('should play a media URL in the element, and end the stream before', () => {
	const { video, client, load } = build();
	video.srcObject = {} as MediaStream;
	load(MEDIA_URL);
	assert.equal(
		[video.getAttribute('src'), video.srcObject, video.controls, video.playCalls],
		[MEDIA_URL, null, false, 1],
	);
	assert.equal([client.subscriptions.length, client.unsubscribed], [0, 1]);
});

it('should play a media URL without a client', () => {
	const { video, load } = build({ withClient: false });
	load(MEDIA_URL);
	assert.equal([video.getAttribute('src'), video.playCalls], [MEDIA_URL, 1]);
});

it('should play the replay with controls', () => {
	const { element, video } = build();
	element.loadReplay({ type: 'loadReplay', url: REPLAY });
	assert.equal([video.getAttribute('src'), video.controls, video.playCalls], [REPLAY, true, 1]);
});

for (const [what, url, position] of [
	['the same replay where it was left off', REPLAY, 12],
	['another replay from its start', `${REPLAY}?2`, 0],
] as const)
	it(`should play ${what}`, () => {
		const { element, video } = build();
		element.loadReplay({ type: 'loadReplay', url });
		video.currentTime = 12;
		element.loadReplay({ type: 'loadReplay', url: REPLAY });
		video.currentTime = 0;
		video.fire('loadedmetadata');
		assert.is(video.currentTime, position);
		video.currentTime = 30;
		video.fire('loadedmetadata');
		assert.is(video.currentTime, 30, 'only once');
	});

it('should not move a video that replaced the replay', () => {
	const { element, video, load } = build();
	element.loadReplay({ type: 'loadReplay', url: REPLAY });
	video.currentTime = 12;
	element.loadReplay({ type: 'loadReplay', url: REPLAY });
	load(MEDIA_URL);
	video.currentTime = 0;
	video.fire('loadedmetadata');
	assert.is(video.currentTime, 0);
});

it('should unload what is shown, and end the stream', () => {
	const { element, video, client, load } = build();
	let resets = 0;
	video.load = () => void resets++;
	load(MEDIA_URL);
	element.unload();
	assert.equal([video.hasAttribute('src'), resets, client.unsubscribed], [false, 1, 2]);
	element.unload();
	assert.is(resets, 1, 'an element without a source is left alone');
});

it('should show the video’s frame, and the cover at its width', () => {
	const { element, video, cover } = build();
	video.parentElement!.hidden = cover.hidden = true;
	element.showCover('https://cdn.example.com/p.jpg');
	assert.equal(
		[video.parentElement!.hidden, cover.hidden, cover.src],
		[false, false, 'https://cdn.example.com/p.jpg?w=390'],
	);
	element.showCover('');
	assert.ok(cover.hidden);
});

for (const [name, events] of [
	['NotAllowedError', [{ type: 'playRefused' }]],
	['AbortError', []],
	['NotSupportedError', []],
] as const)
	it(`should report ${events.length ? 'a refusal' : 'nothing'} when playing rejects with ${name}`, async () => {
		const { element, video, events: reported } = build();
		video.playResult = refusal(name);
		element.play();
		await settle();
		assert.equal(reported, events);
	});

it('should ignore the refusal of what was replaced', async () => {
	const { element, video, events, load } = build();
	video.playResult = refusal('NotAllowedError');
	element.play();
	video.playResult = () => Promise.resolve();
	load(MEDIA_URL);
	await settle();
	assert.equal(events, []);
});

it('should play in engines whose play() returns nothing', () => {
	const { element, video } = build();
	video.playResult = () => undefined;
	element.play();
	assert.is(video.playCalls, 1);
});

it('should mute the video or not as it plays, and leave that as it is otherwise', () => {
	const { element, video } = build();
	element.play({ type: 'play', muted: true });
	assert.equal([video.muted, video.playCalls], [true, 1]);
	element.play({ type: 'play' });
	assert.ok(video.muted);
	element.play({ type: 'play', muted: false });
	assert.not(video.muted);
});

/** An event of the element, what the element is like then, and what is reported. */
const elementEvents: [name: string, fields: object, reported: PlayerEvent[]][] = [
	['playing', {}, [{ type: 'playing' }]],
	['waiting', {}, []],
	['ended', {}, [{ type: 'failed', reason: 'ended' }]],
	['volumechange', {}, [{ type: 'volumechange' }]],
	['pause', { paused: true }, [{ type: 'pause' }]],
	['pause', { paused: false }, []],
	['pause', { paused: true, ended: true }, []],
	['error', { error: { code: 2 }, src: MEDIA_URL }, [{ type: 'failed', reason: 'media' }]],
	['error', { error: null, src: MEDIA_URL }, []],
	['error', { error: { code: 4 } }, []],
	['progress', { src: MEDIA_URL }, []],
	['timeupdate', {}, []],
];
for (const [name, fields, reported] of elementEvents)
	it(`should report ${reported[0]?.type ?? 'nothing'} for "${name}" of an element with ${JSON.stringify(fields)}`, () => {
		const { video, events } = build();
		Object.assign(video, fields);
		video.fire(name);
		assert.equal(events, reported);
	});

for (const [event, reported] of [
	['canplay', [{ type: 'canplay' }]],
	['waiting', []],
	['playing', []],
	['ended', [{ type: 'failed', reason: 'ended' }]],
	['media', []],
] as const)
	it(`should report ${reported[0]?.type ?? 'nothing'} for the play event "${event}"`, () => {
		const { client, events } = build();
		client.event(event);
		assert.equal(events, reported);
	});

for (const [code, reported] of [
	[ErrorCode.ERROR_AUTOPLAY_ERROR, [{ type: 'playRefused' }]],
	[ErrorCode.ERROR_PC_DISCONNECTED, [failure(ErrorCode.ERROR_PC_DISCONNECTED)]],
] as const)
	it(`should report ${reported[0]?.type ?? 'nothing'} for ${ErrorCode[code]}`, () => {
		const { client, events } = build();
		client.error(code);
		assert.equal(events, reported);
	});

/** What counts as moved after a change. */
function moved(test: ReturnType<typeof build>, change: () => void) {
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
		const test = build();
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
		const test = build();
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
	const test = build();
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

it('should forget the totals of an earlier stream', () => {
	const test = build();
	test.video.moves = false;
	test.client.sample({ audioBytes: 1000 });
	test.load(STREAM);
	assert.is(
		moved(test, () => test.client.sample({ audioBytes: 1 })),
		'data video picture',
	);
});

/** A video that shows a frame, in an engine whose canvas answers with `image`, or throws. */
function showFrame({ video }: ReturnType<typeof build>, image?: string) {
	Object.assign(video, { videoWidth: 640, videoHeight: 360, readyState: 2 });
	const drawn: unknown[] = [];
	const { createElement } = document;
	document.createElement = ((name: string) => {
		if (name !== 'canvas') return createElement.call(document, name);
		return {
			getContext: () => ({ drawImage: (...what: unknown[]) => drawn.push(what) }),
			toDataURL: () => {
				if (!image) throw new Error('tainted');
				return image;
			},
		};
	}) as typeof createElement;
	return drawn;
}

it('should keep the last frame in view when another stream is loaded', () => {
	const test = build();
	const drawn = showFrame(test, 'data:image/jpeg,1');
	test.load(STREAM, 'https://cdn.example.com/p.jpg');
	assert.equal([drawn, test.video.poster], [[[test.video, 0, 0]], 'data:image/jpeg,1']);
	Object.assign(test.video, { readyState: 0 });
	test.load(STREAM, 'https://cdn.example.com/p.jpg');
	assert.is(test.video.poster, 'data:image/jpeg,1', 'also when that never showed one');
	test.element.unload({ keep: '' });
	assert.is(test.video.poster, 'data:image/jpeg,1');
	test.element.unload();
	assert.not(test.video.poster);
});

for (const [what, image] of [
	['whose pixels may not be read', ''],
	['without a frame', undefined],
] as const)
	it(`should keep the cover in view, at its width, instead of a video ${what}`, () => {
		const test = build();
		if (image === '') showFrame(test);
		test.load(STREAM, '');
		assert.not(test.video.poster);
		test.load(STREAM, 'https://cdn.example.com/p.jpg');
		assert.is(test.video.poster, 'https://cdn.example.com/p.jpg?w=390');
	});

it('should show no frame of a broadcast before its replay', () => {
	const test = build();
	showFrame(test, 'data:image/jpeg,1');
	test.load(STREAM);
	test.element.loadReplay({ type: 'loadReplay', url: REPLAY });
	assert.not(test.video.poster);
});

it('should end everything when it is disposed, and report nothing afterwards', async () => {
	const { element, video, client, events, load } = build();
	load(STREAM);
	video.playResult = refusal('NotAllowedError');
	element.play();
	element.dispose();
	client.subscriptions[0]!.reject(ErrorCode.ERROR_HTTPREQUEST_ERROR);
	for (const [name] of elementEvents) video.fire(name);
	client.event('playing');
	client.error(ErrorCode.ERROR_PLAY_FAILED);
	await settle();
	assert.equal(events, []);
	assert.is(client.unsubscribed, 1);
});

it.run();
