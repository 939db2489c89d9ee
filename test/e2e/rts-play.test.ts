import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import { withHarness, type RtsHarness, until } from '../support/rts-harness.ts';

const test = suite('rts play in a real browser');
const bundle = bundleRts();

/** A page with our client as `client`, watched. */
async function withClient(harness: RtsHarness, config = '{}'): Promise<Page> {
	const page = await harness.open();
	await page.addScriptTag({ content: await bundle });
	await page.evaluate(
		`window.before = harness.leftovers(); window.client = harness.record(AliRTS.createClient(${config})); 0`,
	);
	return page;
}
const told = (page: Page): Promise<string[]> => page.evaluate('harness.events');
const frames = (page: Page): Promise<number> => page.evaluate('harness.frames()');
const play = (page: Page, address: string, id = 'video'): Promise<string> =>
	page.evaluate(
		`client.subscribe('${address}').then((stream) => (stream.play(harness.element('${id}')), (window.stream = stream), stream.traceId))`,
	);
/** Checks that nothing is left of what the client has done. */
async function assertClean(page: Page, harness: RtsHarness): Promise<void> {
	assert.equal(await page.evaluate('harness.leftovers()'), await page.evaluate('before'));
	assert.equal(await page.evaluate('harness.errors'), []);
	// The origin waits 15 s for a viewer who had its answer and never came.
	await until('the origin has no viewer left', () => harness.origin.viewers() === 0, 18_000);
}

test(
	'should show moving pictures, tell canplay once and media each second, and leave nothing',
	withHarness(async (harness) => {
		const page = await withClient(harness);
		const traceId = await play(page, harness.address('demo'));
		assert.ok(traceId.length > 8);
		await until('the picture moves', async () => (await frames(page)) > 10);
		await delay(3_500);
		assert.equal(await told(page), ['canplay']);
		const media = (await page.evaluate('harness.media')) as any[];
		assert.ok(media.length >= 3 && media.length <= 6, `${media.length} readings`);
		const last = media[media.length - 1];
		assert.ok(last.video.framesDecodedPerSecond > 10 && last.video.framesDecodedPerSecond < 40);
		assert.ok(last.video.bytesReceivedPerSecond > 1000 && last.audio.bytesReceivedPerSecond > 500);
		assert.equal([last.video.width, last.video.height], [640, 360]);
		assert.ok(last.video.rtt >= 0);
		await page.evaluate('client.unsubscribe(), client.unsubscribe()');
		assert.is(await page.evaluate('harness.element().srcObject'), null);
		await assertClean(page, harness);
	}),
);

test(
	'should send an offer that is a third as long as the default one, with retransmission of sound',
	withHarness(async (harness) => {
		const page = await withClient(harness);
		await play(page, harness.address('demo'));
		const request = harness.origin.requests().find(({ path }) => path === '/live/demo')!;
		const { sdp } = JSON.parse(request.body).jsep;
		assert.match(sdp, /a=rtcp-fb:111 transport-cc\r\na=rtcp-fb:111 nack\r\n/);
		assert.not.match(sdp, 'VP8');
		assert.not.match(sdp, 'm=application');
		assert.ok(request.body.length < 3_500, `${request.body.length} bytes`);
		assert.not(
			harness.origin.requests().some(({ method }) => method === 'OPTIONS'),
			'no preflight',
		);
	}),
);

for (const [what, suffix, id, audio, video] of [
	['sound alone', '@subvideo=no', 'audio', true, false],
	['pictures alone', '@subaudio=no', 'video', false, true],
] as const)
	test(
		`should play ${what}`,
		withHarness(async (harness) => {
			const page = await withClient(harness);
			await play(page, harness.address('demo', suffix), id);
			await until('a reading comes', async () => ((await page.evaluate('harness.media.length')) as number) > 1);
			const last = (await page.evaluate('harness.media[1]')) as any;
			assert.equal([!!last.audio, !!last.video], [audio, video]);
			await until(
				'it plays',
				async () => ((await page.evaluate(`harness.element('${id}').currentTime`)) as number) > 0.5,
			);
			assert.equal(await told(page), ['canplay']);
			await harness.origin.stream('demo', 'drop');
			await until('the end is told', async () => (await told(page)).includes('ended'));
			await delay(1_000);
			assert.equal(await told(page), ['canplay', 'ended']);
			await page.evaluate('client.unsubscribe()');
			await assertClean(page, harness);
		}),
	);

test(
	'should tell waiting when the stream freezes, playing when it goes on, and the end once',
	withHarness(async (harness) => {
		const page = await withClient(
			harness,
			'{ customReporter: ({ msgid, args }) => (window.reports = window.reports || []).push([msgid, args]) }',
		);
		await play(page, harness.address('demo'));
		await until('the picture moves', async () => (await frames(page)) > 20);
		await harness.origin.stream('demo', 'freeze');
		await until('the stall is told', async () => (await told(page)).includes('waiting'), 4_000);
		await harness.origin.stream('demo', 'resume');
		await until('the recovery is told', async () => (await told(page)).includes('playing'), 4_000);
		await until('the stall is reported', () => page.evaluate('reports.some(([id]) => id === 107)'));
		await harness.origin.stream('demo', 'drop');
		await until('the end is told', async () => (await told(page)).includes('ended'), 4_000);
		await delay(2_000);
		assert.equal(await told(page), ['canplay', 'waiting', 'playing', 'ended']);
		const reports = (await page.evaluate('reports')) as [number, string | undefined][];
		assert.equal(
			reports.slice(0, 4).map(([id]) => id),
			[200, 125, 126, 137],
		);
		const { ct, tt } = JSON.parse(reports.find(([id]) => id === 107)![1]!);
		assert.ok(ct > 0 && ct < tt && tt > 5_000 && tt < 8_000, `stalled ${ct} of ${tt} ms`);
		await page.evaluate('client.unsubscribe()');
		await assertClean(page, harness);
	}),
);

test(
	'should fail when no media comes, and say nothing more',
	withHarness(async (harness) => {
		const page = await withClient(harness, '{ playConfig: { playTimeOut: 1500 } }');
		await harness.origin.stream('demo', 'freeze');
		await play(page, harness.address('demo'));
		await until('the failure is told', async () => (await told(page)).length > 0, 4_000);
		await delay(1_500);
		assert.equal(await told(page), ['10102 play failed']);
		await assertClean(page, harness);
	}),
);

// The page acts by itself: what a test evaluates counts as a touch.
const refused = (
	address: string,
): string => `<!doctype html><link rel="icon" href="data:,"><video id="video"></video><script src="rts.js"></script><script>
	window.before = harness.leftovers();
	window.client = harness.record(AliRTS.createClient());
	client.on('onError', (error) => {
		const video = harness.element();
		window.seen = { errorCode: error.errorCode, paused: video.paused };
		video.muted = true;
		video.play();
	});
	client.subscribe('artc://' + location.host + '${address}').then((stream) => stream.play(harness.element()));
</script>`;
for (const [what, args, expected] of [
	[
		'tell a refused autoplay, after which the page plays it silent',
		['--autoplay-policy=document-user-activation-required'],
		['10201 auto play failed', 'canplay'],
	],
	['not tell a refusal where the browser allows sound', [], ['canplay']],
] as const)
	test(`should ${what}`, async () =>
		withHarness(
			async (harness) => {
				const page = await harness.open('/refused.html');
				await delay(2_500);
				await until('the picture moves', async () => (await frames(page)) > 10);
				await delay(1_500);
				assert.equal((await told(page)).sort(), [...expected]);
				assert.equal(
					await page.evaluate('window.seen'),
					expected.length > 1 ? { errorCode: 10201, paused: true } : undefined,
				);
				await page.evaluate('client.unsubscribe()');
				await assertClean(page, harness);
			},
			{ args: [...args], files: { 'refused.html': refused('/live/demo'), 'rts.js': await bundle } },
		)());

test(
	'should play in an element that is given after canplay',
	withHarness(async (harness) => {
		const page = await withClient(harness);
		await page.evaluate(`client.subscribe('${harness.address('demo')}').then((stream) => { window.stream = stream; })`);
		await until('canplay is told', async () => (await told(page)).includes('canplay'));
		await delay(1_000);
		await page.evaluate('stream.play(harness.element())');
		await until('the picture moves', async () => (await frames(page)) > 10);
	}),
);

test(
	'should keep one connection through subscriptions in a row, and none after the last',
	withHarness(async (harness) => {
		const page = await withClient(harness);
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
		await assertClean(page, harness);
	}),
);

test(
	'should leave nothing when ended at any moment of the start',
	withHarness(async (harness) => {
		const page = await withClient(harness);
		const outcomes = (await page.evaluate(`(async () => {
			const outcomes = new Set();
			for (let wait = -1; wait < 160; wait += 4) {
				const done = client.subscribe('${harness.address('demo')}').then((stream) => (stream.play(harness.element()), 'ok'), (error) => error.errorCode + ' ' + error.message);
				if (wait >= 0) await new Promise((resolve) => setTimeout(resolve, wait));
				await client.unsubscribe();
				outcomes.add(await done);
				if (harness.connections) throw new Error('a connection is open after ' + wait + ' ms');
			}
			return [...outcomes];
		})()`)) as string[];
		await delay(1_500);
		for (const outcome of outcomes)
			assert.ok(['10114 no pc', '10205 Request aborted', '10206 set answer error', 'ok'].includes(outcome), outcome);
		assert.ok(outcomes.length >= 2, outcomes.join());
		// A stream may have become playable between its play and the end.
		assert.equal(
			(await told(page)).filter((event) => event !== 'canplay'),
			[],
		);
		await assertClean(page, harness);
	}),
);

test(
	'should make the offer ahead of time',
	withHarness(async (harness) => {
		const page = await harness.open();
		await page.addScriptTag({ content: await bundleRts('play') });
		const waits = (await page.evaluate(`(async () => {
			window.before = harness.leftovers();
			window.client = harness.record(AliRTS.createPlayClient({ report: (id, args) => id === 137 && (window.frame = args) }));
			client.prepare();
			client.prepare();
			await new Promise((resolve) => setTimeout(resolve, 500));
			const stream = await client.subscribe('${harness.address('demo')}');
			stream.play(harness.element());
			return [harness.opened];
		})()`)) as number[];
		assert.equal(waits, [1]);
		await until('the first frame is reported', async () => !!(await page.evaluate('window.frame')));
		const frame = (await page.evaluate('frame')) as { cpct: number; ffct: number };
		assert.ok(frame.cpct < 20, `${frame.cpct} ms for the offer`);
		console.log(`\n  first frame ${frame.ffct} ms`);
		await page.evaluate('client.unsubscribe()');
		await assertClean(page, harness);
	}),
);

test(
	'should say that the browser is supported, and close what it probed with',
	withHarness(async (harness) => {
		const page = await withClient(harness);
		assert.equal(await page.evaluate('client.isSupport({ isReceiveVideo: true })'), { errorCode: 0, message: '' });
		await assertClean(page, harness);
	}),
);

test(
	'should hold usage reports until the first frame, and send them to the named address only',
	withHarness(async (harness) => {
		const page = await withClient(harness, `{ logUrl: '${harness.origin.url}/logstores/live/track?' }`);
		const beacons = () => harness.origin.requests().filter(({ path }) => path.endsWith('/track'));
		await delay(500);
		assert.equal(beacons(), []);
		await play(page, harness.address('demo', '?k=1&l=2'));
		await until('the first frame is reported', () => beacons().some(({ query }) => query.includes('msgid=137')));
		const reports = beacons().map(({ query }) => new URLSearchParams(query));
		assert.equal(reports.map((fields) => fields.get('msgid')).sort(), ['125', '126', '137', '200']);
		assert.is(
			JSON.parse(reports.find((fields) => fields.get('msgid') === '137')!.get('args')!).vurl,
			harness.address('demo', '?k=1&l=2'),
		);
		assert.equal(harness.externalRequests, []);
	}),
);

test.run();
