import * as assert from 'uvu/assert';
import { FakeElement, FakeMediaStream, FakeTrack, setGlobals } from '../../support/fake-browser.ts';
import { ADDRESS, recordedPublisher, suiteWithDevices } from '../../support/publisher-fixture.ts';

const test = suiteWithDevices('rts publisher');

test('should publish both tracks and receive nothing', async (browser) => {
	const { publisher, stream, reports } = await recordedPublisher();
	const promise = publisher.publish(ADDRESS, stream);
	await browser.settle();
	const { peer, request } = browser.last();
	const kinds = peer.senders.map(({ track }) => track!.kind);
	assert.equal(kinds, ['audio', 'video']);
	assert.equal(peer.offerOptions, { offerToReceiveAudio: false, offerToReceiveVideo: false });
	assert.is(request.url, '//h/a/s?k=1');
	assert.is(request.timeout, 5000);
	const body = JSON.parse(request.body);
	assert.equal(Object.keys(body), ['version', 'sdk_version', 'mode', 'push_stream', 'jsep']);
	assert.equal([body.version, body.sdk_version, body.mode, body.push_stream], [2, '0.0.1', 'rtc', ADDRESS]);
	assert.match(body.jsep.sdp, 'a=rtcp-fb:111 nack');
	request.answer();
	assert.is(await promise, 'trace');
	assert.is(stream.traceId, 'trace');
	assert.is(peer.senders[1]!.parameters.encodings[0].maxBitrate, 400 * 1024);
	assert.equal(reports, [[220, { purl: ADDRESS, coct: 0, hrct: 0, act: 0, tcid: 'trace' }]]);
	await publisher.unpublish();
	await publisher.unpublish();
	assert.equal(reports.slice(1), [[221, undefined]]);
	assert.ok(peer.closed);
	assert.is(stream.traceId, '');
	assert.ok(stream.audioTrack!.readyState === 'live', 'the local stream keeps its devices');
	assert.is(browser.leftovers(), 0);
});
test('should offer H.264 before the other codecs of the video', async (browser) => {
	setGlobals({
		RTCRtpSender: {
			getCapabilities: (kind: string) => ({
				codecs: ['VP8', 'H264', 'rtx'].map((name) => ({ mimeType: `${kind}/${name}` })),
			}),
		},
	});
	const { publisher, stream } = await recordedPublisher();
	await browser.answer(publisher.publish(ADDRESS, stream));
	const codecs = browser.last().peer.senders.map(({ codecs }) => codecs);
	assert.equal(codecs, [[], ['video/H264', 'video/VP8', 'video/rtx']]);
});
test('should report what is done to a stream only while it is published', async (browser) => {
	const { publisher, stream, reports } = await recordedPublisher();
	stream.disableAudio();
	assert.equal(reports, []);
	await browser.answer(publisher.publish(ADDRESS, stream));
	reports.length = 0;
	for (const act of ['disableAudio', 'enableAudio', 'disableVideo', 'enableVideo'] as const) stream[act]();
	await stream.setVideoProfile('480p_2');
	await stream.setScreenProfile('1080p_1');
	stream.play(new FakeElement('VIDEO') as never);
	stream.stop();
	assert.equal(reports, [
		[233, undefined],
		[232, undefined],
		[235, undefined],
		[234, undefined],
		[230, { vp: '480p_2' }],
		[231, { sp: '1080p_1' }],
		[237, { tp: 'VIDEO' }],
		[236, { tp: 0 }],
	]);
	await publisher.unpublish();
	reports.length = 0;
	stream.disableAudio();
	assert.equal(reports, []);
});

test('should post the offer to another URL, with the unchanged address as the stream', async (browser) => {
	const { publisher, stream } = await recordedPublisher();
	const address = `${ADDRESS}@subvideo=no`;
	await browser.answer(publisher.publish(address, stream, { signalUrl: '//signal/push' }));
	const { url, body } = browser.last().request;
	assert.equal([url, JSON.parse(body).push_stream], ['//signal/push', address]);
});
/** A stream of the page's own, as in the demonstration of the SDK 2.2.7. */
const ownStream = (calls: string[], fail = false) => {
	const mediaStream = new FakeMediaStream([new FakeTrack('audio'), new FakeTrack('video')]);
	const call = (name: string) => (value: unknown) => {
		calls.push(value ? name : `${name} nothing`);
		if (fail) throw new Error(name);
	};
	return {
		mediaStream: mediaStream as never,
		audioTrack: mediaStream.getAudioTracks()[0] as never,
		videoTrack: mediaStream.getVideoTracks()[0] as never,
		setEncodeParam: call('setEncodeParam'),
		setReporter: call('setReporter'),
	};
};
test("should publish a stream of the page's own, and end it", async (browser) => {
	const { publisher } = await recordedPublisher();
	const calls: string[] = [];
	assert.is(await browser.answer(publisher.publish(ADDRESS, ownStream(calls))), 'trace');
	assert.equal(calls, ['setReporter', 'setEncodeParam']);
	await publisher.unpublish();
	assert.equal(calls.slice(2), ['setReporter nothing']);
	assert.ok(browser.last().peer.closed);
});
test('should publish and end also a stream whose functions throw, and one that cannot be changed', async (browser) => {
	for (const stream of [ownStream([], true), Object.freeze(ownStream([]))]) {
		const { publisher } = await recordedPublisher();
		const before = browser.leftovers();
		assert.is(await browser.answer(publisher.publish(ADDRESS, stream)), 'trace');
		await publisher.unpublish();
		await browser.settle();
		assert.ok(browser.last().peer.closed);
		assert.is(
			browser.leftovers() - before,
			2,
			'a timer for each exception, which makes it an uncaught error of the page',
		);
	}
});

test.run();
