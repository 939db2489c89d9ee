/** The stand-in origin in a real browser: decoding, playback, a camera. The rest is in `test/unit/origin`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startOrigin, type Origin } from '../origin/index.ts';
import { launchBrowser } from '../support/browser.ts';

const it = suite('the origin in a real browser');

let folder: string;
let origin: Origin;
let browser: Browser;
let page: Page;

interface Received {
	frames: number;
	audioBytes: number;
	videoBytes: number;
}

interface Played {
	status: number;
	firstFrame: number;
}

/** Calls a function of `origin-client.js`, which lives in the page. */
const call = <T>(target: Page, expression: string): Promise<T> => target.evaluate(`client.${expression}`) as Promise<T>;

/** Bytes received in the next second. */
async function receivedPerSecond(target: Page): Promise<Received> {
	const before = await call<Received>(target, 'received()');
	await delay(1_000);
	const after = await call<Received>(target, 'received()');
	return {
		frames: after.frames - before.frames,
		audioBytes: after.audioBytes - before.audioBytes,
		videoBytes: after.videoBytes - before.videoBytes,
	};
}

/** Share of the colour values that differ clearly from those before. */
const changedPixels = (before: number[], after: number[]) =>
	after.filter((value, i) => Math.abs(value - before[i]!) > 24).length / after.length;

async function until(
	description: string,
	condition: () => boolean | Promise<boolean>,
	timeout = 20_000,
): Promise<void> {
	for (const end = Date.now() + timeout; Date.now() < end; await delay(50)) if (await condition()) return;
	throw new Error(`not within ${timeout} ms: ${description}`);
}

async function openPage(): Promise<Page> {
	const opened = await browser.newPage();
	await opened.addInitScript({ path: fileURLToPath(new URL('origin-client.js', import.meta.url)) });
	await opened.goto(origin.url);
	return opened;
}

it.before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'origin-'));
	await writeFile(join(folder, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><title>origin</title>');
	origin = await startOrigin({ dist: folder });
	browser = await launchBrowser({ fakeDevices: true });
	page = await openPage();
});

it.after(async () => {
	await browser?.close();
	await origin?.close();
	await rm(folder, { recursive: true });
});

it('should play moving video with sound, beside a data channel', async () => {
	const { status, firstFrame } = await call<Played>(page, "play('demo', { dataChannel: true })");
	assert.is(status, 200);
	assert.ok(firstFrame < 3_000, `first frame after ${firstFrame} ms`);
	// The frames since the latest keyframe arrive at once; they are not counted.
	await delay(500);
	const before = await call<number[]>(page, 'pixels()');
	const { frames, audioBytes } = await receivedPerSecond(page);
	const changed = changedPixels(before, await call<number[]>(page, 'pixels()'));
	assert.ok(frames >= 10, `${frames} frames in 1 s`);
	assert.ok(audioBytes > 1_500, `${audioBytes} bytes of audio in 1 s`);
	assert.ok(changed > 0.01, `${changed} of the pixels changed`);
	assert.equal(await page.evaluate('[client.video.videoWidth, client.video.videoHeight]'), [640, 360]);
	assert.is(origin.viewers('demo'), 1);
});

it('should show a later viewer the first frame sooner than the next keyframe', async () => {
	const times: number[] = [];
	for (let i = 0; i < 3; i++) times.push((await call<Played>(page, "play('demo')")).firstFrame);
	assert.ok(Math.min(...times) < 500, `first frames after ${times.join(', ')} ms`);
});

it('should play audio alone and video alone', async () => {
	assert.is((await call<Played>(page, "play('demo', { video: false })")).status, 200);
	await until('audio arrives', async () => (await call<Received>(page, 'received()')).audioBytes > 1_000);
	assert.is((await call<Received>(page, 'received()')).frames, 0);
	assert.is((await call<Played>(page, "play('demo', { audio: false })")).status, 200);
	await until('video arrives', async () => (await call<Received>(page, 'received()')).frames >= 10);
	assert.is((await call<Received>(page, 'received()')).audioBytes, 0);
});

it('should end the connection at once when a stream is dropped or the viewer leaves', async () => {
	await call(page, "play('demo2')");
	assert.is(origin.viewers('demo2'), 1);
	await origin.stream('demo2', 'drop');
	await until('the transport is closed', async () => (await call(page, 'transportState()')) === 'closed');
	await origin.stream('demo2', 'restart');

	await call(page, "play('demo')");
	await until('only this viewer is left', () => origin.viewers() === 1);
	await page.evaluate('client.connection.close()');
	await until('the viewer is dropped', () => origin.viewers() === 0);
});

it('should forward the camera of a publisher, and end with the publisher', async () => {
	assert.is(await call(page, "publish('camera')"), 200);
	const viewer = await openPage();
	const { status, firstFrame } = await call<Played>(viewer, "play('camera')");
	assert.is(status, 200);
	assert.ok(firstFrame < 4_000, `first frame after ${firstFrame} ms`);
	await until('the camera arrives at 8 frames a second, with sound', async () => {
		const { frames, audioBytes } = await receivedPerSecond(viewer);
		return frames >= 8 && audioBytes > 500;
	});
	const before = await call<number[]>(viewer, 'pixels()');
	await until('the video moves', async () => changedPixels(before, await call<number[]>(viewer, 'pixels()')) > 0.001);

	await page.evaluate('client.connection.close()');
	await until('the viewer is closed', async () => (await call(viewer, 'transportState()')) === 'closed');
	assert.equal(origin.publishers(), []);
});

it.run();
