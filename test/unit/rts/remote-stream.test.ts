import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRemoteStream, type RemoteStream } from '../../../src/rts/remote-stream.ts';
import { FakeElement, FakeMediaStream, FakeTrack, inScene } from '../../support/rtc-fakes.ts';

const test = suite('rts remote stream');
const WECHAT =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.69(0x18004539) NetType/WIFI Language/zh_CN';

function make(video = true): { stream: RemoteStream; media: FakeMediaStream; told: string[]; frames: () => number } {
	const told: string[] = [];
	let frames = 0;
	const media = new FakeMediaStream([new FakeTrack('audio'), new FakeTrack('video')]);
	const stream = createRemoteStream({
		mediaStream: media as never,
		traceId: 'trace',
		video,
		onFrame: () => frames++,
		onError: (error) => told.push(`${error.errorCode} ${error.message} ${error.traceId}`),
	});
	return { stream, media, told, frames: () => frames };
}
const refusal = (name: string): Error => Object.assign(new Error(name), { name });

test(
	'should play inline, also in X5 and WeChat, with the attributes set before the source',
	inScene(async ({ settle }) => {
		const { stream, media, told } = make();
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
		assert.equal(element.sources, [null, media]);
		assert.is(element.plays, 1);
		assert.is(stream.mediaElement, element as never);
		assert.equal(told, []);
	}),
);
test(
	'should play sound only in an audio element',
	inScene(() => {
		const { stream, media } = make(false);
		const element = new FakeElement('AUDIO');
		stream.play(element as never);
		assert.is(media.getVideoTracks().length, 0);
		assert.equal(element.attributes, {});
		assert.is(stream.videoTrack, undefined);
		assert.ok(stream.audioTrack);
	}),
);

for (const [what, video, nodeName, expected] of [
	['a picture in an audio element', true, 'AUDIO', ['10125 need htmlvideoelement trace']],
	['sound in a video element', false, 'VIDEO', ['10125 need htmlaudioelement trace']],
	['a picture in a video element', true, 'VIDEO', []],
	['sound in an audio element', false, 'AUDIO', []],
] as const)
	test(
		`should ${expected.length ? '' : 'not '}mind ${what}, and play it`,
		inScene(() => {
			const { stream, told } = make(video);
			const element = new FakeElement(nodeName);
			stream.play(element as never);
			assert.equal(told, expected);
			assert.is(element.plays, 1);
		}),
	);

test(
	'should tell that the browser refuses to play, and let the caller play it silent',
	inScene(async ({ settle }) => {
		const { stream, media, told } = make();
		const element = new FakeElement('VIDEO');
		element.refusal = refusal('NotAllowedError');
		stream.play(element as never);
		await settle();
		assert.equal(told, ['10201 auto play failed trace']);
		assert.is(element.srcObject, media);
		stream.muted = true;
		element.refusal = undefined;
		await (element as unknown as HTMLVideoElement).play();
		assert.ok(element.muted);
		assert.is(told.length, 1);
	}),
);
test(
	'should not take a pause by the page, or its own stop, for a refusal',
	inScene(async ({ settle }) => {
		const first = make();
		const element = new FakeElement('VIDEO');
		element.refusal = refusal('AbortError');
		first.stream.play(element as never);
		await settle();
		assert.equal(first.told, []);
		const second = make();
		element.refusal = refusal('NotAllowedError');
		second.stream.play(element as never);
		second.stream.stop();
		await settle();
		assert.equal(second.told, []);
	}),
);
test(
	'should take an element whose play returns nothing',
	inScene(() => {
		const { stream } = make();
		const element = new FakeElement('VIDEO');
		element.play = () => undefined as never;
		stream.play(element as never);
	}),
);

test(
	'should let go of the element, but not of what the page has put there since',
	inScene(() => {
		const { stream, frames } = make();
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		stream.stop();
		stream.stop();
		assert.is(element.srcObject, null);
		assert.is(element.listeners, 0);
		element.readyState = 4;
		element.dispatchEvent(new Event('loadeddata'));
		assert.is(frames(), 0);
		stream.play(element as never);
		element.srcObject = 'replay';
		stream.stop();
		assert.is(element.srcObject, 'replay');
	}),
);
test(
	'should move from one element to another',
	inScene(() => {
		const { stream, media } = make();
		const [first, second] = [new FakeElement('VIDEO'), new FakeElement('VIDEO')];
		stream.play(first as never);
		stream.play(second as never);
		assert.equal([first.srcObject, first.listeners], [null, 0]);
		assert.is(second.srcObject, media);
	}),
);

test(
	'should silence the element, also one that comes later',
	inScene(() => {
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
	}),
);
test(
	'should leave a served silent element silent when nothing was said about it',
	inScene(() => {
		const { stream } = make();
		const element = new FakeElement('VIDEO');
		element.muted = true;
		stream.play(element as never);
		assert.ok(element.muted);
	}),
);

test(
	'should play inside the callback of the bridge of WeChat',
	inScene(async ({ pass, leftovers }) => {
		const asked: string[] = [];
		let answer = (): void => {};
		(window as any).WeixinJSBridge = {
			invoke: (name: string, _args: object, done: () => void) => {
				asked.push(name);
				answer = done;
			},
		};
		const { stream } = make();
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		assert.equal([asked, element.plays], [['getNetworkType'], 0]);
		answer();
		assert.is(element.plays, 1);
		await pass(2000);
		assert.is(element.plays, 1);
		assert.is(leftovers(), 0);
	}, WECHAT),
);
test(
	'should wait for the bridge of WeChat to appear',
	inScene(async ({ pass, fire }) => {
		const { stream } = make();
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		await pass(200);
		(window as any).WeixinJSBridge = { invoke: (_name: string, _args: object, done: () => void) => done() };
		fire('WeixinJSBridgeReady');
		assert.is(element.plays, 1);
		await pass(2000);
		assert.is(element.plays, 1);
	}, WECHAT),
);
test(
	'should play without the bridge when it is silent or absent',
	inScene(async ({ pass }) => {
		for (const bridge of [undefined, { invoke: () => {} }]) {
			(window as any).WeixinJSBridge = bridge;
			const element = new FakeElement('VIDEO');
			make().stream.play(element as never);
			await pass(450);
			assert.is(element.plays, 0);
			await pass(100);
			assert.is(element.plays, 1);
		}
	}, WECHAT),
);
test(
	'should not play an element that was left while the bridge was asked',
	inScene(async ({ pass }) => {
		const { stream } = make();
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		stream.stop();
		await pass(1000);
		assert.is(element.plays, 0);
	}, WECHAT),
);

test.run();
