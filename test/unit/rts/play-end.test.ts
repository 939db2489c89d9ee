import * as assert from 'uvu/assert';
import { type FakeBrowser, FakeElement, rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';
import { ADDRESS, inboundStats, recordedClient, subscribedClient } from '../../support/play-fixture.ts';

const test = suiteInFakeBrowser('rts play: the end');

test('should emit the end of a stream once', async (browser) => {
	const { client, events, peer } = await subscribedClient(browser);
	peer.stats = [inboundStats('audio', 10)];
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
test('should emit nothing for a stream played after unsubscribe', async (browser) => {
	const { client, events, stream } = await subscribedClient(browser);
	await client.unsubscribe();
	const element = new FakeElement('AUDIO');
	element.refusal = Object.assign(new Error(), { name: 'NotAllowedError' });
	stream.play(element as never);
	await browser.settle();
	assert.equal(events, []);
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
