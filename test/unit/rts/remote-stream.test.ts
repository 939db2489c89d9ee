import * as assert from 'uvu/assert';
import type { RtsError } from '../../../src/rts/play/errors.ts';
import { createReceivedStream } from '../../../src/rts/play/received-stream.ts';
import { createRemoteStream, prepareElement } from '../../../src/rts/sdk/remote-stream.ts';
import { FakeElement, FakeMediaStream, FakeTrack, setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts remote stream');
const WECHAT =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.69(0x18004539) NetType/WIFI Language/zh_CN';

/** A stream, and an element that it plays in. */
function make(video = true, nodeName = 'VIDEO') {
	const errors: string[] = [];
	const media = new FakeMediaStream([new FakeTrack('audio'), new FakeTrack('video')]);
	const received = createReceivedStream({
		mediaStream: media as never,
		traceId: 'trace',
		video,
		onError: (error) => errors.push(`${error.errorCode} ${error.message} ${error.traceId}`),
		onElement: prepareElement,
	});
	const stream = createRemoteStream(() => received);
	const element = new FakeElement(nodeName);
	const play = (options?: { autoplay?: boolean }) => stream.play(element as never, options);
	return { stream, media, errors, element, play };
}
const refusal = (name: string): Error => Object.assign(new Error(name), { name });

test('should play inline, also in X5 and WeChat, with the attributes set before the source', async ({ settle }) => {
	const { stream, errors, element, play } = make();
	element.attributes.id = 'served';
	play();
	await settle();
	assert.equal(element.attributes, {
		id: 'served',
		playsinline: '',
		'webkit-playsinline': '',
		'x5-playsinline': '',
		'x5-video-player-type': 'h5-page',
		'x-webkit-airplay': 'allow',
	});
	assert.equal([element.sources[0], element.kinds], [null, ['audio']]);
	assert.is(element.plays, 1);
	assert.is(stream.mediaElement, element as never);
	assert.equal(errors, []);
});
test('should play audio alone in an audio element', () => {
	const { stream, media, element, play } = make(false, 'AUDIO');
	play();
	assert.is(media.getVideoTracks().length, 0);
	assert.equal(element.attributes, {});
	assert.is(stream.videoTrack, undefined);
	assert.ok(stream.audioTrack);
});

for (const [what, video, nodeName, expected] of [
	['video in an audio element', true, 'AUDIO', ['10125 need htmlvideoelement trace']],
	['audio in a video element', false, 'VIDEO', ['10125 need htmlaudioelement trace']],
	['video in a video element', true, 'VIDEO', []],
	['audio in an audio element', false, 'AUDIO', []],
] as const)
	test(`should ${expected.length ? '' : 'not '}report ${what}, and play it`, () => {
		const { errors, element, play } = make(video, nodeName);
		play();
		assert.equal(errors, expected);
		assert.is(element.plays, 1);
	});

for (const [options, plays] of [
	[{ autoplay: false }, 0],
	[{ autoplay: true }, 1],
	[{}, 1],
] as const)
	test(`should ${plays ? '' : 'not '}start the element with the options ${JSON.stringify(options)}`, () => {
		const { element, play } = make();
		play(options);
		assert.equal([element.kinds, element.plays], [['audio'], plays]);
	});
test('should report that the browser refuses to play, and let the caller play it muted', async ({ settle }) => {
	const { stream, errors, element, play } = make();
	element.refusal = refusal('NotAllowedError');
	play();
	await settle();
	assert.equal(errors, ['10201 auto play failed trace']);
	assert.ok(element.srcObject);
	stream.muted = true;
	element.refusal = undefined;
	await (element as unknown as HTMLVideoElement).play();
	assert.ok(element.muted);
	assert.is(errors.length, 1);
});
test('should not report a refusal after a pause by the page or its own stop', async ({ settle }) => {
	const first = make();
	first.element.refusal = refusal('AbortError');
	first.play();
	await settle();
	assert.equal(first.errors, []);
	const second = make();
	second.element.refusal = refusal('NotAllowedError');
	second.play();
	second.stream.stop();
	await settle();
	assert.equal(second.errors, []);
});
test('should accept an element whose play() returns nothing', () => {
	const { element, play } = make();
	element.play = () => undefined as never;
	play();
});

for (const element of [null, undefined, { nodeName: 'DIV' }])
	test(`should throw 10204 where it is to play in ${element ? element.nodeName : element}`, () => {
		const stream = createRemoteStream(() => assert.unreachable() as never);
		try {
			stream.play(element as never);
			assert.unreachable();
		} catch (error) {
			const { errorCode, message } = error as RtsError;
			assert.equal([errorCode, message], [10204, 'need htmlaudioelement or htmlvideoelement']);
		}
	});
test('should detach the element, but keep a source the page has set since', () => {
	const { stream, element, play } = make();
	play();
	stream.stop();
	stream.stop();
	assert.equal([element.srcObject, element.listeners], [null, 0]);
	play();
	element.srcObject = 'replay';
	stream.stop();
	assert.is(element.srcObject, 'replay');
});
test('should move from one element to another', () => {
	const { stream, element, play } = make();
	play();
	const second = new FakeElement('VIDEO');
	stream.play(second as never);
	assert.equal([element.srcObject, element.listeners], [null, 0]);
	assert.ok(second.srcObject);
});

test('should mute the element, also one that is given later', () => {
	const { stream, element, play } = make();
	assert.is(stream.muted, false);
	stream.muted = true;
	assert.is(stream.muted, true);
	play();
	assert.ok(element.muted);
	stream.muted = false;
	assert.not(element.muted);
	element.muted = true;
	assert.ok(stream.muted, 'it says what the element says');
});
test('should keep a muted element muted when `muted` was not set', () => {
	const { element, play } = make();
	element.muted = true;
	play();
	assert.ok(element.muted);
});

/** The same in WeChat, whose bridge has this function; without one there is no bridge. */
function makeInWeChat(invoke?: (name: string, args: object, done: () => void) => void) {
	setGlobals({ navigator: { userAgent: WECHAT } });
	(window as any).WeixinJSBridge = invoke && { invoke };
	return make();
}

test("should play inside a callback of WeChat's bridge", async ({ pass, leftovers }) => {
	const calls: string[] = [];
	let finish = (): void => {};
	const { element, play } = makeInWeChat((name, _args, done) => {
		calls.push(name);
		finish = done;
	});
	play();
	assert.equal([calls, element.plays], [['getNetworkType'], 0]);
	finish();
	assert.equal([element.plays, leftovers()], [1, 0]);
	finish();
	await pass(2000);
	assert.equal([element.plays, leftovers()], [1, 0]);
});
test("should wait for WeChat's bridge to appear", async ({ pass, fire }) => {
	const { element, play } = makeInWeChat();
	play();
	await pass(200);
	let calls = 0;
	(window as any).WeixinJSBridge = { invoke: (_name: string, _args: object, done: () => void) => (calls++, done()) };
	fire('WeixinJSBridgeReady');
	fire('WeixinJSBridgeReady');
	assert.equal([element.plays, calls], [1, 1]);
	await pass(2000);
	assert.is(element.plays, 1);
});
for (const [what, invoke] of [
	['is missing', undefined],
	['does not answer', () => {}],
] as const)
	test(`should play without the bridge when it ${what}`, async ({ pass }) => {
		const { element, play } = makeInWeChat(invoke);
		play();
		await pass(499);
		assert.is(element.plays, 0);
		await pass(1);
		assert.is(element.plays, 1);
	});
test('should not play an element that was detached during the bridge call', async ({ pass }) => {
	const { stream, element, play } = makeInWeChat();
	play();
	stream.stop();
	await pass(1000);
	assert.is(element.plays, 0);
});
test('should not play again when the bridge answers after the timeout', async ({ pass }) => {
	let finish = (): void => {};
	const { element, play } = makeInWeChat((_name, _args, done) => void (finish = done));
	play();
	await pass(500);
	finish();
	assert.is(element.plays, 1);
});

for (const [what, readyState, kinds] of [
	['add the video to an element that plays', 4, ['audio', 'video']],
	['not add the video to an element that has yet to start', 0, ['audio']],
] as const)
	test(`should ${what} when the track unmutes`, () => {
		const { media, element, play } = make();
		const [, video] = media.tracks;
		video!.onunmute!();
		element.readyState = readyState;
		play();
		assert.equal(element.kinds, ['audio']);
		video!.onunmute!();
		assert.equal(element.kinds, kinds);
	});
test('should play video without sound from the start', () => {
	const { media, element, play } = make();
	media.removeTrack(media.tracks[0]!);
	play();
	assert.equal(element.kinds, ['video']);
});

test.run();
