import * as assert from 'uvu/assert';
import { createPlayClient } from '../../../src/rts/play/play.ts';
import { OFFER, rejection, suiteInFakeBrowser, type NegotiationFailure } from '../../support/fake-browser.ts';
import { ADDRESS, idsOf, receiveFrames, recordedClient, subscribedClient } from '../../support/play-fixture.ts';

const test = suiteInFakeBrowser('rts play');
const VP8_OFFER = OFFER.replace('H264', 'VP8');

test('should subscribe, and emit canplay once and media each second', async (browser) => {
	const { client, events, reports, stream, peer, request } = await subscribedClient(browser);
	const media: any[] = [];
	client.on('onPlayEvent', (event) => event.event === 'media' && media.push(event.data));
	assert.is(stream.traceId, 'trace');
	assert.is(request.url, '//h/a/s?k=1');
	assert.equal(Object.keys(JSON.parse(request.body)), ['version', 'sdk_version', 'mode', 'pull_streams', 'jsep']);
	assert.equal(JSON.parse(request.body).pull_streams, [{ url: ADDRESS, amsid: ['rts audio'], vmsid: ['rts video'] }]);
	assert.ok(stream.audioTrack && stream.videoTrack);
	await receiveFrames(browser, peer, 5000);
	assert.equal(events, ['canplay']);
	assert.is(media.length, 5);
	const video = { bytesReceivedPerSecond: 2500, fps: 25, framesDecodedPerSecond: 25, rtt: -1, width: 640, height: 360 };
	assert.equal(media[4], { audio: { bytesReceivedPerSecond: 250, rtt: -1 }, video });
	assert.equal(idsOf(reports), [125, 126, 137]);
	assert.equal(reports[2]![1], { vurl: ADDRESS, cpct: 0, hrct: 0, tcid: 'trace', fsct: 200, ffct: 200, rslt: 0 });
	await client.unsubscribe();
	assert.is(browser.leftovers(), 0);
});

test('should request the wanted media only', async (browser) => {
	for (const [suffix, keys, options] of [
		['@subvideo=no', ['url', 'amsid'], { offerToReceiveAudio: true, offerToReceiveVideo: false }],
		['@subaudio=no', ['url', 'vmsid'], { offerToReceiveAudio: false, offerToReceiveVideo: true }],
	] as const) {
		const { client } = recordedClient();
		client.prepare();
		await browser.settle();
		const unused = browser.last().peer;
		const promise = rejection(client.subscribe(ADDRESS + suffix));
		await browser.settle();
		const { peer, request } = browser.last();
		assert.ok(unused.closed, 'the offer prepared for both is not used');
		assert.equal(Object.keys(JSON.parse(request.body).pull_streams[0]), keys);
		assert.is(JSON.parse(request.body).pull_streams[0].url, ADDRESS);
		assert.equal(peer.offerOptions, options);
		await client.unsubscribe();
		await promise;
	}
	assert.is(browser.leftovers(), 0);
});

test('should send the prepared offer', async (browser) => {
	const { client } = recordedClient();
	client.prepare();
	client.prepare();
	await browser.settle();
	assert.is(browser.peers.length, 1);
	const promise = client.subscribe(ADDRESS);
	await browser.settle();
	assert.is(browser.peers.length, 1);
	assert.equal(browser.peers[0]!.offerOptions, { offerToReceiveAudio: true, offerToReceiveVideo: true });
	browser.last().request.answer();
	await promise;
	await browser.answer(client.subscribe(ADDRESS));
	assert.is(browser.peers.length, 2, 'an offer is used once');
	await client.unsubscribe();
	assert.ok(browser.peers.every((peer) => peer.closed));
});
test('should create another offer when the prepared one lacks H.264', async (browser) => {
	browser.plans = [{ createOffer: VP8_OFFER }, {}];
	const { client } = recordedClient();
	client.prepare();
	await browser.settle();
	await browser.answer(client.subscribe(ADDRESS));
	assert.ok(browser.peers[0]!.closed);
	assert.match(browser.last().request.body, 'H264');
});
test('should not request video that cannot be decoded, but sound alone', async (browser) => {
	browser.plans = [{ createOffer: VP8_OFFER }];
	const { client, reports } = recordedClient();
	const error = await rejection(client.subscribe(ADDRESS));
	assert.equal([error.errorCode, error.message], [10113, 'not support h264']);
	assert.not(browser.requests.some((request) => request.sent));
	assert.equal(idsOf(reports), [137]);
	assert.ok(browser.last().peer.closed);
	assert.is(browser.leftovers(), 0);
	await browser.answer(client.subscribe(`${ADDRESS}@subvideo=no`));
});
test('should close a prepared offer on unsubscribe', async (browser) => {
	const { client } = recordedClient();
	client.prepare();
	await client.unsubscribe();
	assert.ok(browser.last().peer.closed);
	assert.is(browser.leftovers(), 0);
});

const answer: NegotiationFailure[2] = (request) => request.answer();
// Every path to a rejection.
for (const [what, plan, act, code, message, traceId = ''] of [
	['no peer connection', { construct: new ReferenceError('not defined') }, undefined, 10114, 'not defined'],
	['an offer that fails', { createOffer: new Error('no codecs') }, undefined, 10114, 'no codecs'],
	['an offer that fails without a message', { createOffer: new Error('') }, undefined, 10114, 'create offer error'],
	['a local description refused', { setLocal: new Error('x') }, undefined, 10114, 'setLocalDescription error'],
	['a local description that is gone', { noLocal: true }, undefined, 10114, 'no sdp'],
	['a network failure', {}, (request) => request.onerror!(), 10205, 'Network Error'],
	['a timeout', {}, (request) => request.ontimeout!(), 10205, 'timeout of 5000ms exceeded'],
	['an abort', {}, (request) => request.abort(), 10205, 'Request aborted'],
	['status 403', {}, (request) => request.reply(403, ''), 10205, 'response status:403'],
	['status 204', {}, (request) => request.reply(204, ''), 10101, 'response status:204'],
	['a body of null', {}, (request) => request.reply(200, 'null'), 10101, 'response is null'],
	['a body that is no JSON', {}, (request) => request.reply(200, '<html>'), 10206, 'set answer error'],
	['no answer', {}, (request) => request.answer({ jsep: null }), 10206, 'set answer error', 'trace'],
	['an answer refused', { setRemote: new Error('x') }, answer, 10206, 'set answer error', 'trace'],
] as NegotiationFailure[])
	test(`should reject on ${what}`, async (browser) => {
		browser.plans = [plan];
		const { client, events, reports } = recordedClient();
		const promise = rejection(client.subscribe(ADDRESS));
		await browser.settle();
		act?.(browser.last().request);
		const error = await promise;
		const { extraInfo, status = 0, ...fields } = JSON.parse(JSON.stringify(error));
		assert.equal({ ...fields, message: error.message }, { errorCode: code, message, traceId });
		assert.is(!!extraInfo, status >= 300, 'the reply, where it is the error');
		assert.is(status, +(/status.*(\d{3})$/.exec(message)?.[1] ?? 0), 'the status of a refusal');
		assert.equal(events, [], 'a rejection is not emitted as well');
		const [cpct, hrct] = [code === 10114 ? -1 : 0, code === 10206 ? 0 : -1];
		assert.equal(reports.at(-1), [137, { vurl: ADDRESS, cpct, hrct, tcid: traceId, fsct: -1, ffct: -1, rslt: -1 }]);
		assert.ok(browser.peers.every((peer) => peer.closed));
		assert.is(browser.leftovers(), 0);
	});

test('should call what waits for the offer once, before its request', async (browser) => {
	const states: boolean[] = [];
	const client = createPlayClient({ onOffer: () => states.push(browser.requests.some(({ sent }) => sent)) });
	const promise = client.subscribe(ADDRESS);
	assert.equal(states, []);
	await browser.answer(promise);
	assert.equal(states, [false]);
});
test("should apply the server's answer", async (browser) => {
	const promise = createPlayClient().subscribe(ADDRESS);
	await browser.settle();
	browser.last().request.answer({ jsep: { type: 'answer', sdp: 'v=0\r\na=extmap-allow-mixed\r\ns=-\r\n', more: 1 } });
	await promise;
	const { type, sdp } = browser.last().peer.remote as RTCSessionDescriptionInit;
	assert.is(type, 'answer');
	// Sections that the server leaves out are rejected.
	assert.match(sdp!, /^v=0\r\ns=-\r\nm=audio 0 .*[^]*m=video 0 /);
});
test('should find the tracks in an engine without track events', async (browser) => {
	browser.plans = [{ noTrackEvents: true }];
	const { stream } = await subscribedClient(browser);
	assert.ok(stream.audioTrack && stream.videoTrack);
});
for (const [what, url, code, message] of [
	['another scheme', 'http://h/a/s', 10202, 'url need artc://'],
	['no address', '', 10202, 'url need artc://'],
	['nothing wanted', `${ADDRESS}@subaudio=no&subvideo=no`, 10203, 'subscribe nothing'],
] as const)
	test(`should reject on ${what} without a request`, async (browser) => {
		const error = await rejection(recordedClient().client.subscribe(url));
		assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
		assert.equal([browser.peers.length, browser.leftovers()], [0, 0]);
		assert.not(browser.requests.some((request) => request.sent));
	});

test.run();
