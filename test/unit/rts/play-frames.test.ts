import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlayClient } from '../../../src/rts/play.ts';
import { FakeElement, inScene, rejection } from '../../support/rtc-fakes.ts';
import { flow, inbound, playing, URL, watched } from '../../support/watched-client.ts';

const test = suite('rts play: frames');

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
		assert.equal(
			reports.map(([id]) => id),
			[125, 126, 137, 150],
		);
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
	'should not take sound that comes before the picture for a stall',
	inScene(async (scene) => {
		const { told, peer } = await playing(scene);
		for (let second = 1; second <= 10; second++) {
			peer.stats = [inbound('audio', second * 100)];
			await scene.pass(200);
		}
		await flow(scene, peer, 3000);
		assert.equal(told, ['canplay']);
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
		assert.equal(
			scene.peers.map((peer) => peer.closed),
			[true, false],
		);
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

test.run();
