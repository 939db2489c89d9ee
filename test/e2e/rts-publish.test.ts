import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import { FAKE_DEVICES, withHarness, type RtsHarness, until } from '../support/rts-harness.ts';

const test = suite('rts publish in a real browser');
const bundle = bundleRts();
const options = {
	args: [...FAKE_DEVICES, '--auto-select-desktop-capture-source=Entire screen', '--auto-accept-this-tab-capture'],
};

async function withClient(harness: RtsHarness): Promise<Page> {
	const page = await harness.open();
	await page.addScriptTag({ content: await bundle });
	await page.evaluate('window.before = harness.leftovers(); window.client = harness.record(AliRTS.createClient()); 0');
	return page;
}
const publish = (page: Page, address: string, config = '{ audio: true, video: true }'): Promise<string> =>
	page.evaluate(
		`AliRTS.createStream(${config}).then((stream) => ((window.stream = stream), client.publish('${address}', stream)))`,
	);
const watch = (page: Page, address: string): Promise<string> =>
	page.evaluate(`client.subscribe('${address}').then((stream) => (stream.play(harness.element()), stream.traceId))`);

test(
	'should publish camera and microphone, which another page plays until it ends',
	withHarness(async (harness) => {
		const sender = await withClient(harness);
		const traceId = await publish(sender, harness.address('camera'));
		assert.ok(traceId.length > 8);
		assert.is(await sender.evaluate('stream.traceId'), traceId);
		await until('the origin has the publisher', () => harness.origin.publishers().includes('camera'));

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

		const viewer = await withClient(harness);
		await watch(viewer, harness.address('camera'));
		await until('the picture moves', async () => ((await viewer.evaluate('harness.frames()')) as number) > 15, 15_000);
		await until('both kinds are read', () =>
			viewer.evaluate(
				'harness.media.some(({ audio, video }) => audio.bytesReceivedPerSecond && video.bytesReceivedPerSecond)',
			),
		);

		await sender.evaluate('client.unpublish()');
		await until('the end is told', () => viewer.evaluate("harness.events.includes('ended')"));
		await delay(1_000);
		assert.is(await viewer.evaluate("harness.events.filter((event) => event === 'ended').length"), 1);
		assert.is(await sender.evaluate('stream.audioTrack.readyState'), 'live');
		await sender.evaluate('stream.stop()');
		assert.equal(await sender.evaluate('harness.leftovers()'), await sender.evaluate('before'));
		await viewer.evaluate('client.unsubscribe()');
		assert.equal(await viewer.evaluate('harness.leftovers()'), await viewer.evaluate('before'));
		for (const page of [sender, viewer]) assert.equal(await page.evaluate('harness.errors'), []);
	}, options),
);

test(
	'should change profile, camera and sound while live',
	withHarness(async (harness) => {
		const sender = await withClient(harness);
		await publish(sender, harness.address('camera'));
		await until('the origin has the publisher', () => harness.origin.publishers().includes('camera'));
		const viewer = await withClient(harness);
		await watch(viewer, harness.address('camera'));
		await until('the picture moves', async () => ((await viewer.evaluate('harness.frames()')) as number) > 15, 15_000);

		assert.is(await sender.evaluate("stream.setVideoProfile('480p_2')"), true);
		assert.is(
			await sender.evaluate(
				`harness.connection.getSenders().find((sender) => sender.track.kind === 'video').getParameters().encodings[0].maxBitrate`,
			),
			1000 * 1024,
		);
		await until('the viewer sees the new size', () => viewer.evaluate('harness.element().videoHeight === 480'), 10_000);

		await sender.evaluate(
			`navigator.mediaDevices.getUserMedia({ video: { width: 320, height: 240 } }).then((media) => stream.replaceTrack(media.getVideoTracks()[0]))`,
		);
		await until(
			'the viewer sees the other camera',
			() => viewer.evaluate('harness.element().videoWidth === 320'),
			10_000,
		);

		assert.is(await sender.evaluate('stream.disableVideo()'), true);
		assert.is(await sender.evaluate('stream.disableAudio() && stream.enableAudio() && stream.enableVideo()'), true);
	}, options),
);

test(
	'should publish sound alone, which a page that wants both plays',
	withHarness(async (harness) => {
		const sender = await withClient(harness);
		await publish(sender, harness.address('radio'), '{ audio: true }');
		await until('the origin has the publisher', () => harness.origin.publishers().includes('radio'));
		const viewer = await withClient(harness);
		await watch(viewer, harness.address('radio'));
		await until('sound arrives', () =>
			viewer.evaluate('harness.media.some(({ audio }) => audio && audio.bytesReceivedPerSecond > 0)'),
		);
		assert.ok(await viewer.evaluate("harness.events.includes('canplay')"));
	}, options),
);

test(
	'should preview without sound, and list devices without keeping them',
	withHarness(async (harness) => {
		const page = await withClient(harness);
		await page.evaluate(
			`AliRTS.createStream({ audio: true, video: true }).then((stream) => { window.stream = stream; stream.play(harness.element()); })`,
		);
		await until('the preview moves', async () => ((await page.evaluate('harness.frames()')) as number) > 5);
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
	}, options),
);

test(
	'should say what the person refuses',
	withHarness(
		async (harness) => {
			const page = await withClient(harness);
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
		},
		{ args: ['--use-fake-device-for-media-stream', '--deny-permission-prompts'] },
	),
);

test.run();
