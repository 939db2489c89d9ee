import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlayClient } from '../../../src/rts/play.ts';
import { inScene, OFFER, rejection, type Scene } from '../../support/rtc-fakes.ts';
import { flow, playing, URL, watched } from '../../support/watched-client.ts';

const test = suite('rts play');
const VP8_OFFER = OFFER.replace('H264', 'VP8');

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
		assert.equal(media[4].video, {
			bytesReceivedPerSecond: 2500,
			fps: 25,
			framesDecodedPerSecond: 25,
			rtt: -1,
			width: 640,
			height: 360,
		});
		assert.equal(media[4].audio, { bytesReceivedPerSecond: 250, rtt: -1 });
		assert.equal(
			reports.map(([id]) => id),
			[125, 126, 137],
		);
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
		assert.equal(
			reports.map(([id]) => id),
			[137],
		);
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
const refused: [
	what: string,
	plan: object,
	act: ((scene: Scene) => void) | undefined,
	code: number,
	message: string,
	traceId: string,
][] = [
	[
		'no peer connection',
		{ construct: new ReferenceError('RTCPeerConnection is not defined') },
		undefined,
		10114,
		'RTCPeerConnection is not defined',
		'',
	],
	['an offer that fails', { createOffer: new Error('no codecs') }, undefined, 10114, 'no codecs', ''],
	['an offer that fails without words', { createOffer: new Error('') }, undefined, 10114, 'create offer error', ''],
	[
		'a local description that is refused',
		{ setLocal: new Error('native') },
		undefined,
		10114,
		'setLocalDescription error',
		'',
	],
	['a local description that is gone', { noLocal: true }, undefined, 10114, 'no sdp', ''],
	['a network failure', {}, (s) => s.last().request.onerror!(), 10205, 'Network Error', ''],
	['a timeout', {}, (s) => s.last().request.ontimeout!(), 10205, 'timeout of 5000ms exceeded', ''],
	['an abort', {}, (s) => s.last().request.abort(), 10205, 'Request aborted', ''],
	['status 403', {}, (s) => s.last().request.reply(403, ''), 10205, 'Request failed with status code 403', ''],
	['status 204', {}, (s) => s.last().request.reply(204, ''), 10101, 'response status:204', ''],
	['a body that is no JSON', {}, (s) => s.last().request.reply(200, '<html>'), 10206, 'set answer error', ''],
	['a body of null', {}, (s) => s.last().request.reply(200, 'null'), 10206, 'set answer error', ''],
	[
		'a reply without an answer',
		{},
		(s) => s.last().request.answer({ jsep: undefined }),
		10206,
		'set answer error',
		'trace',
	],
	[
		'an answer the browser refuses',
		{ setRemote: new Error('native') },
		(s) => s.last().request.answer(),
		10206,
		'set answer error',
		'trace',
	],
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
		assert.equal(
			stream.mediaStream.getTracks().map((track) => track.kind),
			['audio', 'video'],
		);
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

test.run();
