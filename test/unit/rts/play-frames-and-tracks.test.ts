import * as assert from 'uvu/assert';
import { FakeElement, FakeTrack, OFFER, rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';
import { ADDRESS, idsOf, inboundStats, recordedClient, subscribedClient } from '../../support/play-fixture.ts';

const test = suiteInFakeBrowser('rts play: frames and tracks');

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
	assert.equal(idsOf(reports), [125, 126, 137, 150]);
	assert.is(reports[2]![1].rslt, -1);
	assert.equal(reports[3]![1], { err: 10102 });
	assert.ok(browser.last().peer.closed);
	assert.is(element.srcObject, null);
	assert.is(browser.leftovers(), 0);
	await browser.pass(20_000);
	assert.is(events.length, 1);
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
	assert.equal(
		browser.peers.map((peer) => peer.closed),
		[true, false],
	);
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
		assert.equal(idsOf(reports), events[0] ? [125, 126, 137] : [125, 126]);
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
	await browser.pass(7000);
	peer.stats = [inboundStats('video', 99, 1)];
	await browser.pass(200);
	assert.is(reports.find(([id]) => id === 126)![1].hrct, 500);
	const frames = reports.filter(([id]) => id === 137).map(([, { cpct, hrct, ffct, rslt }]) => [cpct, hrct, ffct, rslt]);
	assert.equal(frames, [[300, 500, 8000, 0]]);
});
test('should have each track once, also of one that arrives after the answer', async (browser) => {
	browser.plans = [{ tracks: ['audio'] }];
	const { stream, peer } = await subscribedClient(browser);
	peer.ontrack!({ receiver: { track: new FakeTrack('video'), transport: peer.transport } });
	assert.equal(stream.mediaStream.getTracks(), [stream.audioTrack, stream.videoTrack]);
});

test.run();
