import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlayClient } from '../../../src/rts/play.ts';
import { FakeElement, inScene, rejection, type Scene } from '../../support/rtc-fakes.ts';
import { flow, inbound, playing, URL, watched } from '../../support/watched-client.ts';

const test = suite('rts play: the end');

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
	[
		'while the answer is set',
		{ setRemote: 'hang' },
		async (s) => {
			await s.settle();
			s.last().request.answer();
			await s.settle();
		},
		10206,
		'set answer error',
	],
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
	'should leave the element alone when a listener ends the stream because the element does not fit',
	inScene(async (scene) => {
		const { client, told } = watched();
		client.on('onError', () => client.unsubscribe());
		const promise = client.subscribe(`${URL}@subvideo=no`);
		await scene.settle();
		scene.last().request.answer();
		const stream = await promise;
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		await scene.settle();
		assert.equal(told, ['10125 need htmlaudioelement trace']);
		assert.equal([element.srcObject, element.plays, scene.leftovers()], [null, 0, 0]);
		assert.ok(element.listeners <= 0, `${element.listeners} listeners`);
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
