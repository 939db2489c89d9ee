import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import { openHarness, play, type RtsHarness, untilVideoMoves } from '../support/rts-harness.ts';
import { until } from '../support/until.ts';

const test = suite('rts publish in a real browser');
let script: string;
let harness: RtsHarness;
test.before(async () => {
	script = await bundleRts();
	harness = await openHarness({ fakeDevices: true });
});
test.after(() => harness.close());

const publish = (page: Page, address: string, config = '{ audio: true, video: true }'): Promise<string> =>
	page.evaluate(
		`AliRTS.createStream(${config}).then((stream) => ((window.stream = stream), client.publish('${address}', stream)))`,
	);
/** Publishes under a name and plays it in another page. */
async function publishAndPlay(name: string, config?: string): Promise<{ sender: Page; viewer: Page; traceId: string }> {
	const [sender, viewer] = await Promise.all([harness.openClient(script), harness.openClient(script)]);
	const traceId = await publish(sender, harness.address(name), config);
	await until(() => harness.origin.publishers().includes(name), 'the origin has the publisher');
	await play(viewer, harness.address(name));
	return { sender, viewer, traceId };
}
const recycle = (...pages: Page[]): Promise<unknown> => Promise.all(pages.map(harness.recycle));

test('should publish camera and microphone, which another page plays until the end', async () => {
	const { sender, viewer, traceId } = await publishAndPlay('camera');
	assert.ok(traceId.length > 8);
	assert.is(await sender.evaluate('stream.traceId'), traceId);

	const { sdp } = JSON.parse(harness.origin.requests().find(({ path }) => path === '/live/camera')!.body).jsep;
	assert.match(sdp, 'a=msid:rts audio');
	assert.match(sdp, 'a=msid:rts video');
	assert.match(sdp, /a=ssrc:\d+ cname:video/);
	assert.match(sdp, 'a=sendonly');
	assert.not.match(sdp, 'a=sendrecv');

	const [parameters] = (await sender.evaluate(
		`harness.connection.getSenders().filter((sender) => sender.track.kind === 'video').map((sender) => sender.getParameters())`,
	)) as any[];
	assert.is(parameters.degradationPreference, 'maintain-resolution');
	assert.is(parameters.encodings[0].maxBitrate, 400 * 1024);
	assert.equal(
		await sender.evaluate('(({ width, height }) => [width, height])(stream.videoTrack.getSettings())'),
		[640, 360],
	);

	await untilVideoMoves(viewer);
	await until(
		() =>
			viewer.evaluate(
				'harness.media.some(({ audio, video }) => audio.bytesReceivedPerSecond && video.bytesReceivedPerSecond)',
			),
		'media events of both kinds',
	);

	await sender.evaluate('client.unpublish()');
	await until(() => viewer.evaluate("harness.events.includes('ended')"), 'the end is emitted');
	await delay(1_000);
	assert.is(await viewer.evaluate("harness.events.filter((event) => event === 'ended').length"), 1);
	assert.is(await sender.evaluate('stream.audioTrack.readyState'), 'live');
	await sender.evaluate('stream.stop()');
	await viewer.evaluate('client.unsubscribe()');
	for (const page of [sender, viewer]) await harness.assertReleased(page);
	await recycle(sender, viewer);
});

test('should change profile, camera and tracks while published', async () => {
	const { sender, viewer } = await publishAndPlay('camera2');
	await untilVideoMoves(viewer);

	assert.is(await sender.evaluate("stream.setVideoProfile('480p_2')"), true);
	assert.is(
		await sender.evaluate(
			`harness.connection.getSenders().find((sender) => sender.track.kind === 'video').getParameters().encodings[0].maxBitrate`,
		),
		1000 * 1024,
	);
	await until(() => viewer.evaluate('harness.element().videoHeight === 480'), 'the viewer gets the new size');

	await sender.evaluate(
		`navigator.mediaDevices.getUserMedia({ video: { width: 320, height: 240 } }).then((media) => stream.replaceTrack(media.getVideoTracks()[0]))`,
	);
	await until(() => viewer.evaluate('harness.element().videoWidth === 320'), 'the viewer gets the other camera');

	assert.is(await sender.evaluate('stream.disableVideo()'), true);
	assert.is(await sender.evaluate('stream.disableAudio() && stream.enableAudio() && stream.enableVideo()'), true);
	await recycle(sender, viewer);
});

test('should publish audio alone, which a page that requests both plays', async () => {
	const { sender, viewer } = await publishAndPlay('radio', '{ audio: true }');
	await until(
		() => viewer.evaluate('harness.media.some(({ audio }) => audio && audio.bytesReceivedPerSecond > 0)'),
		'audio arrives',
	);
	assert.ok(await viewer.evaluate("harness.events.includes('canplay')"));
	await recycle(sender, viewer);
});

test('should emit once that the server has closed the connection, and the status of it until then', async () => {
	const page = await harness.openClient(script);
	await page.evaluate(
		"window.statuses = []; client.on('connectStatusChange', ({ status }) => statuses.push(status)); 0",
	);
	await publish(page, harness.address('studio'), '{ audio: true }');
	await until(() => page.evaluate('statuses.includes(2)'), 'it is connected');
	assert.equal(await page.evaluate('harness.events'), []);
	await harness.origin.stream('studio', 'restart');
	await until(() => page.evaluate('harness.events.length > 0'), 'the error is emitted');
	await page.evaluate('client.unpublish(), stream.stop()');
	assert.equal(await page.evaluate('harness.events'), ['10209 PC disconnected']);
	assert.equal(await page.evaluate('statuses'), [1, 2]);
	await harness.assertReleased(page);
	await recycle(page);
});

test('should start a muted preview, and release the devices it lists', async () => {
	const page = await harness.openClient(script);
	await page.evaluate(
		`AliRTS.createStream({ audio: true, video: true }).then((stream) => { window.stream = stream; stream.play(harness.element()); })`,
	);
	await until(async () => ((await page.evaluate('harness.frames()')) as number) > 5, 'the preview moves');
	assert.is(await page.evaluate('harness.element().muted'), true);
	assert.ok(
		(
			(await page.evaluate(
				'AliRTS.getMicList().then((list) => list.map(({ kind, label }) => kind + label))',
			)) as string[]
		).every((name) => /^audioinput./.test(name)),
	);
	assert.is(await page.evaluate('AliRTS.getCameraList().then((list) => list[0].kind)'), 'videoinput');
	await page.evaluate('stream.stop()');
	assert.is(await page.evaluate('harness.element().srcObject'), null);
	await recycle(page);
});

test('should reject with what the person refuses', async () => {
	const refusing = await openHarness({
		args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
	});
	try {
		const page = await refusing.openClient(script);
		const refused = (call: string) =>
			page.evaluate(`AliRTS.${call}.then(() => 'resolved', harness.describeError)`) as Promise<{
				errorCode: number;
				isError: boolean;
			}>;
		for (const call of [
			'createStream({ audio: true, video: true })',
			'createStream({ audio: true })',
			'getMicList()',
		]) {
			const { errorCode, isError } = await refused(call);
			assert.equal([errorCode, isError], [10003, true], call);
		}
		assert.is((await refused('getCameraList()')).errorCode, 10004);
	} finally {
		await refusing.close();
	}
});

test.run();
