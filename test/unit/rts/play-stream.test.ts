import * as assert from 'uvu/assert';
import {
	type FakeBrowser,
	FakeElement,
	FakeTrack,
	OFFER,
	rejection,
	suiteInFakeBrowser,
} from '../../support/fake-browser.ts';
import { ADDRESS, idsOf, inboundStats, recordedClient, subscribedClient } from '../../support/play-fixture.ts';

const test = suiteInFakeBrowser('rts play: tracks, frames and the end');

for (const [what, stats, address, fails] of [
	['nothing arrives', [], ADDRESS, true],
	['sound arrives alone', [inboundStats('audio', 9)], ADDRESS, true],
	['video arrives without a frame', [inboundStats('video', 9, 0)], ADDRESS, true],
	['a frame arrives', [inboundStats('video', 9, 1)], ADDRESS, false],
	['sound arrives that was subscribed alone', [inboundStats('audio', 9)], `${ADDRESS}@subvideo=no`, false],
] as const)
	test(`should ${fails ? '' : 'not '}fail when ${what} within the play timeout, counted from subscribe, and go on`, async (browser) => {
		if (address !== ADDRESS) browser.plans = [{ tracks: ['audio'] }];
		const { client, events, reports } = recordedClient();
		const promise = client.subscribe(address);
		await browser.pass(2000);
		browser.last().request.answer();
		const stream = await promise;
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		const { peer } = browser.last();
		peer.stats = [...stats];
		await browser.pass(2950);
		const errors = () => events.filter((event) => /^10102/.test(event));
		assert.equal(errors(), []);
		await browser.pass(50);
		assert.equal(errors(), fails ? ['10102 play failed trace'] : []);
		assert.is(reports.find(([id]) => id === 137)![1].rslt, fails ? -1 : 0);
		const isReported = reports.some(([id, { err }]) => id === 150 && err === 10102);
		assert.is(isReported, fails);
		peer.stats = [inboundStats('video', 99, 9)];
		await browser.pass(20_000);
		assert.is(errors().length, +fails);
		assert.is(events.filter((event) => event === 'canplay').length, 1);
		assert.not(peer.closed);
		assert.ok(element.srcObject);
		await client.unsubscribe();
		assert.is(browser.leftovers(), 0);
	});
test('should not fail after the first frame, however long nothing follows', async (browser) => {
	const { events, peer } = await subscribedClient(browser);
	peer.stats = [inboundStats('video', 10, 1)];
	await browser.pass(60_000);
	assert.equal(events, ['canplay', 'timeout']);
});
test('should reject a subscription whose answer is not applied within the play timeout', async (browser) => {
	browser.plans = [{ setRemote: 'hang' }];
	const { client, events } = recordedClient();
	const promise = rejection(client.subscribe(ADDRESS));
	await browser.reply();
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
	const closed = browser.peers.map((peer) => peer.closed);
	assert.equal(closed, [true, false]);
});

const audio = inboundStats('audio', 9);
for (const [what, stats, video, events] of [
	['nothing has arrived', [], false, []],
	['only sound has arrived', [audio], false, ['canplay']],
	['sound and video that cannot be decoded', [audio, inboundStats('video', 9, 0)], false, ['canplay']],
	['a frame is decoded', [inboundStats('video', 9, 1)], true, ['canplay']],
	['video arrives whose frames are not counted', [inboundStats('video', 9)], true, ['canplay']],
	['there are no statistics', new Error('no statistics'), true, ['canplay']],
] as const)
	test(`should play ${video ? 'sound and video' : 'sound alone'}, and ${events[0] ? '' : 'not '}report a start, when ${what}`, async (browser) => {
		const { events: emitted, stream, peer, reports } = await subscribedClient(browser);
		peer.stats = stats as never;
		const element = new FakeElement('VIDEO');
		stream.play(element as never);
		await browser.pass(600);
		assert.equal(element.kinds, video ? ['audio', 'video'] : ['audio']);
		assert.equal(emitted, events);
		assert.equal(idsOf(reports), video ? [125, 126, 137] : [125, 126]);
	});
test('should report the times of offer, reply, and first frame when it is decoded, not when bytes arrive', async (browser) => {
	const { client, reports } = recordedClient();
	const offer = new Promise((resolve) => setTimeout(() => resolve(OFFER), 300));
	browser.plans = [{ createOffer: offer as never }];
	const promise = client.subscribe(ADDRESS);
	await browser.pass(800);
	await browser.answer(promise);
	const { peer } = browser.last();
	peer.stats = [inboundStats('video', 9, 0)];
	await browser.pass(1000);
	peer.stats = [inboundStats('video', 9, 0), inboundStats('audio', 9)];
	await browser.pass(2000);
	peer.stats = [inboundStats('video', 99, 1), inboundStats('audio', 99)];
	await browser.pass(200);
	assert.is(reports.find(([id]) => id === 126)![1].hrct, 500);
	const frames = reports.filter(([id]) => id === 137).map(([, args]) => args);
	const times = frames.map(({ cpct, hrct, fsct, ffct, rslt }) => [cpct, hrct, fsct, ffct, rslt]);
	assert.equal(times, [[300, 500, 2000, 4000, 0]]);
});
test('should have each track once, also of one that arrives after the answer', async (browser) => {
	browser.plans = [{ tracks: ['audio'] }];
	const { stream, peer } = await subscribedClient(browser);
	peer.ontrack!({ receiver: { track: new FakeTrack('video'), transport: peer.transport } });
	assert.equal(stream.mediaStream.getTracks(), [stream.audioTrack, stream.videoTrack]);
});

test('should emit the end of a stream once', async (browser) => {
	const { client, events, peer } = await subscribedClient(browser);
	peer.stats = [inboundStats('video', 10, 1)];
	await browser.pass(400);
	peer.transport.state = 'closed';
	await browser.pass(5000);
	assert.equal(events, ['canplay', 'ended']);
	await client.unsubscribe();
	assert.is(browser.leftovers(), 0);
});
// In Chromium ICE stays `disconnected` while the connection says `failed`.
test('should emit once that the connection has failed, by itself or with ICE, and no other state', async (browser) => {
	for (const kinds of [
		['ice', 'connection'],
		['connection', 'ice'],
	] as const) {
		const { events, peer } = await subscribedClient(browser);
		for (const state of ['checking', 'connected', 'disconnected', 'completed', 'closed']) peer.ice(state);
		peer.connection('disconnected');
		assert.equal(events, []);
		for (const kind of [...kinds, ...kinds]) peer[kind]('failed');
		assert.equal(events, ['10209 PC disconnected trace']);
	}
});

/** The steps at which a subscription is ended, and what its promise rejects with. */
const steps: [string, plan: object, reach: (browser: FakeBrowser) => unknown, code: number, message: string][] = [
	['at once', {}, () => {}, 10114, 'no pc'],
	['while the offer is created', { createOffer: 'hang' }, (b) => b.settle(), 10114, 'no pc'],
	['while the offer is set', { setLocal: 'hang' }, (b) => b.settle(), 10114, 'no pc'],
	['during the request', {}, (b) => b.settle(), 10205, 'Request aborted'],
	['while the answer is applied', { setRemote: 'hang' }, (b) => b.reply(), 10206, 'set answer error'],
];
for (const [what, plan, reach, code, message] of steps)
	for (const how of ['unsubscribe', 'subscribe', 'pagehide'] as const)
		test(`should release everything when ended by ${how} ${what}`, async (browser) => {
			browser.plans = [plan, {}];
			const { client, events, reports } = recordedClient();
			const promise = rejection(client.subscribe(ADDRESS));
			await reach(browser);
			const { peer, request } = browser.last();
			const reported = reports.length;
			let second: Promise<unknown> | undefined;
			if (how === 'unsubscribe') await client.unsubscribe();
			else if (how === 'pagehide') browser.fire('pagehide');
			else second = rejection(client.subscribe(ADDRESS));
			const error = await promise;
			assert.equal([error.errorCode, error.message], [code, message]);
			assert.ok(peer.closed);
			if (request && request.sent && !request.aborted && request.status === 0) request.answer();
			await browser.settle();
			if (second) {
				await client.unsubscribe();
				await second;
			} else assert.is(reports.length, reported);
			await browser.pass(10_000);
			assert.equal(events, []);
			assert.ok(browser.peers.every((each) => each.closed));
			assert.is(browser.leftovers(), 0);
		});

test('should emit the end of a stream when the page is left, as it may come back', async (browser) => {
	const { events, peer } = await subscribedClient(browser);
	peer.stats = [inboundStats('video', 10, 1)];
	await browser.pass(200);
	browser.fire('pagehide');
	browser.fire('pagehide');
	assert.ok(peer.closed);
	await browser.pass(5000);
	assert.equal(events, ['canplay', 'ended']);
	assert.is(browser.leftovers(), 0);
});
test('should emit no media event after a listener of canplay has unsubscribed', async (browser) => {
	const { client, peer } = await subscribedClient(browser);
	const events: string[] = [];
	client.on('onPlayEvent', ({ event }) => {
		events.push(event);
		if (event === 'canplay') void client.unsubscribe();
	});
	await browser.pass(1800);
	assert.equal(events, ['media']);
	peer.stats = [inboundStats('video', 100, 100)];
	await browser.pass(2000);
	assert.equal(events, ['media', 'canplay']);
});
test('should not touch the element when a listener ends the stream because of its kind', async (browser) => {
	const { client, events, stream } = await subscribedClient(browser, {}, {}, `${ADDRESS}@subvideo=no`);
	client.on('onError', () => client.unsubscribe());
	const element = new FakeElement('VIDEO');
	stream.play(element as never);
	await browser.settle();
	assert.equal(events, ['10125 need htmlaudioelement trace']);
	assert.equal([element.srcObject, element.plays, browser.leftovers()], [null, 0, 0]);
});
test.run();
