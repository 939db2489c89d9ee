import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import { openHarness, play, type RtsHarness, untilVideoMoves } from '../support/rts-harness.ts';
import { until } from '../support/until.ts';

const test = suite('rts play in a real browser');
let script: string;
let harness: RtsHarness;
test.before(async () => {
	script = await bundleRts();
	harness = await openHarness({ files: { 'autoplay.html': AUTOPLAY_PAGE, 'rts.js': script } });
});
test.after(() => harness.close());

const events = (page: Page): Promise<string[]> => page.evaluate('harness.events');
const frames = (page: Page): Promise<number> => page.evaluate('harness.frames()');
/** Ends a test: checks that the client has released everything, and recycles the page. */
async function finish(page: Page): Promise<void> {
	await harness.assertReleased(page);
	await harness.recycle(page);
}
/** Declares tests that run at the same time, because most of their time is waiting for media. */
function testsTogether(cases: Record<string, () => Promise<void>>): void {
	let running: Promise<unknown>[] | undefined;
	const bodies = Object.values(cases);
	for (const [index, name] of Object.keys(cases).entries())
		test(name, async () => {
			running ??= bodies.map((body) =>
				body().then(
					() => undefined,
					(error) => error,
				),
			);
			const error = await running[index];
			if (error) throw error;
		});
}

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
			(await events(page)).filter((event) => event !== 'canplay'),
			[],
		);
		await finish(page);
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
	await finish(page);
});

/** Energy of the sound that has been played, by the statistics. */
const SOUND = `harness.connection.getStats().then((stats) => {
	let energy = 0;
	stats.forEach((entry) => (energy += entry.totalAudioEnergy || 0));
	return energy;
})`;
/** Plays a stream whose video comes later than its sound. */
async function playSoundFirst(stream: string, cameraOff: boolean): Promise<void> {
	const page = await harness.openClient(script);
	await play(page, harness.address(stream));
	await until(async () => ((await page.evaluate(SOUND)) as number) > 0.001, 'it sounds');
	const time: number = await page.evaluate('harness.element().currentTime');
	await page.evaluate(`harness.element().onemptied = () => harness.events.push('cut'); 0`);
	await delay(500);
	assert.ok(((await page.evaluate('harness.element().currentTime')) as number) > time, 'it plays');
	assert.is(await page.evaluate('harness.element().videoWidth'), 0);
	if (cameraOff) await harness.origin.stream(stream, 'resume');
	await untilVideoMoves(page);
	assert.not.ok((await events(page)).includes('cut'), 'the sound goes on');
	await page.evaluate('client.unsubscribe()');
	await finish(page);
}

/** The play events without those of stalls, which a busy machine may have. */
const eventsButStalls = async (page: Page): Promise<string[]> =>
	((await events(page)) as string[]).filter((event) => event !== 'waiting' && event !== 'playing');

/** Plays a stream of one kind until its end. */
async function playUntilEnd(stream: string, suffix: string, id: string, kinds: string[]): Promise<void> {
	const page = await harness.openClient(script);
	await play(page, harness.address(stream, suffix), id);
	await until(() => page.evaluate('harness.media.length > 1'), `${id}: a second media event`);
	assert.equal(await page.evaluate('Object.keys(harness.media[1])'), kinds);
	await until(() => page.evaluate(`harness.element('${id}').currentTime > 0.5`), `${id}: it plays`);
	await harness.origin.stream(stream, 'drop');
	await until(async () => (await events(page)).includes('ended'), `${id}: the end`);
	await delay(1_000);
	assert.equal(await eventsButStalls(page), ['canplay', 'ended']);
	await page.evaluate('client.unsubscribe()');
	await finish(page);
}
testsTogether({
	'should play video, emit canplay once and media each second, and release everything': async () => {
		const page = await harness.openClient(script);
		const traceId = await play(page, harness.address('demo1'));
		assert.ok(traceId.length > 8);
		await untilVideoMoves(page);
		await until(() => page.evaluate('harness.media.length > 3'), 'four media events');
		assert.equal(await eventsButStalls(page), ['canplay']);
		const times = (await page.evaluate('harness.mediaTimes')) as number[];
		// The shortest and the longest of a busy machine say little.
		const interval = times
			.slice(1)
			.map((time, index) => time - times[index]!)
			.sort((a, b) => a - b)[1]!;
		assert.ok(interval > 800 && interval < 2_000, `${interval} ms between media events`);
		const usual = ({ audio, video }: any): boolean =>
			video.framesDecodedPerSecond > 10 &&
			video.framesDecodedPerSecond < 40 &&
			video.bytesReceivedPerSecond > 1000 &&
			audio.bytesReceivedPerSecond > 500;
		const media = async (): Promise<any[]> => page.evaluate('harness.media');
		await until(async () => (await media()).some(usual), 'a second of audio and video at the usual rates');
		const { video } = (await media()).find(usual);
		assert.equal([video.width, video.height], [640, 360]);
		assert.ok(video.rtt >= 0);

		const requests = harness.origin.requests().filter(({ path }) => path === '/live/demo1');
		assert.equal(
			requests.map(({ method }) => method),
			['POST'],
			'no preflight',
		);
		const { sdp } = JSON.parse(requests[0]!.body).jsep;
		assert.match(sdp, /a=rtcp-fb:111 transport-cc\r\na=rtcp-fb:111 nack\r\n/);
		assert.not.match(sdp, 'VP8');
		assert.not.match(sdp, 'm=application');
		assert.ok(requests[0]!.body.length < 3_500, `${requests[0]!.body.length} bytes, a third of the default offer`);

		await page.evaluate('client.unsubscribe(), client.unsubscribe()');
		assert.is(await page.evaluate('harness.element().srcObject'), null);
		await finish(page);
	},

	'should emit waiting when the stream freezes, playing when it resumes, and the end once': async () => {
		const page = await harness.openClient(
			script,
			'{ customReporter: ({ msgid, args }) => (window.reports = window.reports || []).push([msgid, args]) }',
		);
		await play(page, harness.address('demo4'));
		await until(async () => (await frames(page)) > 20, 'the video moves');
		await harness.origin.stream('demo4', 'freeze');
		await until(async () => (await events(page)).includes('waiting'), 'the stall is emitted');
		await harness.origin.stream('demo4', 'resume');
		await until(async () => (await events(page)).includes('playing'), 'the recovery is emitted');
		const stalls = async () =>
			((await page.evaluate('reports')) as [number, string][])
				.filter(([id]) => id === 107)
				.map(([, args]) => JSON.parse(args) as { ct: number; tt: number })
				.filter(({ ct }) => ct);
		await until(async () => (await stalls()).length, 'the stall is reported');
		await harness.origin.stream('demo4', 'drop');
		await until(async () => (await events(page)).includes('ended'), 'the end is emitted');
		await delay(1_000);
		// A busy machine lets the stream stall more often.
		assert.match((await events(page)).join(), /^canplay(,waiting,playing)+(,waiting)?,ended$/);
		const reports = (await page.evaluate('reports')) as [number, string | undefined][];
		assert.equal(
			reports.slice(0, 4).map(([id]) => id),
			[200, 125, 126, 137],
		);
		const [{ ct, tt }] = (await stalls()) as [{ ct: number; tt: number }];
		assert.ok(ct < tt && tt > 5_000, `stalled ${ct} of ${tt} ms`);
		await page.evaluate('client.unsubscribe()');
		await finish(page);
	},

	'should fail when no media arrives, and emit nothing more': async () => {
		const page = await harness.openClient(script, '{ playConfig: { playTimeOut: 3000 } }');
		await harness.origin.stream('demo5', 'freeze');
		await play(page, harness.address('demo5'));
		await until(async () => (await events(page)).length > 0, 'the failure is emitted');
		await delay(1_000);
		assert.equal(await events(page), ['10102 play failed']);
		await finish(page);
	},
	'should play the sound of a camera that is off, and the video once it is on': () =>
		playSoundFirst('demo6_sound', true),
	'should play sound while no frame can be decoded, and the video after the next keyframe': () =>
		playSoundFirst('demo7_gop10', false),
	'should play audio alone, and emit its end once': () => playUntilEnd('demo2', '@subvideo=no', 'audio', ['audio']),
	'should play video alone, and emit its end once': () => playUntilEnd('demo3', '@subaudio=no', 'video', ['video']),
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
			assert.equal((await events(page)).sort(), [...expected]);
			assert.equal(await page.evaluate('window.refusal'), refusal);
			await page.evaluate('client.unsubscribe()');
			await (other || harness).assertReleased(page);
			await (other || harness).recycle(page);
		} finally {
			await other?.close();
		}
	});

test('should play in an element that is given after canplay', async () => {
	const page = await harness.openClient(script);
	await page.evaluate(`client.subscribe('${harness.address('demo')}').then((stream) => { window.stream = stream; })`);
	await until(async () => (await events(page)).includes('canplay'), 'canplay');
	await delay(300);
	await page.evaluate('stream.play(harness.element())');
	await untilVideoMoves(page);
	await page.evaluate('client.unsubscribe()');
	await finish(page);
});

test('should send the prepared offer without delay', async () => {
	const page = await harness.open();
	await page.addScriptTag({ content: await bundleRts('play') });
	await page.evaluate(`(() => {
		window.before = harness.leftovers();
		window.client = harness.record(AliRTS.createPlayClient({ report: (id, args) => id === 137 && (window.frame = args) }));
		client.prepare();
		client.prepare();
	})()`);
	await until(() => page.evaluate('!!harness.connection.localDescription'), 'the offer is ready');
	await play(page, harness.address('demo'));
	assert.is(await page.evaluate('harness.opened'), 1);
	await until(() => page.evaluate('!!window.frame'), 'the first frame is reported');
	const frame = (await page.evaluate('frame')) as { cpct: number; ffct: number };
	assert.ok(frame.cpct < 20, `${frame.cpct} ms for the offer`);
	console.log(`\n  first frame ${frame.ffct} ms`);
	await page.evaluate('client.unsubscribe()');
	await finish(page);
});

test('should give an element to another stream without a dark frame or a cut in the sound', async () => {
	const page = await harness.open();
	for (const content of await Promise.all([bundleRts('play'), bundleRts('swap')])) await page.addScriptTag({ content });
	await page.evaluate(`(async () => {
		window.before = harness.leftovers();
		const video = harness.element();
		const open = async (address) => {
			const client = harness.record(AliRTS.createPlayClient());
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
	assert.equal(await events(page), ['canplay', 'canplay']);
	await page.evaluate('next.client.unsubscribe()');
	await finish(page);
});

test('should report that the browser is supported, and close the connection it probed with', async () => {
	const page = await harness.openClient(script);
	assert.equal(await page.evaluate('client.isSupport({ isReceiveVideo: true })'), { errorCode: 0, message: '' });
	await finish(page);
});

test('should queue usage reports until the first frame, and send them to the configured URL only', async () => {
	harness.externalRequests.length = 0;
	const page = await harness.openClient(script, `{ logUrl: '${harness.origin.url}/logstores/live/track?' }`);
	const beacons = () => harness.origin.requests().filter(({ path }) => path.endsWith('/track'));
	await delay(500);
	assert.equal(beacons(), []);
	await play(page, harness.address('demo', '?k=1&l=2'));
	await until(() => beacons().some(({ query }) => query.includes('msgid=137')), 'the first frame is reported');
	const reports = beacons().map(({ query }) => new URLSearchParams(query));
	assert.equal(reports.map((fields) => fields.get('msgid')).sort(), ['125', '126', '137', '200']);
	assert.is(
		JSON.parse(reports.find((fields) => fields.get('msgid') === '137')!.get('args')!).vurl,
		harness.address('demo', '?k=1&l=2'),
	);
	assert.equal(harness.externalRequests, []);
	await page.evaluate('client.unsubscribe()');
	await finish(page);
});

test('should leave no viewer at the origin', async () => {
	await until(() => harness.origin.viewers() === 0, 'the origin has no viewer');
});

test.run();
