import * as assert from 'uvu/assert';
import type { RtsError } from '../../../src/rts/play/errors.ts';
import { createReceivedStream } from '../../../src/rts/play/received-stream.ts';
import { createRemoteStream, prepareElement } from '../../../src/rts/sdk/remote-stream.ts';
import { atOnce } from '../../support/play-fixture.ts';
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
	const stream = createRemoteStream(() => received, atOnce);
	const element = new FakeElement(nodeName);
	const play = (options?: { autoplay?: boolean }) => stream.play(element as never, options);
	return { stream, media, errors, element, play };
}

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
for (const [what, video, nodeName, expected] of [
	['video in an audio element', true, 'AUDIO', ['10125 need htmlvideoelement trace']],
	['audio in a video element', false, 'VIDEO', ['10125 need htmlaudioelement trace']],
	['audio in an audio element', false, 'AUDIO', []],
] as const)
	test(`should ${expected.length ? '' : 'not '}report ${what}, and play it`, () => {
		const { stream, errors, element, play } = make(video, nodeName);
		play();
		assert.equal(errors, expected);
		assert.equal([element.plays, !!stream.audioTrack, !!stream.videoTrack], [1, true, nodeName === 'VIDEO']);
		assert.is('playsinline' in element.attributes, nodeName === 'VIDEO');
	});

for (const [options, plays] of [
	[{ autoplay: false }, 0],
	[{}, 1],
] as const)
	test(`should ${plays ? '' : 'not '}start the element with the options ${JSON.stringify(options)}`, () => {
		const { element, play } = make();
		play(options);
		assert.equal([element.kinds, element.plays], [['audio'], plays]);
	});
for (const [what, name, stops, expected] of [
	['report that the browser refuses to play', 'NotAllowedError', false, ['10201 auto play failed trace']],
	['not report a pause by the page', 'AbortError', false, []],
	['not report a refusal after its own stop', 'NotAllowedError', true, []],
] as const)
	test(`should ${what}`, async ({ settle }) => {
		const { stream, errors, element, play } = make();
		element.refusal = Object.assign(new Error(name), { name });
		play();
		if (stops) stream.stop();
		await settle();
		assert.equal(errors, expected);
		assert.is(!element.srcObject, stops, 'the caller may play it muted');
	});
test('should accept an element whose play() returns nothing', () => {
	const { element, play } = make();
	element.play = () => undefined as never;
	play();
});

for (const element of [null, undefined, { nodeName: 'DIV' }])
	test(`should throw 10204 where it is to play in ${element ? element.nodeName : element}`, () => {
		const stream = createRemoteStream(() => assert.unreachable() as never, atOnce);
		assert.throws(
			() => stream.play(element as never),
			({ errorCode, message }: RtsError) =>
				errorCode === 10204 && message === 'need htmlaudioelement or htmlvideoelement',
		);
	});
test('should detach the element, but keep a source the page has set since', () => {
	const { stream, element, play } = make();
	play();
	stream.stop();
	stream.stop();
	assert.is(element.srcObject, null);
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
	assert.equal([!!element.srcObject, !!second.srcObject], [false, true]);
});

test('should mute the element, also one that is given later, and leave it as it is where nothing was set', () => {
	for (const muted of [true, undefined]) {
		const { stream, element, play } = make();
		assert.is(stream.muted, false);
		if (muted) stream.muted = muted;
		else element.muted = true;
		play();
		assert.equal([stream.muted, element.muted], [true, true]);
		stream.muted = false;
		assert.not(element.muted);
		element.muted = true;
		assert.ok(stream.muted, 'it says what the element says');
	}
});

/** The same in WeChat, with its bridge or before it is there; `answer` calls back what the bridge was given last. */
function makeInWeChat(isThere = true) {
	setGlobals({ navigator: { userAgent: WECHAT } });
	const calls: string[] = [];
	let answer = (): void => {};
	const bridge = {
		invoke(name: string, _args: object, done: () => void) {
			calls.push(name);
			answer = done;
		},
	};
	const addBridge = () => void ((window as any).WeixinJSBridge = bridge);
	if (isThere) addBridge();
	return { ...make(), calls, addBridge, answer: () => answer() };
}

test("should play inside a callback of WeChat's bridge, once", async ({ pass, leftovers }) => {
	const { element, play, calls, answer } = makeInWeChat();
	play();
	assert.equal([calls, element.plays], [['getNetworkType'], 0]);
	answer();
	assert.equal([element.plays, leftovers()], [1, 0]);
	answer();
	await pass(2000);
	assert.equal([element.plays, leftovers()], [1, 0]);
});
test("should wait for WeChat's bridge to appear", async ({ pass, fire }) => {
	const { element, play, calls, addBridge, answer } = makeInWeChat(false);
	play();
	await pass(200);
	addBridge();
	fire('WeixinJSBridgeReady');
	fire('WeixinJSBridgeReady');
	answer();
	assert.equal([element.plays, calls.length], [1, 1]);
});
for (const isThere of [false, true])
	test(`should play once when the bridge ${isThere ? 'answers late' : 'is missing'}`, async ({ pass }) => {
		const { element, play, answer } = makeInWeChat(isThere);
		play();
		await pass(499);
		assert.is(element.plays, 0);
		await pass(1);
		answer();
		assert.is(element.plays, 1);
	});
test('should not play an element that was detached during the bridge call', async ({ pass }) => {
	const { stream, element, play } = makeInWeChat();
	play();
	stream.stop();
	await pass(1000);
	assert.is(element.plays, 0);
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
