import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import { eventsOf, openHarness, play, type RtsHarness, untilVideoMoves } from '../support/rts-harness.ts';
import { until } from '../support/until.ts';

const test = suite('rts play in a real browser');
let script: string;
let harness: RtsHarness;
test.before(async () => {
	script = await bundleRts();
	harness = await openHarness();
});
test.after(() => harness.close());

test('should release everything when ended at any moment of the start', async () => {
	const endAtMoments = async (from: number): Promise<string[]> => {
		const page = await harness.openClient(script);
		const outcomes = (await page.evaluate(`(async () => {
			const outcomes = [];
			for (let wait = ${from}; wait < 160; wait += 8) {
				const done = client.subscribe('${harness.address('demo')}').then((stream) => (stream.play(harness.element()), 'ok'), (error) => error.errorCode + ' ' + error.message);
				if (wait >= 0) await new Promise((resolve) => setTimeout(resolve, wait));
				await client.unsubscribe();
				outcomes.push(await done);
				if (harness.connections) throw new Error('a connection is open after ' + wait + ' ms');
			}
			return outcomes;
		})()`)) as string[];
		await delay(500);
		// A stream may have emitted canplay between its play and its end.
		assert.equal(
			(await eventsOf(page)).filter((event) => event !== 'canplay'),
			[],
		);
		await harness.finish(page);
		return outcomes;
	};
	const outcomes = new Set((await Promise.all([endAtMoments(-1), endAtMoments(3)])).flat());
	for (const outcome of outcomes)
		assert.ok(['10114 no pc', '10205 Request aborted', '10206 set answer error', 'ok'].includes(outcome), outcome);
	assert.ok(outcomes.size >= 2, [...outcomes].join());
});

test('should play in an element that is given after canplay', async () => {
	const page = await harness.openClient(script);
	await page.evaluate(`client.subscribe('${harness.address('demo')}').then((stream) => { window.stream = stream; })`);
	await until(async () => (await eventsOf(page)).includes('canplay'), 'canplay');
	await delay(300);
	await page.evaluate('stream.play(harness.element())');
	await untilVideoMoves(page);
	await page.evaluate('client.unsubscribe()');
	await harness.finish(page);
});

test('should send the prepared offer', async () => {
	const page = await harness.open();
	await page.addScriptTag({ content: await bundleRts('play') });
	await page.evaluate(`(() => {
		window.before = harness.leftovers();
		window.client = harness.record(AliRTS.createPlayClient({ playTimeout: 60_000, report: (id, args) => id === 137 && (window.frame = args) }));
		client.prepare();
		client.prepare();
	})()`);
	await until(() => page.evaluate('!!harness.connection.localDescription'), 'the offer is ready');
	const prepared = (await page.evaluate('harness.connection.localDescription.sdp')) as string;
	await play(page, harness.address('demo'));
	const sent = harness.origin.requests().filter(({ path }) => path === '/live/demo');
	/** Names the offer. */
	const originOf = (sdp: string) => /^o=.*/m.exec(sdp)![0];
	assert.is(originOf(JSON.parse(sent[sent.length - 1]!.body).jsep.sdp), originOf(prepared));
	assert.is(await page.evaluate('harness.opened'), 1);
	await until(() => page.evaluate('!!window.frame'), 'the first frame is reported');
	await page.evaluate('client.unsubscribe()');
	await harness.finish(page);
});

test('should give an element to another stream without a dark frame or a cut in the sound', async () => {
	const page = await harness.open();
	for (const content of await Promise.all([bundleRts('play'), bundleRts('swap')])) await page.addScriptTag({ content });
	await page.evaluate(`(async () => {
		window.before = harness.leftovers();
		const video = harness.element();
		const open = async (address) => {
			const client = harness.record(AliRTS.createPlayClient({ playTimeout: 60_000 }));
			const stream = await client.subscribe(address);
			const started = new Promise((resolve) => client.on('onSample', (sample) => AliRTSSwap.hasStarted(sample, true) && resolve()));
			return { client, stream, started };
		};
		const old = await open('${harness.address('demo8_sd')}');
		old.stream.play(video);
		await old.started;
		window.next = await open('${harness.address('demo8_ld')}');
		await next.started;
		while (video.videoWidth !== 640) await new Promise(requestAnimationFrame);
		video.onemptied = video.onpause = video.onended = ({ type }) => harness.events.push(type);
		const context = Object.assign(document.createElement('canvas'), { width: 16, height: 9 }).getContext('2d');
		let time = 0;
		(function look() {
			if (video.currentTime < time) harness.events.push('back');
			time = video.currentTime;
			context.drawImage(video, 0, 0, 16, 9);
			if (!context.getImageData(0, 0, 16, 9).data.some((value, index) => index % 4 < 3 && value > 30)) harness.events.push('dark');
			context.clearRect(0, 0, 16, 9);
			if (time < window.until || !window.until) requestAnimationFrame(look);
		})();
		await new Promise((resolve) => setTimeout(resolve, 500));
		AliRTSSwap.swap(old.stream, next.stream);
		await old.client.unsubscribe();
		window.until = video.currentTime + 1;
	})()`);
	await until(
		() => page.evaluate('harness.element().videoWidth === 426 && harness.element().currentTime > window.until'),
		'the other stream plays',
	);
	assert.equal(await eventsOf(page), ['canplay', 'canplay']);
	await page.evaluate('next.client.unsubscribe()');
	await harness.finish(page);
});

test('should leave no viewer at the origin', async () => {
	await until(() => harness.origin.viewers() === 0, 'the origin has no viewer');
});

test.run();
