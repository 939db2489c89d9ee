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
import { until } from '../support/until.ts';

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
	assert.is((await call<Played>(page, "play('demo', { dataChannel: true })")).status, 200);
	await until(async () => {
		const before = await call<number[]>(page, 'pixels()');
		const { frames, audioBytes } = await receivedPerSecond(page);
		const changed = changedPixels(before, await call<number[]>(page, 'pixels()'));
		return frames >= 10 && audioBytes > 1_500 && changed > 0.01;
	}, 'the picture moves at 10 frames a second, with sound');
	assert.equal(await page.evaluate('[client.video.videoWidth, client.video.videoHeight]'), [640, 360]);
	assert.is(origin.viewers('demo'), 1);
});

it('should show a later viewer the first frame sooner than the next keyframe', async () => {
	await until(async () => (await call<Played>(page, "play('demo')")).firstFrame < 500, 'a first frame within 500 ms');
});

it('should play audio alone and video alone', async () => {
	assert.is((await call<Played>(page, "play('demo', { video: false })")).status, 200);
	await until(async () => (await call<Received>(page, 'received()')).audioBytes > 1_000, 'audio arrives');
	assert.is((await call<Received>(page, 'received()')).frames, 0);
	assert.is((await call<Played>(page, "play('demo', { audio: false })")).status, 200);
	await until(async () => (await call<Received>(page, 'received()')).frames >= 10, 'video arrives');
	assert.is((await call<Received>(page, 'received()')).audioBytes, 0);
});

it('should end the connection at once when a stream is dropped or the viewer leaves', async () => {
	await call(page, "play('demo2')");
	assert.is(origin.viewers('demo2'), 1);
	await origin.stream('demo2', 'drop');
	await until(async () => (await call(page, 'transportState()')) === 'closed', 'the transport is closed');
	await origin.stream('demo2', 'restart');

	await call(page, "play('demo')");
	await until(() => origin.viewers() === 1, 'only this viewer is left');
	await page.evaluate('client.connection.close()');
	await until(() => origin.viewers() === 0, 'the viewer is dropped');
});

it('should forward the camera of a publisher, and end with the publisher', async () => {
	assert.is(await call(page, "publish('camera')"), 200);
	const viewer = await openPage();
	assert.is((await call<Played>(viewer, "play('camera')")).status, 200);
	await until(async () => {
		const { frames, audioBytes } = await receivedPerSecond(viewer);
		return frames >= 8 && audioBytes > 500;
	}, 'the camera arrives at 8 frames a second, with sound');
	const before = await call<number[]>(viewer, 'pixels()');
	await until(async () => changedPixels(before, await call<number[]>(viewer, 'pixels()')) > 0.001, 'the video moves');

	await page.evaluate('client.connection.close()');
	await until(async () => (await call(viewer, 'transportState()')) === 'closed', 'the viewer is closed');
	assert.equal(origin.publishers(), []);
});

it.run();
