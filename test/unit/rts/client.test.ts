import * as assert from 'uvu/assert';
import * as rts from '../../../src/rts/index.ts';
import type { ReportFields } from '../../../src/rts/sdk/reporter.ts';
import {
	ANSWER,
	FakeElement,
	FakeMediaStream,
	FakeTrack,
	rejection,
	suiteInFakeBrowser,
} from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts client');
const ADDRESS = 'artc://h/a/s';
const { DISCONNECTED, CONNECTING, CONNECTED, RECONNECTING } = rts.ConnectStatus;

test('should export the error codes as values', () => assert.is(rts.ErrorCode.ERROR_PLAY_FAILED, 10102));
test('should export the functions of the SDK in each of its three forms', () => {
	for (const shape of [rts, rts.default, rts.AliRTS])
		for (const name of ['createClient', 'createStream', 'getMicList', 'getCameraList'] as const)
			assert.type(shape[name], 'function');
});
test('should have the methods of a client of the SDK', () => {
	const client = rts.createClient();
	const methods =
		'getVersion isSupport subscribe unsubscribe startLiveStream stopLiveStream muteLiveStream publish unpublish on once off ' +
		'removeAllListeners emit listeners getTransportStats getRemoteVideoStats getRemoteAudioStats';
	for (const name of methods.split(' ')) assert.type(client[name as keyof typeof client], 'function', name);
	assert.type(rts.createClient(null).subscribe, 'function');
	const payloads: unknown[] = [];
	client.on('own', (payload) => payloads.push(payload)).emit('own', 7);
	assert.equal(payloads, [7]);
	assert.equal([client.listeners('own').length, client.listeners('other')], [1, []]);
	assert.equal([client.emit('own', 8), client.emit('other', 9)], [true, false]);
	assert.is(client.getVersion(), '2.0.0');
	const listener = (): void => {};
	assert.is(client.on('own', listener).once('own', listener).off('own', listener).removeAllListeners('own'), client);
	assert.equal(client.listeners('own'), []);
});

test('should start a live stream in an element, and stop it', async (browser) => {
	const reports: ReportFields[] = [];
	const client = rts.createClient({ customReporter: (fields) => reports.push(fields) });
	const element = new FakeElement('VIDEO');
	assert.is(await browser.answer(client.startLiveStream(ADDRESS, element as never)), 'trace');
	assert.not(element.srcObject, 'before any media the element would say that it plays');
	browser.last().peer.stats = [{ type: 'inbound-rtp', kind: 'video', bytesReceived: 10, framesDecoded: 1 }];
	await browser.pass(200);
	assert.ok(element.srcObject);
	const ids = reports.map(({ msgid }) => msgid);
	assert.equal(ids, [200, 120, 125, 126, 137]);
	assert.is(reports[1]!.tid, reports[4]!.tid);
	await client.stopLiveStream();
	assert.is(reports[5]!.msgid, 121);
	assert.is(element.srcObject, null);
	assert.ok(browser.last().peer.closed);
});
test('should refuse to start without a media element, before any request', async (browser) => {
	for (const element of [undefined, 'video']) {
		const error = await rejection(rts.createClient().startLiveStream(ADDRESS, element as never));
		assert.equal([error.errorCode, browser.requests.length], [10204, 0]);
	}
});
test('should restart ICE in a WHEP session that has lost its server', async (browser) => {
	const promise = rts.createClient().subscribe('wheps://h/a');
	await browser.settle();
	browser.last().request.reply(201, ANSWER.sdp, { location: '/s/1', etag: '"7"' });
	await promise;
	for (const state of ['connected', 'disconnected']) browser.last().peer.ice(state);
	await browser.settle();
	assert.is(browser.fetches[0]!.method, 'PATCH');
});
test('should mute the stream, whether it is subscribed before or after', async (browser) => {
	const client = rts.createClient();
	assert.is(client.muteLiveStream(true), true);
	const stream = await browser.answer(client.subscribe(ADDRESS));
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	browser.last().peer.stats = [{ type: 'inbound-rtp', kind: 'audio', bytesReceived: 10 }];
	await browser.pass(200);
	assert.ok(element.muted);
	client.muteLiveStream(false);
	assert.not(element.muted);
	const next = client.subscribe(ADDRESS);
	client.muteLiveStream(true);
	assert.not(element.muted, 'the element of the stream that has ended is not changed');
	await browser.settle();
	browser.last().request.answer();
	assert.is(await next, stream, 'a client has one stream object');
	const other = new FakeElement('VIDEO');
	stream.play(other as never);
	browser.last().peer.stats = [{ type: 'inbound-rtp', kind: 'audio', bytesReceived: 10 }];
	await browser.pass(200);
	assert.equal([other.muted, stream.mediaElement], [true, other as never]);
	await client.unsubscribe();
});
test('should emit the status of its connection, and post the offer to another URL', async (browser) => {
	const client = rts.createClient();
	const statuses: rts.ConnectStatus[] = [];
	client.on('connectStatusChange', ({ status }) => statuses.push(status));
	await browser.answer(client.subscribe(ADDRESS, { signalUrl: '/signal' }));
	const { request, peer } = browser.last();
	assert.is(request.url, '/signal');
	for (const state of ['connected', 'disconnected', 'connected']) peer.connection(state);
	await client.unsubscribe();
	assert.equal(statuses, [CONNECTING, CONNECTED, RECONNECTING, CONNECTED]);
});
test('should emit the status of ICE in an engine without a connection state, also one before the answer', async (browser) => {
	const client = rts.createClient();
	const statuses: rts.ConnectStatus[] = [];
	client.on('connectStatusChange', ({ status }) => statuses.push(status));
	const promise = client.subscribe(ADDRESS);
	await browser.settle();
	const { peer } = browser.last();
	Object.assign(peer, { connectionState: '', iceConnectionState: 'completed' });
	await browser.answer(promise);
	assert.equal(statuses, [CONNECTING, CONNECTED]);
	for (const state of ['connected', 'disconnected', 'failed', 'closed']) peer.ice(state);
	assert.equal(statuses.slice(2), [RECONNECTING, DISCONNECTED]);
});
for (const [playConfig, config, timeout] of [
	[undefined, undefined, 5000],
	[{ playTimeOut: 800 }, undefined, 800],
	[{ playTimeOut: 800 }, { playTimeOut: 300 }, 300],
	[{}, {}, 5000],
] as const)
	test(`should have a play timeout of ${timeout} ms, by ${JSON.stringify([playConfig, config])}`, async (browser) => {
		const client = rts.createClient({ playConfig });
		const error = rejection(client.subscribe(ADDRESS, config));
		await browser.settle();
		assert.is(browser.last().request.timeout, timeout);
		await client.unsubscribe();
		await error;
	});
test('should emit errors of playing and of publishing as one event, and report them', async (browser) => {
	const reports: number[] = [];
	const client = rts.createClient({ customReporter: ({ msgid }) => reports.push(msgid) });
	const codes: number[] = [];
	client.on('onError', ({ errorCode }) => codes.push(errorCode));
	await browser.answer(client.subscribe(ADDRESS));
	browser.last().peer.ice('failed');
	assert.equal(codes, [10209]);
	assert.is(reports.filter((id) => id === 150).length, 1);

	const mediaStream = new FakeMediaStream([new FakeTrack('audio')]);
	const stream = { mediaStream, audioTrack: mediaStream.getAudioTracks()[0] };
	await browser.answer(client.publish(ADDRESS, stream as never));
	browser.last().peer.ice('failed');
	assert.equal(codes, [10209, 10209]);
	assert.is(reports.filter((id) => id === 150).length, 2);
});

test.run();
