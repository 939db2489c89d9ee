/** Streams of all kinds from their first media to their end, side by side: most of the time is waiting for media. */
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

const test = suite('rts media in a real browser');
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
	assert.not.ok((await eventsOf(page)).includes('cut'), 'the sound goes on');
	await page.evaluate('client.unsubscribe()');
	await harness.finish(page);
}

/** Plays a stream of one kind until its end. */
async function playUntilEnd(stream: string, suffix: string, id: string, kinds: string[]): Promise<void> {
	const page = await harness.openClient(script);
	await play(page, harness.address(stream, suffix), id);
	await until(() => page.evaluate('harness.media.length > 1'), `${id}: a second media event`);
	assert.equal(await page.evaluate('Object.keys(harness.media[1])'), kinds);
	await until(() => page.evaluate(`harness.element('${id}').currentTime > 0.5`), `${id}: it plays`);
	await harness.origin.stream(stream, 'drop');
	await until(async () => (await eventsOf(page)).includes('ended'), `${id}: the end`);
	await delay(1_000);
	assert.equal(await eventsButStalls(page), ['canplay', 'ended']);
	await page.evaluate('client.unsubscribe()');
	await harness.finish(page);
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

	'should emit waiting when the stream freezes, playing when it resumes, and the end once': async () => {
		const page = await harness.openClient(
			script,
			'{ playConfig: { playTimeOut: 60_000 }, customReporter: ({ msgid, args }) => (window.reports = window.reports || []).push([msgid, args]) }',
		);
		await play(page, harness.address('demo4'));
		await until(async () => Number(await page.evaluate('harness.frames()')) > 20, 'the video moves');
		await harness.origin.stream('demo4', 'freeze');
		await until(async () => (await eventsOf(page)).includes('waiting'), 'the stall is emitted');
		await harness.origin.stream('demo4', 'resume');
		await until(async () => (await eventsOf(page)).includes('playing'), 'the recovery is emitted');
		const stalls = async () =>
			((await page.evaluate('reports')) as [number, string][])
				.filter(([id]) => id === 107)
				.map(([, args]) => JSON.parse(args) as { ct: number; tt: number })
				.filter(({ ct }) => ct);
		await until(async () => (await stalls()).length, 'the stall is reported');
		await harness.origin.stream('demo4', 'drop');
		await until(async () => (await eventsOf(page)).includes('ended'), 'the end is emitted');
		await delay(1_000);
		// A busy machine lets the stream stall more often.
		assert.match((await eventsOf(page)).join(), /^canplay(,waiting,playing)+(,waiting)?,ended$/);
		const reports = (await page.evaluate('reports')) as [number, string | undefined][];
		assert.equal(
			reports.slice(0, 4).map(([id]) => id),
			[200, 125, 126, 137],
		);
		const [{ ct, tt }] = (await stalls()) as [{ ct: number; tt: number }];
		assert.ok(ct < tt && tt > 5_000, `stalled ${ct} of ${tt} ms`);
		await page.evaluate('client.unsubscribe()');
		await harness.finish(page);
	},

	'should play the sound of a camera that is off, and the video once it is on': () =>
		playSoundFirst('demo6_sound', true),
	'should play sound while no frame can be decoded, and the video after the next keyframe': () =>
		playSoundFirst('demo7_gop10', false),
	'should play audio alone, and emit its end once': () => playUntilEnd('demo2', '@subvideo=no', 'audio', ['audio']),
});

test.run();
