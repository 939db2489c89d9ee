// alone
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from 'playwright-core';
import { movement, playing } from '../support/picture.ts';
import {
	attempts,
	connections,
	counting,
	detailCalls,
	GRACE,
	seesRecovery,
	soon,
	untilMoving,
} from '../support/reconnect.ts';
import { sideBySide, until } from '../support/scenarios.ts';

const it = suite('reconnect');
const scenario = sideBySide(it);

/** Retries soon, so that the tests in which none may follow need not wait long. */
const quick = { ...soon, retryDelay: 150, maxRetryDelay: 300 };

const isReconnecting = (page: Page) => page.getByText('正在重新连接…').waitFor({ timeout: 15_000 });
/** Waits for so many seconds of playback. */
const played = (page: Page, seconds: number) =>
	page.waitForFunction((seconds) => document.querySelector('video')!.currentTime > seconds, seconds);

// The longest first, so that the others run beside them.
scenario(
	'should come back by itself after the whole origin was gone for five seconds',
	async ({ origin, visit, restartOrigin }) => {
		const page = await visit('?id=1', counting);
		await playing(page);
		// Without the bundle nothing could say so.
		await page.getByRole('heading').first().waitFor();
		await origin.close();
		await isReconnecting(page);
		await page.waitForTimeout(5000);
		await restartOrigin();
		await seesRecovery(page);
	},
	soon,
);

scenario('should move again after the stream froze, and say so meanwhile', async ({ origin, visit }) => {
	const page = await visit('?id=1', counting);
	await played(page, 2);
	await origin.stream('demo', 'freeze');
	await page.getByText('网络缓慢，正在缓冲…').waitFor();
	await isReconnecting(page);
	await origin.stream('demo', 'resume');
	await seesRecovery(page);
	await page.getByText('正在重新连接…').waitFor({ state: 'hidden' });
});

scenario(
	'should play the sound on behind the cover when the camera is turned off, and the video when it is back',
	async ({ origin, visit }) => {
		const page = await visit('?id=1', counting);
		await played(page, 1);
		await origin.stream('demo', 'video-off');
		await page.getByText('主播暂时关闭了画面').waitFor();
		assert.ok(await page.locator('#cover').isVisible());
		await origin.stream('demo', 'resume');
		await page.locator('#cover').waitFor({ state: 'hidden' });
		await page.getByText('主播暂时关闭了画面').waitFor({ state: 'hidden' });
		await untilMoving(page);
		assert.is((await connections(page)).made, 1);
	},
	{ maxGop: 500 },
);

scenario('should play the sound alone, then hold no connection while paused, and go on', async ({ origin, visit }) => {
	const page = await visit('?id=1', counting);
	await playing(page);
	const setAudioOnly = (on: boolean) => page.evaluate((on) => window.livePage!.boot!.player.setAudioOnly(on), on);
	const requestedVideo = () =>
		origin
			.requests()
			.filter(({ path, method }) => method === 'POST' && path === '/live/demo')
			.map(({ body }) => body.includes('rts video'));
	await setAudioOnly(true);
	await until(() => attempts(origin) === 2);
	assert.equal(requestedVideo(), [true, false]);
	// Longer than a stream without anything would be left alone.
	await played(page, 3);
	assert.ok(await page.locator('#cover').isVisible());
	assert.is(attempts(origin), 2);
	await setAudioOnly(false);
	await untilMoving(page);
	assert.not(await page.locator('#cover').isVisible());
	await page.evaluate(() => window.livePage!.boot!.player.pause());
	assert.is((await connections(page)).open, 0);
	assert.match(await page.evaluate(() => document.querySelector('video')!.poster), /^data:image\/jpeg/);
	await page.evaluate(() => window.livePage!.boot!.player.play());
	await untilMoving(page);
	assert.equal(await connections(page), { open: 1, most: 1, made: 4 });
});

for (const [what, fault] of [
	['403', { status: 403 }],
	['404', { status: 404 }],
	['500', { status: 500 }],
	['garbage', { body: '<html>', contentType: 'text/html' }],
	['an answer that is none', { body: { code: 200, trace_id: 't', jsep: { type: 'answer', sdp: 'v=0\r\n' } } }],
] as const)
	scenario(
		`should play within 3 s of signalling being back after ${what}`,
		async ({ origin, visit, problems }) => {
			origin.setFault({ path: '/live/', times: -1, ...fault });
			const page = await visit('?id=1', counting);
			await isReconnecting(page);
			await until(() => attempts(origin) > 1);
			origin.setFault({ path: '/live/', times: 0 });
			await seesRecovery(page);
			assert.ok((await movement(page)) > 1);
			assert.equal(problems, []);
		},
		{ jitter: 0 },
	);

scenario(
	'should play after signalling that hangs',
	async ({ origin, visit }) => {
		origin.setFault({ path: '/live/', hang: true });
		const page = await visit('?id=1', counting);
		// The attempt that hangs ends at its time limit; the one after it succeeds.
		await seesRecovery(page, 2000 + GRACE);
	},
	{ playTimeout: 2000, latencyFactor: 0 },
);

for (const [what, latencyFactor] of [
	['give a stream more time on a slow connection', 4],
	['not wait for a stream beyond the time limit otherwise', 0],
] as const)
	scenario(
		`should ${what}`,
		async ({ origin, visit }) => {
			origin.setFault({ path: '/juvenile/api/live/detail', delayMs: 1000 });
			origin.setFault({ path: '/live/', delayMs: 2500 });
			const page = await visit('?id=1');
			await untilMoving(page);
			assert.is(attempts(origin), latencyFactor ? 1 : 2);
		},
		{ playTimeout: 1500, latencyFactor },
	);

scenario('should keep its connection through a short freeze', async ({ origin, visit }) => {
	const page = await visit('?id=1', counting);
	await played(page, 2);
	await origin.stream('demo', 'freeze');
	await page.getByText('网络缓慢，正在缓冲…').waitFor();
	await origin.stream('demo', 'resume');
	await untilMoving(page);
	assert.is((await connections(page)).made, 1);
});

scenario('should notice a stream that freezes right after its first frame', async ({ origin, visit }) => {
	const page = await visit('?id=1', counting);
	await page.waitForFunction(() => document.querySelector('video')!.readyState > 1);
	await origin.stream('demo', 'freeze');
	await isReconnecting(page);
	await origin.stream('demo', 'resume');
	await seesRecovery(page);
});

scenario(
	'should move again after the stream was dropped and restarted, asking once for the live',
	async ({ origin, visit }) => {
		const page = await visit('?id=1', counting);
		await playing(page);
		const before = detailCalls(origin);
		await origin.stream('demo', 'drop');
		await isReconnecting(page);
		await until(() => attempts(origin) > 3);
		assert.is(detailCalls(origin), before + 1);
		await origin.stream('demo', 'restart');
		await seesRecovery(page);
	},
	soon,
);

for (const [what, status] of [
	['has ended', 2],
	['has become a replay', 3],
] as const)
	scenario(
		`should show that the live ${what} when its stream ends, asking once, and hold no connection`,
		async ({ origin, visit }) => {
			const page = await visit('?id=1', counting);
			await playing(page);
			const before = detailCalls(origin);
			origin.setLive({ id: '1', status, playbackUrl: '{origin}/media/replay.mp4' });
			await origin.stream('demo', 'drop');
			await page.getByText('直播已结束').waitFor();
			await page.getByRole('button', { name: '观看回放' }).waitFor();
			assert.equal([(await connections(page)).open, detailCalls(origin)], [0, before + 1]);
			// Longer than the first two retries would take.
			await page.waitForTimeout(800);
			assert.equal([(await connections(page)).open, detailCalls(origin)], [0, before + 1]);
		},
		quick,
	);

scenario(
	'should retry at once when the browser is online again, and not while it is offline',
	async ({ origin, visit }) => {
		const page = await visit('?id=1', counting);
		await playing(page);
		await page.context().setOffline(true);
		await origin.stream('demo', 'drop');
		await isReconnecting(page);
		await origin.stream('demo', 'restart');
		// Longer than the first two retries would take.
		await page.waitForTimeout(800);
		assert.is(attempts(origin), 1);
		await page.context().setOffline(false);
		await seesRecovery(page);
	},
	quick,
);

scenario(
	'should hold still while hidden and come back when shown',
	async ({ origin, visit }) => {
		const page = await visit('?id=1', counting);
		await playing(page);
		const hide = (hidden: boolean) =>
			page.evaluate((hidden) => {
				Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
				document.dispatchEvent(new Event('visibilitychange'));
			}, hidden);
		await hide(true);
		await origin.stream('demo', 'drop');
		await isReconnecting(page);
		await origin.stream('demo', 'restart');
		// Longer than the first two retries would take.
		await page.waitForTimeout(800);
		assert.is(attempts(origin), 1);
		await hide(false);
		await seesRecovery(page);
	},
	quick,
);

scenario(
	'should go on slowly while signalling stays away, holding no connection, and try at once at a tap',
	async ({ origin, visit }) => {
		origin.setFault({ path: '/live/', times: -1, status: 404 });
		const page = await visit('?id=1', counting);
		const retry = page.getByRole('button', { name: '重试' });
		await retry.waitFor();
		await page.getByText('正在重新连接…').waitFor();
		const tried = attempts(origin);
		assert.equal([tried, (await connections(page)).open], [3, 0]);
		await origin.reset();
		await retry.tap();
		await untilMoving(page);
		assert.is(attempts(origin), 1);
		await retry.waitFor({ state: 'hidden' });
	},
	{ quickFailures: 2, retryDelay: 100, maxRetryDelay: 30_000, maxSlowRetryDelay: 60_000 },
);

scenario(
	'should come back by itself from the slow phase',
	async ({ origin, visit }) => {
		origin.setFault({ path: '/live/', times: -1, status: 503 });
		const page = await visit('?id=1', counting);
		await page.getByRole('button', { name: '重试' }).waitFor();
		await until(() => attempts(origin) > 5);
		origin.setFault({ path: '/live/', times: 0 });
		await seesRecovery(page);
	},
	{ quickFailures: 2, retryDelay: 100, maxRetryDelay: 100, maxSlowRetryDelay: 400 },
);

it.run();
