import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlayClient, type PlayClient, type PlayClientOptions } from '../../../src/rts/play.ts';
import { FakeElement, FakePeer, inScene, OFFER, rejection, type Scene } from '../../helpers/rtc-fakes.ts';

const test = suite('rts play');
const URL = 'artc://h/a/s?k=1';
const VP8_OFFER = OFFER.replace('H264', 'VP8');

/** Notes everything a client tells. */
function watched(options: PlayClientOptions = {}): { client: PlayClient; told: string[]; reports: [number, any][] } {
	const told: string[] = [];
	const reports: [number, any][] = [];
	const client = createPlayClient({ report: (id, args) => reports.push([id, args]), ...options });
	client.on('onPlayEvent', (event) => event.event !== 'media' && told.push(event.event));
	client.on('onError', (error) => told.push(`${error.errorCode} ${error.message} ${error.traceId}`));
	return { client, told, reports };
}
const inbound = (kind: string, bytesReceived: number, framesDecoded?: number): Record<string, unknown> => ({
	type: 'inbound-rtp',
	kind,
	bytesReceived,
	framesDecoded,
});
/** Lets a stream flow at a frame rate. */
async function flow(scene: Scene, peer: FakePeer, milliseconds: number, rate = 25): Promise<void> {
	for (let passed = 0; passed < milliseconds; passed += 200) {
		const before = peer.stats as Record<string, number>[];
		const frames = ((before[1] && before[1].framesDecoded) || 0) + rate / 5;
		peer.stats = [inbound('audio', frames * 10), inbound('video', frames * 100, frames)];
		await scene.pass(200);
	}
}
async function playing(scene: Scene, options?: PlayClientOptions) {
	const all = watched(options);
	const promise = all.client.subscribe(URL);
	await scene.settle();
	const { peer, request } = scene.last();
	request.answer();
	const stream = await promise;
	return { ...all, stream, peer, request };
}

test(
	'should subscribe, tell canplay once and media each second',
	inScene(async (scene) => {
		const { client, told, reports, stream, peer, request } = await playing(scene);
		const media: any[] = [];
		client.on('onPlayEvent', (event) => event.event === 'media' && media.push(event.data));
		assert.is(stream.traceId, 'trace');
		assert.is(request.url, '//h/a/s?k=1');
		assert.equal(Object.keys(JSON.parse(request.body)), ['version', 'sdk_version', 'mode', 'pull_streams', 'jsep']);
		assert.equal(JSON.parse(request.body).pull_streams, [{ url: URL, amsid: ['rts audio'], vmsid: ['rts video'] }]);
		assert.ok(stream.audioTrack && stream.videoTrack);
		await flow(scene, peer, 5000);
		assert.equal(told, ['canplay']);
		assert.is(media.length, 5);
		assert.equal(Object.keys(media[4]), ['audio', 'video']);
		assert.equal(media[4].video, { bytesReceivedPerSecond: 2500, fps: 25, framesDecodedPerSecond: 25, rtt: -1, width: 640, height: 360 });
		assert.equal(media[4].audio, { bytesReceivedPerSecond: 250, rtt: -1 });
		assert.equal(reports.map(([id]) => id), [125, 126, 137]);
		assert.equal(reports[2]![1], { vurl: URL, cpct: 0, hrct: 0, tcid: 'trace', ffct: 200, rslt: 0 });
		await client.unsubscribe();
		assert.is(scene.leftovers(), 0);
	}),
);

test(
	'should tell waiting and playing in turn, and report the stalled time',
	inScene(async (scene) => {
		const { told, reports, peer } = await playing(scene);
		await flow(scene, peer, 2000);
		await flow(scene, peer, 2000, 0);
		await flow(scene, peer, 4000);
		assert.equal(told, ['canplay', 'waiting', 'playing']);
		const [, stall] = reports.find(([id]) => id === 107)!;
		assert.is(stall.tt, 6000);
		assert.ok(stall.ct > 500 && stall.ct < 2500);
	}),
);

test(
	'should ask for the wanted media only',
	inScene(async (scene) => {
		for (const [suffix, keys, options] of [
			['@subvideo=no', ['url', 'amsid'], { offerToReceiveAudio: true, offerToReceiveVideo: false }],
			['@subaudio=no', ['url', 'vmsid'], { offerToReceiveAudio: false, offerToReceiveVideo: true }],
		] as const) {
			const { client } = watched();
			client.prepare();
			await scene.settle();
			const unused = scene.last().peer;
			const promise = rejection(client.subscribe(URL + suffix));
			await scene.settle();
			const { peer, request } = scene.last();
			assert.ok(unused.closed, 'the offer prepared for both is not used');
			assert.equal(Object.keys(JSON.parse(request.body).pull_streams[0]), keys);
			assert.is(JSON.parse(request.body).pull_streams[0].url, URL);
			assert.equal(peer.offerOptions, options);
			await client.unsubscribe();
			await promise;
		}
		assert.is(scene.leftovers(), 0);
	}),
);

test(
	'should use the prepared offer at once',
	inScene(async (scene) => {
		const { client } = watched();
		client.prepare();
		client.prepare();
		await scene.settle();
		assert.is(scene.peers.length, 1);
		const promise = client.subscribe(URL);
		await scene.settle();
		assert.is(scene.peers.length, 1);
		scene.last().request.answer();
		await promise;
		await client.unsubscribe();
		assert.ok(scene.peers[0]!.closed);
	}),
);
test(
	'should make another offer when the prepared one came before the decoder was known',
	inScene(async (scene) => {
		scene.plans = [{ createOffer: VP8_OFFER }, {}];
		const { client } = watched();
		client.prepare();
		await scene.settle();
		const promise = client.subscribe(URL);
		await scene.settle();
		assert.ok(scene.peers[0]!.closed);
		assert.match(scene.last().request.body, 'H264');
		scene.last().request.answer();
		await promise;
	}),
);
test(
	'should not ask the server for a picture that cannot be decoded',
	inScene(async (scene) => {
		scene.plans = [{ createOffer: VP8_OFFER }];
		const { client, reports } = watched();
		const error = await rejection(client.subscribe(URL));
		assert.equal([error.errorCode, error.message], [10113, 'not support h264']);
		assert.not(scene.requests.some((request) => request.sent));
		assert.equal(reports.map(([id]) => id), [137]);
		assert.ok(scene.last().peer.closed);
		assert.is(scene.leftovers(), 0);
	}),
);
test(
	'should ask for sound whatever pictures can be decoded',
	inScene(async (scene) => {
		scene.plans = [{ createOffer: VP8_OFFER }];
		const { client } = watched();
		const promise = client.subscribe(`${URL}@subvideo=no`);
		await scene.settle();
		scene.last().request.answer();
		await promise;
	}),
);
test(
	'should release a prepared offer that is not wanted any more',
	inScene(async (scene) => {
		const { client } = watched();
		client.prepare();
		await client.unsubscribe();
		assert.ok(scene.last().peer.closed);
		assert.is(scene.leftovers(), 0);
	}),
);

// Every path of a failure before the first frame.
const refused: [what: string, plan: object, act: ((scene: Scene) => void) | undefined, code: number, message: string, traceId: string][] = [
	['no peer connection', { construct: new ReferenceError('RTCPeerConnection is not defined') }, undefined, 10114, 'RTCPeerConnection is not defined', ''],
	['an offer that fails', { createOffer: new Error('no codecs') }, undefined, 10114, 'no codecs', ''],
	['an offer that fails without words', { createOffer: new Error('') }, undefined, 10114, 'create offer error', ''],
	['a local description that is refused', { setLocal: new Error('native') }, undefined, 10114, 'setLocalDescription error', ''],
	['a local description that is gone', { noLocal: true }, undefined, 10114, 'no sdp', ''],
	['a network failure', {}, (s) => s.last().request.onerror!(), 10205, 'Network Error', ''],
	['a timeout', {}, (s) => s.last().request.ontimeout!(), 10205, 'timeout of 5000ms exceeded', ''],
	['an abort', {}, (s) => s.last().request.abort(), 10205, 'Request aborted', ''],
	['status 403', {}, (s) => s.last().request.reply(403, ''), 10205, 'Request failed with status code 403', ''],
	['status 204', {}, (s) => s.last().request.reply(204, ''), 10101, 'response status:204', ''],
	['a body that is no JSON', {}, (s) => s.last().request.reply(200, '<html>'), 10206, 'set answer error', ''],
	['a body of null', {}, (s) => s.last().request.reply(200, 'null'), 10206, 'set answer error', ''],
	['a reply without an answer', {}, (s) => s.last().request.answer({ jsep: undefined }), 10206, 'set answer error', 'trace'],
	['an answer the browser refuses', { setRemote: new Error('native') }, (s) => s.last().request.answer(), 10206, 'set answer error', 'trace'],
];
for (const [what, plan, act, code, message, traceId] of refused)
	test(
		`should reject on ${what}`,
		inScene(async (scene) => {
			scene.plans = [plan];
			const { client, told, reports } = watched();
			const promise = rejection(client.subscribe(URL));
			await scene.settle();
			if (act) act(scene);
			const error = await promise;
			assert.instance(error, Error);
			assert.equal([error.errorCode, error.message, error.traceId], [code, message, traceId]);
			assert.equal(JSON.parse(JSON.stringify(error)), { errorCode: code, message, traceId });
			assert.equal(told, [], 'a rejection is not also an event');
			const [id, args] = reports[reports.length - 1]!;
			assert.equal([id, args.ffct, args.rslt], [137, -1, -1]);
			assert.ok(scene.peers.every((peer) => peer.closed));
			assert.is(scene.leftovers(), 0);
		}),
	);

test(
	'should apply the answer of the server',
	inScene(async (scene) => {
		const promise = createPlayClient().subscribe(URL);
		await scene.settle();
		scene.last().request.answer({ jsep: { type: 'answer', sdp: 'v=0\r\na=extmap-allow-mixed\r\ns=-\r\n', more: 1 } });
		await promise;
		assert.equal(scene.last().peer.remote, { type: 'answer', sdp: 'v=0\r\ns=-\r\n' });
	}),
);
test(
	'should find the tracks in an engine that does not tell them',
	inScene(async (scene) => {
		scene.plans = [{ silent: true }];
		const { stream } = await playing(scene);
		assert.equal(stream.mediaStream.getTracks().map((track) => track.kind), ['audio', 'video']);
	}),
);
test(
	'should name a protocol that gives no reply at all',
	inScene(async () => {
		const { client } = watched({ signalling: () => ({ exchange: async () => undefined, abort: () => {} }) });
		const error = await rejection(client.subscribe(URL));
		assert.equal([error.errorCode, error.message], [10101, 'response is null']);
	}),
);

for (const [what, url, code, message] of [
	['another scheme', 'http://h/a/s', 10202, 'url need artc://'],
	['no address', undefined as never, 10202, 'url need artc://'],
	['nothing wanted', `${URL}@subaudio=no&subvideo=no`, 10203, 'subscribe nothing'],
] as const)
	test(
		`should reject on ${what} without a request`,
		inScene(async (scene) => {
			const error = await rejection(watched().client.subscribe(url));
			assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
			assert.equal([scene.peers.length, scene.leftovers()], [0, 0]);
			assert.not(scene.requests.some((request) => request.sent));
		}),
	);

test(
	'should use the play timeout for signalling, by client and by call',
	inScene(async (scene) => {
		for (const [client, config, expected] of [
			[createPlayClient(), undefined, 5000],
			[createPlayClient({ playTimeout: 800 }), undefined, 800],
			[createPlayClient({ playTimeout: 800 }), { playTimeOut: 300 }, 300],
			[createPlayClient(), {}, 5000],
		] as const) {
			const promise = rejection(client.subscribe(URL, config));
			await scene.settle();
			assert.is(scene.last().request.timeout, expected);
			await client.unsubscribe();
			await promise;
		}
	}),
);

test(
	'should fail when no frame arrives within the play timeout, counted from subscribe',
	inScene(async (scene) => {
		const { client, told, reports } = watched();
		const promise = client.subscribe(URL);
		await scene.pass(2000);
		scene.last().request.answer();
		const stream = await promise;
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		await scene.pass(2950);
		assert.equal(told, []);
		await scene.pass(50);
		assert.equal(told, ['10102 play failed trace']);
		assert.equal(reports.map(([id]) => id), [125, 126, 137, 150]);
		assert.is(reports[2]![1].rslt, -1);
		assert.equal(reports[3]![1], { err: 10102 });
		assert.ok(scene.last().peer.closed);
		assert.is(element.srcObject, null);
		assert.equal([scene.leftovers(), element.listeners], [0, 0]);
		await scene.pass(20_000);
		assert.is(told.length, 1);
	}),
);
test(
	'should not fail once a frame has arrived, however long nothing follows',
	inScene(async (scene) => {
		const { told, peer } = await playing(scene);
		peer.stats = [inbound('video', 10, 0)];
		await scene.pass(60_000);
		assert.equal(told, ['canplay']);
	}),
);
test(
	'should reject a subscription whose answer is not applied within the play timeout',
	inScene(async (scene) => {
		scene.plans = [{ setRemote: 'hang' }];
		const { client, told } = watched();
		const promise = rejection(client.subscribe(URL));
		await scene.settle();
		scene.last().request.answer();
		await scene.pass(5000);
		assert.is((await promise).errorCode, 10102);
		assert.equal(told, ['10102 play failed trace']);
		assert.is(scene.leftovers(), 0);
	}),
);
test(
	'should allow a new subscription from the listener of the failure',
	inScene(async (scene) => {
		const { client } = await playing(scene);
		let again: Promise<unknown> | undefined;
		client.once('onError', () => (again = client.subscribe(URL)));
		await scene.pass(5000);
		scene.last().request.answer();
		await again;
		assert.equal(scene.peers.map((peer) => peer.closed), [true, false]);
	}),
);

test(
	'should see the first frame by the element where there are no statistics',
	inScene(async (scene) => {
		const { told, stream, peer } = await playing(scene);
		peer.stats = new Error('no statistics');
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		element.dispatchEvent(new Event('timeupdate'));
		assert.equal(told, [], 'an element without data has no frame');
		element.readyState = 2;
		element.dispatchEvent(new Event('timeupdate'));
		element.dispatchEvent(new Event('loadeddata'));
		assert.equal(told, ['canplay']);
		await scene.pass(10_000);
		assert.equal(told, ['canplay']);
	}),
);
test(
	'should play in an element that comes after the first frame',
	inScene(async (scene) => {
		const { told, stream, peer } = await playing(scene);
		await flow(scene, peer, 1000);
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		assert.is(element.plays, 1);
		assert.equal(told, ['canplay']);
	}),
);

for (const tracks of [['audio', 'video'], ['audio'], ['video']] as const)
	test(
		`should tell the end of a stream once, with ${tracks.join(' and ')}`,
		inScene(async (scene) => {
			scene.plans = [{ tracks: [...tracks] }];
			const { client, told, peer } = await playing(scene);
			peer.stats = [inbound(tracks[0], 10)];
			await scene.pass(400);
			peer.transport.state = 'closed';
			await scene.pass(5000);
			assert.equal(told, ['canplay', 'ended']);
			await client.unsubscribe();
			assert.is(scene.leftovers(), 0);
		}),
	);
test(
	'should not tell the end of a stream whose connection is only disturbed',
	inScene(async (scene) => {
		const { told, peer } = await playing(scene);
		peer.stats = [inbound('video', 10, 1)];
		for (const state of ['connecting', 'failed', 'new']) {
			peer.transport.state = state;
			await scene.pass(600);
		}
		assert.equal(told, ['canplay']);
	}),
);

test(
	'should tell once that the connection is lost',
	inScene(async (scene) => {
		const { told, peer } = await playing(scene);
		peer.stats = [inbound('video', 10, 1)];
		await scene.pass(200);
		peer.ice('failed');
		peer.ice('failed');
		assert.equal(told, ['canplay', '10209 PC disconnected trace']);
	}),
);
test(
	'should not take a disturbed connection for a lost one',
	inScene(async (scene) => {
		const { told, peer } = await playing(scene);
		for (const state of ['checking', 'connected', 'disconnected', 'completed', 'closed']) peer.ice(state);
		assert.equal(told, []);
	}),
);

// What is under way when unsubscribe comes, with what the pending promise rejects with.
const stages: [what: string, plan: object, reach: (scene: Scene) => Promise<void>, code: number, message: string][] = [
	['at once', {}, async () => {}, 10114, 'no pc'],
	['while the offer is made', { createOffer: 'hang' }, (s) => s.settle(), 10114, 'no pc'],
	['while the offer is set', { setLocal: 'hang' }, (s) => s.settle(), 10114, 'no pc'],
	['while the server is asked', {}, (s) => s.settle(), 10205, 'Request aborted'],
	['while the answer is set', { setRemote: 'hang' }, async (s) => { await s.settle(); s.last().request.answer(); await s.settle(); }, 10206, 'set answer error'],
];
for (const [what, plan, reach, code, message] of stages)
	for (const how of ['unsubscribe', 'subscribe', 'pagehide'] as const)
		test(
			`should leave nothing behind when ended by ${how} ${what}`,
			inScene(async (scene) => {
				scene.plans = [plan, {}];
				const { client, told, reports } = watched();
				const promise = rejection(client.subscribe(URL));
				await reach(scene);
				const { peer, request } = scene.last();
				const reported = reports.length;
				let second: Promise<unknown> | undefined;
				if (how === 'unsubscribe') await client.unsubscribe();
				else if (how === 'pagehide') scene.fire('pagehide');
				else second = rejection(client.subscribe(URL));
				const error = await promise;
				assert.equal([error.errorCode, error.message], [code, message]);
				assert.ok(peer.closed);
				if (request && request.sent && !request.aborted && request.status === 0) request.answer();
				await scene.settle();
				if (second) {
					await client.unsubscribe();
					await second;
				} else assert.is(reports.length, reported);
				await scene.pass(10_000);
				assert.equal(told, []);
				assert.ok(scene.peers.every((each) => each.closed));
				assert.is(scene.leftovers(), 0);
			}),
		);

test(
	'should drop a reply that comes after unsubscribe',
	inScene(async (scene) => {
		const { client, told } = watched();
		const promise = rejection(client.subscribe(URL));
		await scene.settle();
		const { peer, request } = scene.last();
		await client.unsubscribe();
		assert.ok(request.aborted);
		request.onload!();
		await promise;
		await scene.pass(1000);
		assert.is(peer.remote, undefined);
		assert.equal(told, []);
	}),
);
test(
	'should drop statistics that come after unsubscribe',
	inScene(async (scene) => {
		const { client, told, peer } = await playing(scene);
		peer.stats = [inbound('video', 100, 100)];
		let release = (): void => {};
		const gate = new Promise<void>((resolve) => (release = resolve));
		const ask = peer.getStats.bind(peer);
		peer.getStats = async () => (await gate, ask());
		await scene.pass(200);
		await client.unsubscribe();
		release();
		await scene.pass(1000);
		assert.equal(told, []);
		assert.is(peer.statsAsked, 1);
	}),
);
test(
	'should stop looking when a listener unsubscribes',
	inScene(async (scene) => {
		const { client, told, peer } = await playing(scene);
		client.on('onPlayEvent', () => void client.unsubscribe());
		await flow(scene, peer, 3000);
		assert.equal(told, ['canplay']);
		assert.is(scene.leftovers(), 0);
	}),
);
test(
	'should be harmless to unsubscribe at any time, and twice',
	inScene(async (scene) => {
		const { client, told } = watched();
		await client.unsubscribe();
		await client.unsubscribe();
		assert.equal(told, []);
		assert.is(scene.leftovers(), 0);
	}),
);
test(
	'should emit nothing for a stream that is played after unsubscribe',
	inScene(async (scene) => {
		const { client, told, stream } = await playing(scene);
		await client.unsubscribe();
		const element = new FakeElement('AUDIO');
		element.refusal = Object.assign(new Error(), { name: 'NotAllowedError' });
		stream.play(element as never);
		await scene.settle();
		assert.equal(told, []);
	}),
);
test(
	'should play a hundred streams one after another and leave nothing',
	inScene(async (scene) => {
		const client = createPlayClient();
		for (let turn = 0; turn < 100; turn++) {
			const promise = client.subscribe(URL);
			await scene.settle();
			scene.last().request.answer();
			(await promise).play(new FakeElement('VIDEO') as never);
			assert.is(scene.peers.filter((peer) => !peer.closed).length, 1);
		}
		await client.unsubscribe();
		assert.is(scene.leftovers(), 0);
	}),
);

test.run();
