import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import {
	eventsButStalls,
	eventsOf,
	openHarness,
	play,
	type RtsHarness,
	untilVideoMoves,
} from '../support/rts-harness.ts';
import { until } from '../support/until.ts';

const test = suite('rts play in a real browser');
let script: string;
let harness: RtsHarness;
test.before(async () => {
	script = await bundleRts();
	harness = await openHarness({ files: { 'autoplay.html': AUTOPLAY_PAGE, 'rts.js': script } });
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

test('should keep one connection through consecutive subscriptions, and none after the last', async () => {
	const page = await harness.openClient(script);
	const result = (await page.evaluate(`(async () => {
		const results = [];
		for (let turn = 0; turn < 4; turn++) {
			results.push(client.subscribe('${harness.address('demo')}').then(() => 'ok', (error) => error.errorCode + ' ' + error.message));
			await new Promise((resolve) => setTimeout(resolve, [0, 5, 60, 0][turn]));
			results.push(harness.connections);
		}
		return Promise.all(results);
	})()`)) as unknown[];
	assert.equal(
		result.filter((value) => typeof value === 'number'),
		[1, 1, 1, 1],
	);
	assert.is(result[6], 'ok');
	await page.evaluate('client.unsubscribe()');
	await harness.finish(page);
});

/** Subscribes by itself, because everything a test evaluates counts as a user gesture, and logs when the video moves. */
const AUTOPLAY_PAGE = `<!doctype html><link rel="icon" href="data:,"><video id="video"></video><script src="rts.js"></script><script>
	window.before = harness.leftovers();
	window.client = harness.record(AliRTS.createClient());
	client.on('onError', (error) => {
		const video = harness.element();
		window.refusal = { errorCode: error.errorCode, paused: video.paused };
		video.muted = true;
		video.play();
	});
	client.subscribe('artc://' + location.host + '/live/demo').then((stream) => stream.play(harness.element()));
	(function check() {
		if (harness.frames() > 10) console.log('moves');
		else requestAnimationFrame(check);
	})();
</script>`;
for (const [what, autoplay, expected, refusal] of [
	[
		'emit that autoplay is refused, after which the page plays the stream muted',
		false,
		['10201 auto play failed', 'canplay'],
		{ errorCode: 10201, paused: true },
	],
	['not emit a refusal where the browser allows autoplay', true, ['canplay'], undefined],
] as const)
	test(`should ${what}`, async () => {
		const other = autoplay
			? undefined
			: await openHarness({ autoplay, files: { 'autoplay.html': AUTOPLAY_PAGE, 'rts.js': script } });
		try {
			const page = await (other || harness).open();
			const moves = page.waitForEvent('console', { predicate: (message) => message.text() === 'moves' });
			await page.goto(`${(other || harness).origin.url}/autoplay.html`);
			await moves;
			await delay(500);
			assert.equal((await eventsButStalls(page)).sort(), [...expected]);
			assert.equal(await page.evaluate('window.refusal'), refusal);
			await page.evaluate('client.unsubscribe()');
			await (other || harness).finish(page);
		} finally {
			await other?.close();
		}
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

test('should report that the browser is supported, and close the connection it probed with', async () => {
	const page = await harness.openClient(script);
	assert.equal(await page.evaluate('client.isSupport({ isReceiveVideo: true })'), { errorCode: 0, message: '' });
	await harness.finish(page);
});

test('should queue usage reports until the first frame, and send them to the configured URL only', async () => {
	harness.externalRequests.length = 0;
	const page = await harness.openClient(
		script,
		`{ playConfig: { playTimeOut: 60_000 }, logUrl: '${harness.origin.url}/logstores/live/track?' }`,
	);
	const beacons = () => harness.origin.requests().filter(({ path }) => path.endsWith('/track'));
	await delay(500);
	assert.equal(beacons(), []);
	await play(page, harness.address('demo', '?k=1&l=2'));
	// Each is a request of its own, and they may overtake one another.
	await until(() => beacons().length === 4, 'all is reported');
	const reports = beacons().map(({ query }) => new URLSearchParams(query));
	assert.equal(reports.map((fields) => fields.get('msgid')).sort(), ['125', '126', '137', '200']);
	assert.is(
		JSON.parse(reports.find((fields) => fields.get('msgid') === '137')!.get('args')!).vurl,
		harness.address('demo', '?k=1&l=2'),
	);
	assert.equal(harness.externalRequests, []);
	await page.evaluate('client.unsubscribe()');
	await harness.finish(page);
});

test('should leave no viewer at the origin', async () => {
	await until(() => harness.origin.viewers() === 0, 'the origin has no viewer');
});

test.run();
