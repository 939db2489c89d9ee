import * as assert from 'uvu/assert';
import type { RtsError } from '../../../src/rts/play/errors.ts';
import { createStream } from '../../../src/rts/publish/local-stream.ts';
import { FakeElement, FakePeer, FakeSender, FakeTrack, suiteInFakeBrowser } from '../../support/fake-browser.ts';
import { liveTracks, setDevices } from '../../support/fake-devices.ts';

const test = suiteInFakeBrowser('rts local stream');

let tracks: FakeTrack[];
test.before.each(() => void ({ tracks } = setDevices()));

for (const [config, hasVideo, hasScreen] of [
	[{ audio: true }, false, false],
	[{ audio: true, video: true }, true, false],
	[{ audio: true, screen: true }, false, true],
	[{ audio: true, video: true, screen: true }, true, false],
] as const)
	test(`should make a stream of ${Object.keys(config).join()} with the default profiles`, async () => {
		const stream = await createStream(config);
		assert.equal([stream.hasVideo, stream.hasScreen], [hasVideo, hasScreen]);
		assert.equal([stream.videoProfile, stream.screenProfile, stream.traceId], ['360p_1', '720p_1', '']);
		assert.is(stream.audioTrack!.kind, 'audio');
		assert.is(stream.videoTrack?.kind, hasVideo || hasScreen ? 'video' : undefined);
	});
test('should disable and enable tracks, and return whether there are any', async () => {
	const stream = await createStream({ audio: true, video: true });
	const enabled = () => [stream.audioTrack!.enabled, stream.videoTrack!.enabled];
	assert.equal([stream.disableAudio(), enabled()], [true, [false, true]]);
	assert.equal([stream.disableVideo(), enabled()], [true, [false, false]]);
	assert.equal([stream.enableAudio(), stream.enableVideo(), enabled()], [true, true, [true, true]]);
	const withoutVideo = await createStream({ audio: true });
	assert.equal([withoutVideo.disableVideo(), withoutVideo.enableVideo()], [false, false]);
});

/** A stream and the connection that sends its tracks, whose encoder is limited unless that is left to the test. */
async function publish(plan: { audio: boolean; video?: boolean; screen?: boolean }, isLimited = true) {
	const stream = await createStream(plan);
	const pc = new FakePeer({});
	for (const track of stream.mediaStream.getTracks()) pc.addTrack(track as never);
	if (isLimited) await stream.setEncodeParam(pc as never);
	return { stream, pc };
}
test("should limit the encoder to the profile's kbit/s times 1024, and keep the resolution", async () => {
	const { stream, pc } = await publish({ audio: true, video: true });
	const [audio, video] = pc.senders;
	assert.equal(audio!.parameters, { encodings: [{}] });
	assert.equal(video!.parameters, {
		degradationPreference: 'maintain-resolution',
		encodings: [{ maxBitrate: 400 * 1024, maxFramerate: 25 }],
	});
	video!.parameters = {};
	assert.ok(await stream.setVideoProfile('720p_2'));
	assert.is(video!.parameters.encodings[0].maxBitrate, 2000 * 1024);
	assert.equal((stream.videoTrack as never as FakeTrack).constraints, [{ width: 1280, height: 720, frameRate: 30 }]);
	assert.is(stream.videoProfile, '720p_2');
});
test('should limit every encoding, and not set a frame rate that is unknown', async () => {
	const { stream, pc } = await publish({ audio: true, video: true }, false);
	const video = pc.senders[1]!;
	video.parameters = { encodings: [{ rid: 'a' }, { rid: 'b' }] };
	(stream.videoTrack as never as FakeTrack).settings = {};
	pc.senders.unshift(new FakeSender(null));
	await stream.setEncodeParam(pc as never);
	assert.equal(video.parameters.encodings, [
		{ rid: 'a', maxBitrate: 400 * 1024 },
		{ rid: 'b', maxBitrate: 400 * 1024 },
	]);
});
test('should use the screen profile for a screen, and only store the other', async () => {
	const { stream, pc } = await publish({ audio: true, screen: true });
	const video = pc.senders[0]!;
	assert.is(video.parameters.encodings[0].maxBitrate, 800 * 1024);
	await stream.setVideoProfile('4K_3');
	assert.is(video.parameters.encodings[0].maxBitrate, 800 * 1024);
	assert.equal((stream.videoTrack as never as FakeTrack).constraints, []);
	await stream.setScreenProfile('1080p_2');
	assert.is(video.parameters.encodings[0].maxBitrate, 3000 * 1024);
	assert.equal([stream.videoProfile, stream.screenProfile], ['4K_3', '1080p_2']);
});
test('should not accept an unknown profile, or one the camera refuses', async () => {
	const stream = await createStream({ audio: true, video: true });
	assert.not(await stream.setVideoProfile('999p'));
	assert.not(await stream.setVideoProfile('toString'));
	assert.not(await stream.setScreenProfile('360p_1'));
	(stream.videoTrack as never as FakeTrack).failConstraints = true;
	assert.not(await stream.setVideoProfile('720p_2'));
	assert.is(stream.videoProfile, '360p_1');
});
test('should publish in an engine whose encoder cannot be limited', async () => {
	const { stream, pc } = await publish({ audio: true, video: true }, false);
	pc.senders[1]!.failParameters = true;
	await stream.setEncodeParam(pc as never);
});
test('should replace the camera while published', async () => {
	const { stream, pc } = await publish({ audio: true, video: true });
	stream.disableVideo();
	const old = stream.videoTrack;
	const other = new FakeTrack('video');
	pc.senders[1]!.parameters = {};
	await stream.replaceTrack(other as never);
	assert.is(stream.videoTrack, other as never);
	assert.is(pc.senders[1]!.track, other);
	assert.is(pc.senders[1]!.parameters.encodings[0].maxBitrate, 400 * 1024, 'the profile applies to it');
	assert.is(old!.readyState, 'ended');
	assert.not(other.enabled, 'it stays disabled');
	assert.is(liveTracks(tracks), 1);
	assert.is(stream.mediaStream.getTracks().length, 2);
	stream.setReporter();
	await stream.replaceTrack(new FakeTrack('video') as never);
	assert.is(pc.senders[1]!.track, other, 'not in a connection that has ended');
});
test('should leave the track in use as it is where that replaces itself', async () => {
	const stream = await createStream({ audio: true });
	const microphone = stream.audioTrack!;
	let ends = 0;
	stream.on('audioTrackEnded', () => ends++);
	await stream.replaceTrack(microphone);
	assert.equal([microphone.readyState, stream.mediaStream.getTracks()], ['live', [microphone]]);
	microphone.dispatchEvent(new Event('ended'));
	assert.is(ends, 1);
});
test('should replace the microphone, and add a camera where there was none', async () => {
	const stream = await createStream({ audio: true });
	const [microphone, camera] = [new FakeTrack('audio'), new FakeTrack('video')];
	await stream.replaceTrack(microphone as never);
	await stream.replaceTrack(camera as never);
	assert.equal(stream.mediaStream.getTracks(), [microphone, camera]);
	const events: string[] = [];
	for (const event of ['audioTrackEnded', 'videoTrackEnded']) stream.on(event, () => events.push(event));
	camera.stop();
	camera.dispatchEvent(new Event('ended'));
	assert.equal([events, stream.hasVideo], [['videoTrackEnded'], false]);
	stream.muted = false;
	assert.ok(stream.muted, 'without a preview nothing is audible');
});
test('should start a muted preview, and release everything on stop', async () => {
	const stream = await createStream({ audio: true, video: true });
	const element = new FakeElement('VIDEO');
	assert.ok(stream.muted);
	stream.play(element as never);
	assert.equal([element.muted, element.plays, element.srcObject], [true, 1, stream.mediaStream]);
	assert.equal(element.attributes, { playsinline: '' });
	assert.is(stream.mediaElement, element as never);
	stream.muted = false;
	assert.not(element.muted);
	stream.stop();
	stream.stop();
	assert.is(liveTracks(tracks), 0);
	assert.equal([element.srcObject, stream.audioTrack, stream.hasVideo], [null, undefined, false]);
	assert.is(stream.mediaElement, undefined);
});
test('should start a preview in an element whose play() rejects or returns nothing', async ({ settle }) => {
	const stream = await createStream({ audio: true });
	for (const play of [() => Promise.reject(new Error('AbortError')), () => undefined as never]) {
		const element = Object.assign(new FakeElement('VIDEO'), { play });
		stream.play(element as never);
		await settle();
		assert.is(element.srcObject, stream.mediaStream);
	}
});
for (const [options, plays] of [
	[{ autoplay: false }, 0],
	[{}, 1],
	[null, 1],
] as const)
	test(`should show a preview and play it ${plays} times with the options ${JSON.stringify(options)}`, async () => {
		const stream = await createStream({ audio: true });
		const element = new FakeElement('VIDEO');
		stream.play(element as never, options as never);
		assert.equal([element.srcObject, element.plays], [stream.getMediaStream(), plays]);
	});
for (const element of [null, undefined, { nodeName: 'DIV' }])
	test(`should throw 10204 where a preview is to play in ${element ? element.nodeName : element}`, async () => {
		const stream = await createStream({ audio: true });
		assert.throws(
			() => stream.play(element as never),
			({ errorCode, message }: RtsError) =>
				errorCode === 10204 && message === 'need htmlaudioelement or htmlvideoelement',
		);
		assert.is(stream.mediaElement, undefined);
	});

test.run();
