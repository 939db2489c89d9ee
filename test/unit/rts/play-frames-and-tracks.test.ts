import * as assert from 'uvu/assert';
import { createPlayClient } from '../../../src/rts/play/play.ts';
import { FakeElement, FakeTrack, OFFER, rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';

import { ADDRESS, inboundStats, receiveFrames, recordedClient, subscribedClient } from '../../support/play-fixture.ts';

const test = suiteInFakeBrowser('rts play: frames and tracks');

test('should use the play timeout of the client or the call for signalling', async (browser) => {
	for (const [client, config, expected] of [
		[createPlayClient(), undefined, 5000],
		[createPlayClient({ playTimeout: 800 }), undefined, 800],
		[createPlayClient({ playTimeout: 800 }), { playTimeOut: 300 }, 300],
		[createPlayClient(), {}, 5000],
	] as const) {
		const promise = rejection(client.subscribe(ADDRESS, config));
		await browser.settle();
		assert.is(browser.last().request.timeout, expected);
		await client.unsubscribe();
		await promise;
	}
});

test('should fail when no frame arrives within the play timeout, counted from subscribe', async (browser) => {
	const { client, events, reports } = recordedClient();
	const promise = client.subscribe(ADDRESS);
	await browser.pass(2000);
	browser.last().request.answer();
	const stream = await promise;
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	await browser.pass(2950);
	assert.equal(events, []);
	await browser.pass(50);
	assert.equal(events, ['10102 play failed trace']);
	assert.equal(
		reports.map(([id]) => id),
		[125, 126, 137, 150],
	);
	assert.is(reports[2]![1].rslt, -1);
	assert.equal(reports[3]![1], { err: 10102 });
	assert.ok(browser.last().peer.closed);
	assert.is(element.srcObject, null);
	assert.equal([browser.leftovers(), element.listeners], [0, 0]);
	await browser.pass(20_000);
	assert.is(events.length, 1);
});
test('should not emit a stall while only audio has arrived', async (browser) => {
	const { events, peer } = await subscribedClient(browser);
	for (let second = 1; second <= 10; second++) {
		peer.stats = [inboundStats('audio', second * 100)];
		await browser.pass(200);
	}
	await receiveFrames(browser, peer, 3000);
	assert.equal(events, ['canplay']);
});
test('should not fail after the first frame, however long nothing follows', async (browser) => {
	const { events, peer } = await subscribedClient(browser);
	peer.stats = [inboundStats('video', 10, 0)];
	await browser.pass(60_000);
	assert.equal(events, ['canplay', 'timeout']);
});
test('should reject a subscription whose answer is not applied within the play timeout', async (browser) => {
	browser.plans = [{ setRemote: 'hang' }];
	const { client, events } = recordedClient();
	const promise = rejection(client.subscribe(ADDRESS));
	await browser.settle();
	browser.last().request.answer();
	await browser.pass(5000);
	assert.is((await promise).errorCode, 10102);
	assert.equal(events, ['10102 play failed trace']);
	assert.is(browser.leftovers(), 0);
});
test('should allow a new subscription from the listener of the failure', async (browser) => {
	const { client } = await subscribedClient(browser);
	let again: Promise<unknown> | undefined;
	client.once('onError', () => (again = client.subscribe(ADDRESS)));
	await browser.pass(5000);
	browser.last().request.answer();
	await again;
	assert.equal(
		browser.peers.map((peer) => peer.closed),
		[true, false],
	);
});

const audio = inboundStats('audio', 9);
for (const [what, stats, kinds, reported] of [
	['nothing has arrived', [], ['audio'], [125, 126]],
	['only sound has arrived', [audio], ['audio'], [125, 126, 137]],
	['sound and video that cannot be decoded', [audio, inboundStats('video', 9, 0)], ['audio'], [125, 126, 137]],
	['only video that cannot be decoded', [inboundStats('video', 9, 0)], ['audio'], [125, 126]],
	['a frame is decoded', [inboundStats('video', 9, 1)], ['audio', 'video'], [125, 126, 137]],
	['video arrives whose frames are not counted', [inboundStats('video', 9)], ['audio', 'video'], [125, 126, 137]],
	['there are no statistics', new Error('no statistics'), ['audio', 'video'], [125, 126, 137]],
] as const)
	test(`should play ${kinds.join(' and ')} and report a first frame or sound ${reported[2] ? 'once' : 'not yet'}: ${what}`, async (browser) => {
		const { events, stream, peer, reports } = await subscribedClient(browser);
		peer.stats = stats as never;
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		await browser.pass(600);
		assert.equal(element.kinds, kinds);
		assert.equal(events, what === 'nothing has arrived' ? [] : ['canplay']);
		assert.equal(
			reports.map(([id]) => id),
			reported,
		);
	});
test('should report the first frame when it is decoded, not when its first bytes arrive', async (browser) => {
	const { peer, reports } = await subscribedClient(browser);
	peer.stats = [inboundStats('video', 9, 0)];
	await browser.pass(7000);
	peer.stats = [inboundStats('video', 99, 1)];
	await browser.pass(200);
	assert.equal(
		reports.filter(([id]) => id === 137).map(([, { ffct, rslt }]) => [ffct, rslt]),
		[[7200, 0]],
	);
});
for (const nodeName of ['VIDEO', 'AUDIO'])
	for (const suffix of ['', '@subvideo=no', '@subaudio=no'])
		test(`should fail when nothing arrives of a${suffix || ' stream'} in ${nodeName}, whose own events say that it plays`, async (browser) => {
			browser.plans = [{ tracks: suffix === '@subvideo=no' ? ['audio'] : ['audio', 'video'] }];
			const { client, events } = recordedClient();
			const promise = client.subscribe(ADDRESS + suffix);
			await browser.settle();
			browser.last().request.answer();
			const element = new FakeElement(nodeName);
			(await promise).play(element as never);
			element.readyState = 4;
			for (const event of ['loadeddata', 'canplay', 'playing', 'timeupdate']) element.dispatchEvent(new Event(event));
			await browser.pass(5000);
			assert.equal(
				events.filter((event) => !event.startsWith('10125')),
				['10102 play failed trace'],
			);
		});
test('should play in an element that is given after the first frame', async (browser) => {
	const { events, stream, peer } = await subscribedClient(browser);
	await receiveFrames(browser, peer, 1000);
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	assert.is(element.plays, 1);
	assert.equal(events, ['canplay']);
});

test('should report the times of offer, reply and first frame', async (browser) => {
	const { client, reports } = recordedClient();
	const offer = new Promise((resolve) => setTimeout(() => resolve(OFFER), 300));
	browser.plans = [{ createOffer: offer as never }];
	const promise = client.subscribe(ADDRESS);
	await browser.pass(800);
	const { peer, request } = browser.last();
	request.answer();
	await promise;
	peer.stats = [inboundStats('video', 10, 1)];
	await browser.pass(200);
	const [, subscribed] = reports.find(([id]) => id === 126)!;
	assert.is(subscribed.hrct, 500);
	const [, frame] = reports.find(([id]) => id === 137)!;
	assert.equal([frame.cpct, frame.hrct, frame.ffct], [300, 500, 1000]);
});
for (const tracks of [['video'], ['audio', 'video']] as const)
	test(`should have each track once: ${tracks.join(', ')}`, async (browser) => {
		browser.plans = [{ tracks: [...tracks] }];
		const { stream } = await subscribedClient(browser);
		assert.equal(
			stream.mediaStream.getTracks().map((track) => track.kind),
			tracks,
		);
	});
test('should add a track that arrives after the answer', async (browser) => {
	browser.plans = [{ tracks: ['audio'] }];
	const { stream, peer } = await subscribedClient(browser);
	const receiver = { track: new FakeTrack('video'), transport: peer.transport };
	peer.ontrack!({ receiver });
	assert.ok(stream.videoTrack);
});

test.run();
