import * as assert from 'uvu/assert';
import type { RtsError } from '../../../src/rts/errors.ts';
import { createReceivedStream } from '../../../src/rts/received-stream.ts';
import { createRemoteStream, prepareElement } from '../../../src/rts/remote-stream.ts';
import { suiteInFakeBrowser, setGlobals } from '../../support/fake-browser.ts';
import { FakeElement } from '../../support/fake-element.ts';
import { FakeMediaStream, FakeTrack } from '../../support/rtc-fakes.ts';

const test = suiteInFakeBrowser('rts remote stream');
const WECHAT =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.69(0x18004539) NetType/WIFI Language/zh_CN';

function make(video = true) {
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
	return { stream, received, media, errors };
}
const refusal = (name: string): Error => Object.assign(new Error(name), { name });

test('should play inline, also in X5 and WeChat, with the attributes set before the source', async ({ settle }) => {
	const { stream, errors } = make();
	const element = new FakeElement('VIDEO');
	element.attributes.id = 'served';
	stream.play(element as never);
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
	const { stream, media } = make(false);
	const element = new FakeElement('AUDIO');
	stream.play(element as never);
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
		const { stream, errors } = make(video);
		const element = new FakeElement(nodeName);
		stream.play(element as never);
		assert.equal(errors, expected);
		assert.is(element.plays, 1);
	});

for (const [options, plays] of [
	[{ autoplay: false }, 0],
	[{ autoplay: true }, 1],
	[{}, 1],
] as const)
	test(`should ${plays ? '' : 'not '}start the element with the options ${JSON.stringify(options)}`, () => {
		const { stream } = make();
		const element = new FakeElement('VIDEO');
		stream.play(element as never, options);
		assert.equal([element.kinds, element.plays], [['audio'], plays]);
	});
test('should report that the browser refuses to play, and let the caller play it muted', async ({ settle }) => {
	const { stream, errors } = make();
	const element = new FakeElement('VIDEO');
	element.refusal = refusal('NotAllowedError');
	stream.play(element as never);
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
	const element = new FakeElement('VIDEO');
	element.refusal = refusal('AbortError');
	first.stream.play(element as never);
	await settle();
	assert.equal(first.errors, []);
	const second = make();
	element.refusal = refusal('NotAllowedError');
	second.stream.play(element as never);
	second.stream.stop();
	await settle();
	assert.equal(second.errors, []);
});
test('should accept an element whose play() returns nothing', () => {
	const { stream } = make();
	const element = new FakeElement('VIDEO');
	element.play = () => undefined as never;
	stream.play(element as never);
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
	const { stream } = make();
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	stream.stop();
	stream.stop();
	assert.is(element.srcObject, null);
	assert.is(element.listeners, 0);
	stream.play(element as never);
	element.srcObject = 'replay';
	stream.stop();
	assert.is(element.srcObject, 'replay');
});
test('should move from one element to another', () => {
	const { stream } = make();
	const [first, second] = [new FakeElement('VIDEO'), new FakeElement('VIDEO')];
	stream.play(first as never);
	stream.play(second as never);
	assert.equal([first.srcObject, first.listeners], [null, 0]);
	assert.ok(second.srcObject);
});

test('should mute the element, also one that is given later', () => {
	const { stream } = make();
	assert.is(stream.muted, false);
	stream.muted = true;
	assert.is(stream.muted, true);
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	assert.ok(element.muted);
	stream.muted = false;
	assert.not(element.muted);
	element.muted = true;
	assert.ok(stream.muted, 'it says what the element says');
});
test('should keep a muted element muted when `muted` was not set', () => {
	const { stream } = make();
	const element = new FakeElement('VIDEO');
	element.muted = true;
	stream.play(element as never);
	assert.ok(element.muted);
});

test("should play inside a callback of WeChat's bridge", async ({ pass, leftovers }) => {
	setGlobals({ navigator: { userAgent: WECHAT } });
	const calls: string[] = [];
	let finish = (): void => {};
	(window as any).WeixinJSBridge = {
		invoke: (name: string, _args: object, done: () => void) => {
			calls.push(name);
			finish = done;
		},
	};
	const { stream } = make();
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	assert.equal([calls, element.plays], [['getNetworkType'], 0]);
	finish();
	assert.is(element.plays, 1);
	assert.is(leftovers(), 0);
	finish();
	await pass(2000);
	assert.is(element.plays, 1);
	assert.is(leftovers(), 0);
});
test("should wait for WeChat's bridge to appear", async ({ pass, fire }) => {
	setGlobals({ navigator: { userAgent: WECHAT } });
	const { stream } = make();
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	await pass(200);
	let calls = 0;
	(window as any).WeixinJSBridge = { invoke: (_name: string, _args: object, done: () => void) => (calls++, done()) };
	fire('WeixinJSBridgeReady');
	fire('WeixinJSBridgeReady');
	assert.equal([element.plays, calls], [1, 1]);
	await pass(2000);
	assert.is(element.plays, 1);
});
test('should play without the bridge when it does not answer or is missing', async ({ pass }) => {
	setGlobals({ navigator: { userAgent: WECHAT } });
	for (const bridge of [undefined, { invoke: () => {} }]) {
		(window as any).WeixinJSBridge = bridge;
		const element = new FakeElement('VIDEO');
		make().stream.play(element as never);
		await pass(499);
		assert.is(element.plays, 0);
		await pass(1);
		assert.is(element.plays, 1);
	}
});
test('should not play an element that was detached during the bridge call', async ({ pass }) => {
	setGlobals({ navigator: { userAgent: WECHAT } });
	const { stream } = make();
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	stream.stop();
	await pass(1000);
	assert.is(element.plays, 0);
});
test('should not play again when the bridge answers after the timeout', async ({ pass }) => {
	setGlobals({ navigator: { userAgent: WECHAT } });
	let finish = (): void => {};
	(window as any).WeixinJSBridge = { invoke: (_name: string, _args: object, done: () => void) => (finish = done) };
	const element = new FakeElement('VIDEO');
	make().stream.play(element as never);
	await pass(500);
	finish();
	assert.is(element.plays, 1);
});

for (const [what, readyState, kinds] of [
	['add the video to an element that plays', 4, ['audio', 'video']],
	['not add the video to an element that has yet to start', 0, ['audio']],
] as const)
	test(`should ${what} when the track unmutes`, () => {
		const { stream, media } = make();
		const [, video] = media.tracks;
		video!.onunmute!();
		const element = new FakeElement('VIDEO');
		element.readyState = readyState;
		stream.play(element as never);
		assert.equal(element.kinds, ['audio']);
		video!.onunmute!();
		assert.equal(element.kinds, kinds);
	});
test('should play video without sound from the start', () => {
	const { stream, media } = make();
	media.removeTrack(media.tracks[0]!);
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	assert.equal(element.kinds, ['video']);
});

test.run();
