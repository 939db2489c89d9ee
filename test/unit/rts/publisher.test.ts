import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createStream, type LocalStream } from '../../../src/rts/local-stream.ts';
import { createPublisher } from '../../../src/rts/publisher.ts';
import { withFakeBrowser, rejection, type FakeBrowser } from '../../support/fake-browser.ts';
import { FakeElement, FakeMediaStream, FakeTrack } from '../../support/rtc-fakes.ts';

const test = suite('rts publisher');
const ADDRESS = 'artc://h/a/s?k=1';
const globals = {
	navigator: {
		userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
		mediaDevices: {
			getUserMedia: async (constraints: Record<string, unknown>) =>
				new FakeMediaStream(Object.keys(constraints).map((kind) => new FakeTrack(kind))),
		},
	},
};
const withDevices = (body: (browser: FakeBrowser) => Promise<void>): (() => Promise<void>) =>
	withFakeBrowser(body, '', globals);

async function recordedPublisher(video = true) {
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
	const stream = await createStream({ audio: true, video });
	return { publisher, stream, errors, statuses, reports };
}

test(
	'should publish both tracks and receive nothing',
	withDevices(async (browser) => {
		const { publisher, stream, reports } = await recordedPublisher();
		const promise = publisher.publish(ADDRESS, stream);
		await browser.settle();
		const { peer, request } = browser.last();
		assert.equal(
			peer.senders.map((sender) => sender.track!.kind),
			['audio', 'video'],
		);
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
	}),
);
test(
	'should publish audio alone',
	withDevices(async (browser) => {
		const { publisher, stream } = await recordedPublisher(false);
		const promise = publisher.publish(ADDRESS, stream);
		await browser.settle();
		assert.equal(
			browser.last().peer.senders.map((sender) => sender.track!.kind),
			['audio'],
		);
		browser.last().request.answer();
		await promise;
	}),
);
test(
	'should send a publish address unchanged, with its @ part',
	withDevices(async (browser) => {
		const { publisher, stream } = await recordedPublisher();
		const promise = rejection(publisher.publish(`${ADDRESS}@subvideo=no`, stream));
		await browser.settle();
		assert.is(JSON.parse(browser.last().request.body).push_stream, `${ADDRESS}@subvideo=no`);
		await publisher.unpublish();
		await promise;
	}),
);
test(
	'should report what is done to a stream only while it is published',
	withDevices(async (browser) => {
		const { publisher, stream, reports } = await recordedPublisher();
		stream.disableAudio();
		assert.equal(reports, []);
		const promise = publisher.publish(ADDRESS, stream);
		await browser.settle();
		browser.last().request.answer();
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
		await publisher.unpublish();
		reports.length = 0;
		stream.disableAudio();
		assert.equal(reports, []);
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
	['a network failure', {}, (b: FakeBrowser) => b.last().request.onerror!(), 10205, 'Network Error', ''],
	['a timeout', {}, (b: FakeBrowser) => b.last().request.ontimeout!(), 10205, 'timeout of 5000ms exceeded', ''],
	[
		'status 404',
		{},
		(b: FakeBrowser) => b.last().request.reply(404, ''),
		10205,
		'Request failed with status code 404',
		'',
	],
	['status 202', {}, (b: FakeBrowser) => b.last().request.reply(202, ''), 10101, 'response status:202', ''],
	[
		'a reply without an answer',
		{},
		(b: FakeBrowser) => b.last().request.answer({ jsep: null }),
		10206,
		'no type',
		'trace',
	],
	[
		'an answer the browser refuses without a message',
		{ setRemote: new Error('') },
		(b: FakeBrowser) => b.last().request.answer(),
		10206,
		'set answer error',
		'trace',
	],
	[
		'an answer the browser refuses',
		{ setRemote: new Error('native') },
		(b: FakeBrowser) => b.last().request.answer(),
		10206,
		'native',
		'trace',
	],
] as [string, object, ((browser: FakeBrowser) => void) | undefined, number, string, string][])
	test(
		`should reject on ${what}`,
		withDevices(async (browser) => {
			browser.plans = [plan];
			const { publisher, stream, reports, errors } = await recordedPublisher();
			const promise = rejection(publisher.publish(ADDRESS, stream));
			await browser.settle();
			if (act) act(browser);
			const error = await promise;
			assert.instance(error, Error);
			assert.equal([error.errorCode, error.message, error.traceId], [code, message, traceId]);
			assert.is(reports.length, 1);
			assert.equal(reports[0], [
				220,
				{
					purl: ADDRESS,
					coct: code === 10114 ? -1 : 0,
					hrct: code === 10206 ? 0 : -1,
					act: -1,
					tcid: traceId,
				},
			]);
			assert.equal(errors, []);
			await publisher.unpublish();
			assert.is(reports.length, 1, 'nothing was published, so nothing ends');
			assert.is(browser.leftovers(), 0);
		}),
	);
for (const [what, url, make, code, message] of [
	['another scheme', 'rtmp://h/a/s', (s: LocalStream) => s, 10300, 'url need artc://'],
	['no stream', ADDRESS, () => undefined, 10301, 'publish need audiotrack'],
	['a stream without audio', ADDRESS, (s: LocalStream) => (s.stop(), s), 10301, 'publish need audiotrack'],
] as const)
	test(
		`should reject on ${what} without a request`,
		withDevices(async (browser) => {
			const { publisher, stream, reports } = await recordedPublisher();
			const error = await rejection(publisher.publish(url, make(stream) as LocalStream));
			assert.equal([error.errorCode, error.message, error.traceId], [code, message, '']);
			assert.equal([browser.peers.length, reports.length, browser.leftovers()], [0, 0, 0]);
		}),
	);

for (const [what, plan, reach, code] of [
	['while the offer is created', { createOffer: 'hang' }, async () => {}, 10114],
	['during the request', {}, (b: FakeBrowser) => b.settle(), 10205],
	[
		'while the answer is applied',
		{ setRemote: 'hang' },
		async (b: FakeBrowser) => {
			await b.settle();
			b.last().request.answer();
			await b.settle();
		},
		10206,
	],
] as [string, object, (browser: FakeBrowser) => Promise<void>, number][])
	for (const how of ['unpublish', 'publish', 'pagehide'] as const)
		test(
			`should release everything when ended by ${how} ${what}`,
			withDevices(async (browser) => {
				browser.plans = [plan, {}];
				const { publisher, stream, errors } = await recordedPublisher();
				const promise = rejection(publisher.publish(ADDRESS, stream));
				await reach(browser);
				const { peer } = browser.last();
				let second: Promise<unknown> | undefined;
				if (how === 'unpublish') await publisher.unpublish();
				else if (how === 'pagehide') browser.fire('pagehide');
				else second = rejection(publisher.publish(ADDRESS, stream));
				assert.is((await promise).errorCode, code);
				assert.ok(peer.closed);
				if (second) {
					await publisher.unpublish();
					await second;
				}
				await browser.pass(6000);
				assert.equal(errors, []);
				assert.is(browser.leftovers(), 0);
			}),
		);
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
test(
	"should publish a stream of the page's own, and end it",
	withDevices(async (browser) => {
		const { publisher } = await recordedPublisher();
		const calls: string[] = [];
		const promise = publisher.publish(ADDRESS, ownStream(calls));
		await browser.settle();
		browser.last().request.answer();
		assert.is(await promise, 'trace');
		assert.equal(calls, ['setReporter', 'setEncodeParam']);
		await publisher.unpublish();
		assert.equal(calls.slice(2), ['setReporter nothing']);
		assert.ok(browser.last().peer.closed);
	}),
);
test(
	'should publish and end also a stream whose functions throw, and one that cannot be changed',
	withDevices(async (browser) => {
		for (const [stream, uncaught] of [
			[ownStream([], true), 2],
			[Object.freeze(ownStream([])), 2],
		] as const) {
			const { publisher } = await recordedPublisher();
			const promise = publisher.publish(ADDRESS, stream);
			await browser.settle();
			browser.last().request.answer();
			const later: unknown[] = [];
			const { setTimeout } = globalThis;
			globalThis.setTimeout = ((run: unknown) => later.push(run)) as never;
			assert.is(await promise, 'trace');
			await publisher.unpublish();
			await browser.settle();
			globalThis.setTimeout = setTimeout;
			assert.is(later.length, uncaught, 'what was thrown becomes an uncaught error of the page');
			assert.ok(browser.last().peer.closed);
			assert.is(browser.leftovers(), 0);
		}
	}),
);
test(
	'should report once that the connection has failed',
	withDevices(async (browser) => {
		const { publisher, stream, errors, statuses, reports } = await recordedPublisher();
		const promise = publisher.publish(ADDRESS, stream);
		await browser.settle();
		browser.last().request.answer();
		await promise;
		const { peer } = browser.last();
		peer.connection('connected');
		peer.connection('disconnected');
		peer.connection('failed');
		peer.ice('failed');
		assert.equal(errors, ['10209 PC disconnected trace']);
		assert.equal(statuses, [1, 2, 3, 0]);
		assert.equal(reports.slice(1), [[150, { err: 10209 }]]);
	}),
);
test(
	'should post the offer to another URL, with the address as the stream',
	withDevices(async (browser) => {
		const { publisher, stream } = await recordedPublisher();
		const promise = publisher.publish(ADDRESS, stream, { signalUrl: '//signal/push' });
		await browser.settle();
		const { request } = browser.last();
		assert.is(request.url, '//signal/push');
		assert.is(JSON.parse(request.body).push_stream, ADDRESS);
		request.answer();
		await promise;
	}),
);

test.run();
