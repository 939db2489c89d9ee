import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { launchBrowser } from '../support/browser.ts';
import { startOrigin, type Origin } from '../origin/index.ts';

const origin = suite('the origin in a real browser');

/** The functions of `origin-rig.js`, called by name because they live in the page. */
const rig = <T>(page: Page, call: string): Promise<T> => page.evaluate(`rig.${call}`) as Promise<T>;

interface Received {
	frames: number;
	audioBytes: number;
	videoBytes: number;
}

/** How much arrives in a while. */
async function arriving(page: Page, milliseconds: number): Promise<Received> {
	const before = await rig<Received>(page, 'received()');
	await delay(milliseconds);
	const after = await rig<Received>(page, 'received()');
	return {
		frames: after.frames - before.frames,
		audioBytes: after.audioBytes - before.audioBytes,
		videoBytes: after.videoBytes - before.videoBytes,
	};
}

/** Share of the colour values that differ clearly between now and a second later. */
async function movement(page: Page): Promise<number> {
	const before = await rig<number[]>(page, 'pixels()');
	await delay(1_000);
	const after = await rig<number[]>(page, 'pixels()');
	return after.filter((value, i) => Math.abs(value - before[i]!) > 24).length / after.length;
}

async function until(what: string, condition: () => boolean | Promise<boolean>, limit = 8_000): Promise<void> {
	for (const end = Date.now() + limit; Date.now() < end; await delay(100)) if (await condition()) return;
	throw new Error(`not within ${limit} ms: ${what}`);
}

/** Runs a test with an origin, a browser and a page with the rig in it, and closes all three whatever happens. */
function test(
	name: string,
	body: (context: { origin: Origin; page: Page; open: () => Promise<Page> }) => Promise<void>,
): void {
	origin(name, async () => {
		const dist = await mkdtemp(join(tmpdir(), 'origin-'));
		await writeFile(join(dist, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><title>rig</title>');
		const server = await startOrigin({ dist });
		const browser = await launchBrowser({
			args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
		});
		const open = async () => {
			const page = await browser.newPage();
			await page.addInitScript({ path: fileURLToPath(new URL('origin-rig.js', import.meta.url)) });
			await page.goto(server.url);
			return page;
		};
		try {
			await body({ origin: server, page: await open(), open });
		} finally {
			await browser.close();
			await server.close();
			await rm(dist, { recursive: true });
		}
	});
}

test('should show moving pictures with sound', async ({ origin, page }) => {
	const { status, firstFrame } = await rig<{ status: number; firstFrame: number }>(page, "play('demo')");
	assert.is(status, 200);
	console.log(`\n  first frame ${firstFrame} ms`);
	assert.ok(firstFrame < 3_000, `first frame after ${firstFrame} ms`);
	await delay(1_000);
	const { frames, audioBytes, videoBytes } = await arriving(page, 2_000);
	assert.ok(frames >= 20, `${frames} frames in 2 s`);
	assert.ok(audioBytes > 3_000, `${audioBytes} bytes of audio in 2 s`);
	assert.ok(videoBytes + audioBytes < 60_000, `${videoBytes + audioBytes} bytes in 2 s`);
	const moved = await movement(page);
	assert.ok(moved > 0.01, `${moved} of the picture moved`);
	assert.equal(await page.evaluate('[rig.video.videoWidth, rig.video.videoHeight]'), [640, 360]);
	assert.is(origin.viewers('demo'), 1);
});

test('should have the next viewer see a picture sooner than a keyframe comes round', async ({ page }) => {
	await rig(page, "play('demo')");
	const times: number[] = [];
	for (let i = 0; i < 3; i++) times.push((await rig<{ firstFrame: number }>(page, "play('demo')")).firstFrame);
	console.log(`\n  first frame once warm ${times.join(', ')} ms`);
	assert.ok(Math.min(...times) < 500, `first frames after ${times.join(', ')} ms`);
});

test('should play sound alone and pictures alone', async ({ page }) => {
	await rig(page, "play('demo', { video: false })");
	await delay(1_000);
	const sound = await arriving(page, 1_000);
	assert.ok(sound.audioBytes > 1_000 && sound.frames === 0);
	await rig(page, "play('demo', { audio: false })");
	await delay(500);
	const pictures = await arriving(page, 1_000);
	assert.ok(pictures.frames >= 10, `${pictures.frames} frames`);
	assert.is(pictures.audioBytes, 0);
});

test('should answer an offer with a data channel', async ({ page }) => {
	assert.is((await rig<{ status: number }>(page, "play('demo', { dataChannel: true })")).status, 200);
	await delay(500);
	assert.ok((await arriving(page, 1_000)).frames >= 10);
});

test('should freeze and resume without closing', async ({ origin, page }) => {
	await rig(page, "play('demo')");
	await delay(500);
	await origin.stream('demo', 'freeze');
	await delay(500);
	const frozen = await arriving(page, 1_500);
	assert.equal(frozen, { frames: 0, audioBytes: 0, videoBytes: 0 });
	assert.is(await rig(page, 'transport()'), 'connected');
	await origin.stream('demo', 'resume');
	await delay(500);
	assert.ok((await arriving(page, 1_000)).frames >= 10);
	assert.is(origin.viewers('demo'), 1);
});

test('should drop viewers and refuse new ones until the restart', async ({ origin, page }) => {
	await rig(page, "play('demo2')");
	await origin.stream('demo2', 'drop');
	await until('the transport closes', async () => (await rig(page, 'transport()')) === 'closed', 2_000);
	assert.is(origin.viewers('demo2'), 0);
	assert.is((await rig<{ status: number }>(page, "play('demo2')")).status, 404);
	assert.is((await rig<{ status: number }>(page, "play('demo')")).status, 200);
	await origin.stream('demo2', 'restart');
	assert.is((await rig<{ status: number }>(page, "play('demo2')")).status, 200);
});

test('should forget a viewer who leaves, and one who falls silent', async ({ origin, page, open }) => {
	await rig(page, "play('demo')");
	const other = await open();
	await rig(other, "play('demo')");
	assert.is(origin.viewers(), 2);
	await other.evaluate('rig.connection.close()');
	await until('the viewer who left is forgotten', () => origin.viewers() === 1, 2_000);
	// A crashed page says no goodbye; Playwright rejects, for there is no page to come to.
	await page.goto('chrome://crash').catch(() => undefined);
	assert.is(origin.viewers(), 1);
	await until('the silent viewer is forgotten', () => origin.viewers() === 0);
});

test('should pass on what a publisher sends, and end with the publisher', async ({ origin, page, open }) => {
	assert.is((await rig<{ status: number }>(page, "play('camera')")).status, 404);
	assert.is(await rig(page, "publish('camera')"), 200);
	await until('the publisher is there', () => origin.publishers().includes('camera'));
	const viewer = await open();
	const { status, firstFrame } = await rig<{ status: number; firstFrame: number }>(viewer, "play('camera')");
	assert.is(status, 200);
	console.log(`\n  first frame of a published stream ${firstFrame} ms`);
	assert.ok(firstFrame < 4_000, `first frame after ${firstFrame} ms`);
	await delay(1_000);
	const { frames, audioBytes } = await arriving(viewer, 2_000);
	assert.ok(frames >= 16, `${frames} frames in 2 s`);
	assert.ok(audioBytes > 1_000, `${audioBytes} bytes of audio in 2 s`);
	await until('the picture moves', async () => (await movement(viewer)) > 0.001);

	await page.evaluate('rig.connection.close()');
	await until('the viewer is closed', async () => (await rig(viewer, 'transport()')) === 'closed', 3_000);
	assert.equal(origin.publishers(), []);
	assert.is((await rig<{ status: number }>(viewer, "play('camera')")).status, 404);
});

origin.run();
