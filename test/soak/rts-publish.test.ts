import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import { openHarness, play, publish, type RtsHarness, untilVideoMoves } from '../support/rts-harness.ts';
import { until } from '../support/until.ts';

const test = suite('rts publish in a real browser');
let script: string;
let harness: RtsHarness;
test.before(async () => {
	script = await bundleRts();
	harness = await openHarness({ fakeDevices: true });
});
test.after(() => harness.close());

/** Publishes under a name and plays it in another page. */
async function publishAndPlay(name: string): Promise<{ sender: Page; viewer: Page; traceId: string }> {
	const [sender, viewer] = await Promise.all([harness.openClient(script), harness.openClient(script)]);
	const traceId = await publish(sender, harness.address(name));
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

test.run();
