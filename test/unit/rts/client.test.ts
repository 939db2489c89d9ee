import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as rts from '../../../src/rts/index.ts';
import type { ReportFields } from '../../../src/rts/reporter.ts';
import { FakeElement, FakeMediaStream, FakeTrack, inScene, rejection } from '../../support/rtc-fakes.ts';

const test = suite('rts client');
const URL = 'artc://h/a/s';

test('should have the shape pages written for the SDK use', () => {
	for (const shape of [rts, rts.default, rts.AliRTS])
		for (const name of ['createClient', 'createStream', 'getMicList', 'getCameraList'] as const)
			assert.type(shape[name], 'function');
});
test(
	'should have the methods of a client of the SDK',
	inScene(() => {
		const client = rts.createClient();
		for (const name of [
			'getVersion',
			'isSupport',
			'subscribe',
			'unsubscribe',
			'startLiveStream',
			'stopLiveStream',
			'muteLiveStream',
			'publish',
			'unpublish',
			'on',
			'once',
			'off',
			'removeAllListeners',
		] as const)
			assert.type(client[name], 'function', name);
		assert.is(client.getVersion(), '2.0.0');
		const listener = (): void => {};
		assert.is(
			client.on('onError', listener).once('onError', listener).off('onError', listener).removeAllListeners('onError'),
			client,
		);
	}),
);

test(
	'should start a live stream in an element, and stop it',
	inScene(async (scene) => {
		const reports: ReportFields[] = [];
		const client = rts.createClient({ customReporter: (fields) => reports.push(fields) });
		const element = new FakeElement('VIDEO');
		const promise = client.startLiveStream(URL, element as never);
		await scene.settle();
		scene.last().request.answer();
		assert.is(await promise, 'trace');
		assert.ok(element.srcObject);
		scene.last().peer.stats = [{ type: 'inbound-rtp', kind: 'video', bytesReceived: 10, framesDecoded: 1 }];
		await scene.pass(200);
		assert.equal(
			reports.map(({ msgid }) => msgid),
			[200, 120, 125, 126, 137],
		);
		assert.is(reports[1]!.tid, reports[4]!.tid);
		await client.stopLiveStream();
		assert.is(reports[5]!.msgid, 121);
		assert.is(element.srcObject, null);
		assert.ok(scene.last().peer.closed);
	}),
);
for (const [what, element] of [
	['no element', undefined],
	['null', null],
	['another element', new FakeElement('DIV')],
	['text', 'video'],
])
	test(
		`should refuse to start in ${what}`,
		inScene(async (scene) => {
			const error = await rejection(rts.createClient().startLiveStream(URL, element as never));
			assert.instance(error, Error);
			assert.equal(
				[error.errorCode, error.message, error.traceId],
				[10204, 'need htmlaudioelement or htmlvideoelement', ''],
			);
			assert.is(scene.requests.length, 0);
		}),
	);
test(
	'should refuse to start an address of another scheme',
	inScene(async () => {
		const error = await rejection(rts.createClient().startLiveStream('http://x', new FakeElement('VIDEO') as never));
		assert.equal([error.errorCode, error.message], [10202, 'url need artc://']);
	}),
);

test(
	'should silence the stream, whether it was subscribed before or after',
	inScene(async (scene) => {
		const client = rts.createClient();
		assert.is(client.muteLiveStream(true), true);
		const promise = client.subscribe(URL);
		await scene.settle();
		scene.last().request.answer();
		const stream = await promise;
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		assert.ok(element.muted);
		client.muteLiveStream(false);
		assert.not(element.muted);
	}),
);
test(
	'should use the play timeout of the configuration',
	inScene(async (scene) => {
		const client = rts.createClient({ playConfig: { playTimeOut: 700 } });
		const error = rejection(client.subscribe(URL));
		await scene.settle();
		assert.is(scene.last().request.timeout, 700);
		await client.unsubscribe();
		await error;
	}),
);
test(
	'should send no report unless the page says where to',
	inScene(async (scene) => {
		const client = rts.createClient();
		const error = rejection(client.subscribe(URL));
		await scene.settle();
		scene.last().request.onerror!();
		await error;
		scene.fire('pagehide');
		assert.equal(scene.images, []);
	}),
);
test(
	'should tell errors of playing and of publishing as one event, and report them',
	inScene(async (scene) => {
		const reports: number[] = [];
		const client = rts.createClient({ customReporter: ({ msgid }) => reports.push(msgid) });
		const told: number[] = [];
		client.on('onError', ({ errorCode }) => told.push(errorCode));
		const promise = client.subscribe(URL);
		await scene.settle();
		scene.last().request.answer();
		await promise;
		scene.last().peer.ice('failed');
		assert.equal(told, [10209]);
		assert.is(reports.filter((id) => id === 150).length, 1);

		const mediaStream = new FakeMediaStream([new FakeTrack('audio')]);
		const stream = { mediaStream, audioTrack: mediaStream.getAudioTracks()[0], attach: () => {} };
		const publishing = client.publish(URL, stream as never);
		await scene.settle();
		scene.last().request.answer();
		await publishing;
		scene.last().peer.ice('failed');
		assert.equal(told, [10209, 10209]);
		assert.is(reports.filter((id) => id === 150).length, 2);
	}),
);

test.run();
