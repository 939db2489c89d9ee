/** Playing in a browser, side by side: most of the time is waiting for media. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import {
	CONNECT_TIMEOUT,
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
	harness = await openHarness();
});
test.after(() => harness.close());

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

/** Energy of the sound that has been played, by the statistics. */
const SOUND = `harness.connection.getStats().then((stats) => {
	let energy = 0;
	stats.forEach((entry) => (energy += entry.totalAudioEnergy || 0));
	return energy;
})`;
/** Counts in the page the looks at which sound goes on and there is no video yet. */
const WATCH_SOUND = `harness.heard = 0, (async () => {
	const element = harness.element();
	while (!element.videoWidth) {
		const last = element.currentTime;
		await new Promise((resolve) => setTimeout(resolve, 100));
		if (element.currentTime > last && (await ${SOUND}) > 0.001 && !element.videoWidth) harness.heard++;
	}
})(), 0`;
/** Plays a stream whose video comes later than its sound: on a busy machine a keyframe may come first, once or twice. */
async function playSoundFirst(stream: string, cameraOff: boolean, attempts = 3): Promise<void> {
	const page = await harness.openClient(script);
	await play(page, harness.address(stream));
	// It is emptied once as it is attached, with the first media.
	await page.evaluate(`harness.element().onplaying = ({ target }) => (target.onemptied = () => harness.events.push('cut'));
		${WATCH_SOUND}`);
	const isHeard = () => page.evaluate('harness.heard > 3');
	await until(async () => (await isHeard()) || page.evaluate('harness.element().videoWidth > 0'), 'it plays');
	const heard = await isHeard();
	if (cameraOff) await harness.origin.stream(stream, 'resume');
	// The next keyframe comes after ten seconds.
	await untilVideoMoves(page, 15_000);
	assert.not.ok((await eventsOf(page)).includes('cut'), 'the sound goes on');
	await page.evaluate('client.unsubscribe()');
	await harness.finish(page);
	if (heard) return;
	assert.ok(attempts > 1 && !cameraOff, 'it sounds before there is a video');
	await playSoundFirst(stream, cameraOff, attempts - 1);
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
		assert.ok(interval > 500 && interval < 10_000, `${interval} ms between media events`);
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
		await harness.finish(page);
	},

	'should play the sound of a camera that is off, and the video once it is on': () =>
		playSoundFirst('demo6_sound', true),
	'should play sound while no frame can be decoded, and the video after the next keyframe': () =>
		playSoundFirst('demo7_gop10', false),
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
	assert.equal(await eventsButStalls(page), ['canplay', 'canplay']);
	await page.evaluate('next.client.unsubscribe()');
	await harness.finish(page);
});

test('should leave no viewer at the origin', async () => {
	// Those that ended before they were connected are given up after a time.
	await until(() => harness.origin.viewers() === 0, 'the origin has no viewer', CONNECT_TIMEOUT + 2000);
});

test.run();
