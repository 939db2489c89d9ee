import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createStream, type LocalStream } from '../../../src/rts/local-stream.ts';
import { createPublisher } from '../../../src/rts/publisher.ts';
import { FakeElement, FakeMediaStream, FakeTrack, inScene, rejection, type Scene } from '../../support/rtc-fakes.ts';

const test = suite('rts publisher');
const URL = 'artc://h/a/s?k=1';
const globals = {
	navigator: {
		userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
		mediaDevices: {
			getUserMedia: async (constraints: Record<string, unknown>) =>
				new FakeMediaStream(Object.keys(constraints).map((kind) => new FakeTrack(kind))),
		},
	},
};
const published = (body: (scene: Scene) => Promise<void>): (() => Promise<void>) => inScene(body, '', globals);

async function watched(video = true) {
	const told: string[] = [];
	const reports: [number, any][] = [];
	const publisher = createPublisher(
		(id, args) => reports.push([id, args && { ...args }]),
		(error) => told.push(`${error.errorCode} ${error.message} ${error.traceId}`),
	);
	const stream = await createStream({ audio: true, video });
	return { publisher, stream, told, reports };
}

test(
	'should publish both tracks and receive nothing',
	published(async (scene) => {
		const { publisher, stream, reports } = await watched();
		const promise = publisher.publish(URL, stream);
		await scene.settle();
		const { peer, request } = scene.last();
		assert.equal(
			peer.senders.map((sender) => sender.track!.kind),
			['audio', 'video'],
		);
		assert.equal(peer.offerOptions, { offerToReceiveAudio: false, offerToReceiveVideo: false });
		assert.is(request.url, '//h/a/s?k=1');
		assert.is(request.timeout, 5000);
		const body = JSON.parse(request.body);
		assert.equal(Object.keys(body), ['version', 'sdk_version', 'mode', 'push_stream', 'jsep']);
		assert.equal([body.version, body.sdk_version, body.mode, body.push_stream], [2, '0.0.1', 'rtc', URL]);
		assert.match(body.jsep.sdp, 'a=rtcp-fb:111 nack');
		request.answer();
		assert.is(await promise, 'trace');
		assert.is(stream.traceId, 'trace');
		assert.is(peer.senders[1]!.parameters.encodings[0].maxBitrate, 400 * 1024);
		assert.equal(reports, [[220, { purl: URL, coct: 0, hrct: 0, act: 0, tcid: 'trace' }]]);
		await publisher.unpublish();
		await publisher.unpublish();
		assert.equal(reports.slice(1), [[221, undefined]]);
		assert.ok(peer.closed);
		assert.is(stream.traceId, '');
		assert.ok(stream.audioTrack!.readyState === 'live', 'the local stream goes on');
		assert.is(scene.leftovers(), 0);
	}),
);
test(
	'should publish sound alone',
	published(async (scene) => {
		const { publisher, stream } = await watched(false);
		const promise = publisher.publish(URL, stream);
		await scene.settle();
		assert.equal(
			scene.last().peer.senders.map((sender) => sender.track!.kind),
			['audio'],
		);
		scene.last().request.answer();
		await promise;
	}),
);
test(
	'should leave an @ in a publish address alone',
	published(async (scene) => {
		const { publisher, stream } = await watched();
		const promise = rejection(publisher.publish(`${URL}@subvideo=no`, stream));
		await scene.settle();
		assert.is(JSON.parse(scene.last().request.body).push_stream, `${URL}@subvideo=no`);
		await publisher.unpublish();
		await promise;
	}),
);
test(
	'should report what is done to a stream only while it is published',
	published(async (scene) => {
		const { publisher, stream, reports } = await watched();
		stream.disableAudio();
		assert.equal(reports, []);
		const promise = publisher.publish(URL, stream);
		await scene.settle();
		scene.last().request.answer();
		await promise;
		reports.length = 0;
		stream.disableAudio();
		stream.enableAudio();
		stream.disableVideo();
		stream.enableVideo();
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
	}),
);

for (const [what, plan, act, code, message, traceId] of [
	['no peer connection', { construct: new Error('none') }, undefined, 10114, 'none', ''],
	['an offer that fails', { createOffer: new Error('') }, undefined, 10114, 'create offer error', ''],
	[
		'a local description that is refused',
		{ setLocal: new Error('native') },
		undefined,
		10114,
		'setLocalDescription error',
		'',
	],
	['a network failure', {}, (s: Scene) => s.last().request.onerror!(), 10205, 'Network Error', ''],
	['a timeout', {}, (s: Scene) => s.last().request.ontimeout!(), 10205, 'timeout of 5000ms exceeded', ''],
	['status 404', {}, (s: Scene) => s.last().request.reply(404, ''), 10205, 'Request failed with status code 404', ''],
	['status 202', {}, (s: Scene) => s.last().request.reply(202, ''), 10101, 'response status:202', ''],
	['a reply without an answer', {}, (s: Scene) => s.last().request.answer({ jsep: null }), 10206, 'no type', 'trace'],
	[
		'an answer the browser refuses without words',
		{ setRemote: new Error('') },
		(s: Scene) => s.last().request.answer(),
		10206,
		'set answer error',
		'trace',
	],
	[
		'an answer the browser refuses',
		{ setRemote: new Error('native') },
		(s: Scene) => s.last().request.answer(),
		10206,
		'native',
		'trace',
	],
] as [string, object, ((scene: Scene) => void) | undefined, number, string, string][])
	test(
		`should reject on ${what}`,
		published(async (scene) => {
			scene.plans = [plan];
			const { publisher, stream, reports, told } = await watched();
			const promise = rejection(publisher.publish(URL, stream));
			await scene.settle();
			if (act) act(scene);
			const error = await promise;
			assert.instance(error, Error);
			assert.equal([error.errorCode, error.message, error.traceId], [code, message, traceId]);
			assert.is(reports.length, 1);
			assert.equal([reports[0]![0], reports[0]![1].act], [220, -1]);
			assert.equal(told, []);
			await publisher.unpublish();
			assert.is(reports.length, 1, 'nothing was published, so nothing ends');
			assert.is(scene.leftovers(), 0);
		}),
	);
for (const [what, url, make, code, message] of [
	['another scheme', 'rtmp://h/a/s', (s: LocalStream) => s, 10300, 'url need artc://'],
	['no stream', URL, () => undefined, 10301, 'publish need audiotrack'],
	['a stream without sound', URL, (s: LocalStream) => (s.stop(), s), 10301, 'publish need audiotrack'],
] as const)
	test(
		`should reject on ${what} without a request`,
		published(async (scene) => {
			const { publisher, stream, reports } = await watched();
			const error = await rejection(publisher.publish(url, make(stream) as LocalStream));
			assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
			assert.equal([scene.peers.length, reports.length, scene.leftovers()], [0, 0, 0]);
		}),
	);

for (const [what, plan, reach, code] of [
	['while the offer is made', { createOffer: 'hang' }, async () => {}, 10114],
	['while the server is asked', {}, (s: Scene) => s.settle(), 10205],
	[
		'while the answer is set',
		{ setRemote: 'hang' },
		async (s: Scene) => {
			await s.settle();
			s.last().request.answer();
			await s.settle();
		},
		10206,
	],
] as [string, object, (scene: Scene) => Promise<void>, number][])
	for (const how of ['unpublish', 'publish', 'pagehide'] as const)
		test(
			`should leave nothing behind when ended by ${how} ${what}`,
			published(async (scene) => {
				scene.plans = [plan, {}];
				const { publisher, stream, told } = await watched();
				const promise = rejection(publisher.publish(URL, stream));
				await reach(scene);
				const { peer } = scene.last();
				let second: Promise<unknown> | undefined;
				if (how === 'unpublish') await publisher.unpublish();
				else if (how === 'pagehide') scene.fire('pagehide');
				else second = rejection(publisher.publish(URL, stream));
				assert.is((await promise).errorCode, code);
				assert.ok(peer.closed);
				if (second) {
					await publisher.unpublish();
					await second;
				}
				await scene.pass(6000);
				assert.equal(told, []);
				assert.is(scene.leftovers(), 0);
			}),
		);
test(
	'should tell once that the connection is lost',
	published(async (scene) => {
		const { publisher, stream, told } = await watched();
		const promise = publisher.publish(URL, stream);
		await scene.settle();
		scene.last().request.answer();
		await promise;
		scene.last().peer.ice('disconnected');
		scene.last().peer.ice('failed');
		scene.last().peer.ice('failed');
		assert.equal(told, ['10209 PC disconnected trace']);
	}),
);

test.run();
