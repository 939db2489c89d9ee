import * as assert from 'uvu/assert';
import { createStream, type LocalStream } from '../../../src/rts/publish/local-stream.ts';
import { createPublisher } from '../../../src/rts/publish/publisher.ts';
import {
	FakeElement,
	FakeMediaStream,
	FakeTrack,
	type NegotiationFailure,
	rejection,
	setGlobals,
	suiteInFakeBrowser,
} from '../../support/fake-browser.ts';
import { setDevices } from '../../support/fake-devices.ts';

const test = suiteInFakeBrowser('rts publisher');
const ADDRESS = 'artc://h/a/s?k=1';
test.before.each(() => void setDevices());

/** A publisher with a stream for it, and what it emits and reports. */
async function recordedPublisher() {
	const errors: string[] = [];
	const statuses: number[] = [];
	const reports: [number, any][] = [];
	const publisher = createPublisher(
		(id, args) => reports.push([id, args && { ...args }]),
		(event, payload: any) => {
			if (event === 'onError') errors.push(`${payload.errorCode} ${payload.message} ${payload.traceId}`);
			else statuses.push(payload.status);
		},
	);
	const stream = await createStream({ audio: true, video: true });
	return { publisher, stream, errors, statuses, reports };
}

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

const answer: NegotiationFailure[2] = (request) => request.answer();
for (const [what, plan, act, code, message, traceId = ''] of [
	['an offer that fails', { createOffer: new Error('no codecs') }, undefined, 10114, 'no codecs'],
	['a network failure', {}, (request) => request.onerror!(), 10205, 'Network Error'],
	['no answer', {}, (request) => request.answer({ jsep: null }), 10206, 'no type', 'trace'],
	['an answer refused', { setRemote: new Error('native') }, answer, 10206, 'native', 'trace'],
	['one without a message', { setRemote: new Error('') }, answer, 10206, 'set answer error', 'trace'],
] as NegotiationFailure[])
	test(`should reject on ${what}`, async (browser) => {
		browser.plans = [plan];
		const { publisher, stream, reports, errors } = await recordedPublisher();
		const promise = rejection(publisher.publish(ADDRESS, stream));
		await browser.settle();
		act?.(browser.last().request);
		const error = await promise;
		assert.equal([error.errorCode, error.message, error.traceId], [code, message, traceId]);
		const [coct, hrct] = [code === 10114 ? -1 : 0, code === 10206 ? 0 : -1];
		await publisher.unpublish();
		// Nothing was published, so nothing ends.
		assert.equal(reports, [[220, { purl: ADDRESS, coct, hrct, act: -1, tcid: traceId }]]);
		assert.equal([errors, browser.leftovers()], [[], 0]);
	});
for (const [what, url, make, code, message] of [
	['another scheme', 'rtmp://h/a/s', (s: LocalStream) => s, 10300, 'url need artc://'],
	['no stream', ADDRESS, () => undefined, 10301, 'publish need audiotrack'],
	['a stream without audio', ADDRESS, (s: LocalStream) => (s.stop(), s), 10301, 'publish need audiotrack'],
] as const)
	test(`should reject on ${what} without a request`, async (browser) => {
		const { publisher, stream, reports } = await recordedPublisher();
		const error = await rejection(publisher.publish(url, make(stream) as LocalStream));
		assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
		assert.equal([browser.peers.length, reports.length, browser.leftovers()], [0, 0, 0]);
	});

for (const isReplaced of [false, true])
	test(`should release everything when ${isReplaced ? 'replaced by another stream' : 'ended'} during the request`, async (browser) => {
		const { publisher, stream, errors } = await recordedPublisher();
		const first = rejection(publisher.publish(ADDRESS, stream));
		await browser.settle();
		const { peer } = browser.last();
		const second = isReplaced && rejection(publisher.publish(ADDRESS, stream));
		if (!second) await publisher.unpublish();
		assert.is((await first).errorCode, 10205);
		assert.ok(peer.closed);
		await publisher.unpublish();
		await second;
		await browser.pass(6000);
		assert.equal([errors, browser.leftovers()], [[], 0]);
	});
test('should report once that the connection has failed', async (browser) => {
	const { publisher, stream, errors, statuses, reports } = await recordedPublisher();
	await browser.answer(publisher.publish(ADDRESS, stream));
	const { peer } = browser.last();
	peer.connection('connected');
	peer.connection('disconnected');
	peer.connection('failed');
	peer.ice('failed');
	assert.equal(errors, ['10209 PC disconnected trace']);
	assert.equal(statuses, [1, 2, 3, 0]);
	assert.equal(reports.slice(1), [[150, { err: 10209 }]]);
});
test('should report once that the server has closed the connection, and not its own end', async (browser) => {
	const { publisher, stream, errors } = await recordedPublisher();
	const publish = async () => {
		const promise = publisher.publish(ADDRESS, stream);
		await browser.settle();
		const { peer, request } = browser.last();
		const transport = (peer.senders[0]!.transport = { state: 'connected', onstatechange() {} });
		request.answer();
		await promise;
		transport.onstatechange();
		transport.state = 'closed';
		return transport;
	};
	const transport = await publish();
	assert.equal(errors, []);
	transport.onstatechange();
	transport.onstatechange();
	assert.equal(errors, ['10209 PC disconnected trace']);
	const next = await publish();
	await publisher.unpublish();
	next.onstatechange();
	assert.is(errors.length, 1);
});

test.run();
