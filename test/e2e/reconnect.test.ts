/** Reconnecting by artc over real connections, side by side: each scene waits for clocks more than it works. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playing } from '../support/picture.ts';
import {
	attempts,
	chooseQuality,
	connections,
	counting,
	detailCalls,
	GRACE,
	press,
	seesRecovery,
	soon,
	untilMoving,
} from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('reconnect');
const scenario = sideBySide(it);
const QUERY = '?id=1';
const STREAM = 'demo';
const PATH = '/live/';
const ENDPOINT = '/live/demo';

/** Retries soon, so that the tests in which none may follow need not wait long. */
const quick = { ...soon, retryDelay: 100 };
/** Milliseconds, longer than the first two of these retries would take. */
const RETRIES = 600;

/** Waits for so many seconds of playback. */
const played = (page: Page, seconds: number) =>
	page.waitForFunction((seconds) => {
		const { videoWidth, currentTime } = document.querySelector('video')!;
		return videoWidth && currentTime > seconds;
	}, seconds);

/** Waits until the page says that it reconnects. @throws with what it says instead */
async function isReconnecting(page: Page): Promise<void> {
	const message = page.getByText(/正在重(新连接|连)…/).first();
	await message.waitFor().catch(async (error: Error) => {
		throw new Error(`${error.message}\nOver the video: ${await page.locator('.stage').innerText()}`);
	});
}

// The longest first, so that the others run beside them.
scenario(
	'should come back by itself after the whole origin was gone',
	async ({ origin, visit, restartOrigin }) => {
		const page = await visit(QUERY, counting);
		await playing(page);
		// Which sees that nothing arrives, and cannot be loaded from an origin that is gone.
		await scriptRan(page, 'live');
		let failed = 0;
		page.on('requestfailed', () => failed++);
		await origin.close();
		await isReconnecting(page);
		await until(() => failed > 3, 'requests that fail');
		await restartOrigin();
		await seesRecovery(page);
	},
	soon,
);

scenario(
	'should play and reconnect before the bundle has arrived',
	async ({ origin, visit }) => {
		origin.setFault({ path: '/app.', times: -1, hang: true });
		const page = await visit(QUERY, counting);
		await untilMoving(page);
		await origin.stream(STREAM, 'drop');
		await until(() => attempts(origin, ENDPOINT) > 1);
		await origin.stream(STREAM, 'restart');
		await seesRecovery(page);
	},
	soon,
);

scenario(
	'should move again after the stream froze, and say so meanwhile',
	async ({ origin, visit }) => {
		const page = await visit(QUERY, counting);
		await played(page, 2);
		await origin.stream(STREAM, 'freeze');
		await page.getByText('网络较慢，缓冲中…').waitFor();
		await until(() => attempts(origin, ENDPOINT) > 1);
		await origin.stream(STREAM, 'resume');
		await seesRecovery(page);
	},
	{ deadTimeout: 5000, roundTripFactor: 0 },
);

scenario(
	'should play the sound on behind the cover when the camera is turned off, and the video when it is back',
	async ({ origin, visit }) => {
		const page = await visit(QUERY, counting);
		await played(page, 1);
		await origin.stream(STREAM, 'video-off');
		await page.getByText('主播暂时关闭了画面').waitFor();
		assert.ok(await page.locator('#cover').isVisible());
		await origin.stream(STREAM, 'resume');
		await page.locator('#cover').waitFor({ state: 'hidden' });
		await page.getByText('主播暂时关闭了画面').waitFor({ state: 'hidden' });
		await untilMoving(page);
		assert.is((await connections(page)).made, 1);
	},
	{ maxGop: 500 },
);

scenario('should play the sound alone, then hold no connection while paused, and go on', async ({ origin, visit }) => {
	const page = await visit(QUERY, counting);
	await playing(page);
	const offeredVideo = () =>
		origin
			.requests()
			.filter(({ path, method }) => method === 'POST' && path === ENDPOINT)
			.map(({ body }) => body.includes('m=video'));
	await chooseQuality(page, '只听声音');
	await until(() => attempts(origin, ENDPOINT) === 2);
	assert.equal(offeredVideo(), [true, false]);
	await page.locator('#cover').waitFor();
	// Longer than a stream without anything would be left alone.
	const time = await page.evaluate(() => document.querySelector('video')!.currentTime);
	await page.waitForFunction((time) => document.querySelector('video')!.currentTime > time + 3, time);
	assert.ok(await page.locator('#cover').isVisible());
	assert.is(attempts(origin, ENDPOINT), 2);
	await chooseQuality(page, '自动');
	await untilMoving(page);
	await page.locator('#cover').waitFor({ state: 'hidden' });
	await press(page, '暂停');
	await until(async () => !(await connections(page)).open);
	assert.match(await page.evaluate(() => document.querySelector('video')!.poster), /^data:image\/jpeg/);
	await press(page, '播放');
	await untilMoving(page);
	// A busy machine may need more.
	const { most, made } = await connections(page);
	assert.ok(most <= 2 && made >= 4, `${made} connections, ${most} at once`);
});

scenario(
	'should keep its connection through a short freeze',
	async ({ origin, visit }) => {
		const page = await visit(QUERY, counting);
		await played(page, 2);
		await origin.stream(STREAM, 'freeze');
		await page.getByText('网络较慢，缓冲中…').waitFor();
		await origin.stream(STREAM, 'resume');
		await untilMoving(page);
		assert.is((await connections(page)).made, 1);
	},
	{ deadTimeout: 10_000 },
);

scenario(
	'should move again after the stream was dropped and restarted, asking once for the live',
	async ({ origin, visit }) => {
		const page = await visit(QUERY, counting);
		await playing(page);
		const before = detailCalls(origin);
		await origin.stream(STREAM, 'drop');
		await isReconnecting(page);
		await until(() => attempts(origin, ENDPOINT) > 3);
		assert.is(detailCalls(origin), before + 1);
		await origin.stream(STREAM, 'restart');
		await seesRecovery(page);
	},
	soon,
);

scenario(
	'should show that the live has become a replay when its stream ends, asking once, and hold no connection',
	async ({ origin, visit }) => {
		const page = await visit(QUERY, counting);
		await playing(page);
		const before = detailCalls(origin);
		origin.setLive({ id: '1', status: 3, playbackUrl: '{origin}/media/replay.mp4' });
		await origin.stream(STREAM, 'drop');
		await page.getByText('直播已结束').waitFor();
		await page.getByRole('button', { name: '观看回放' }).waitFor();
		assert.equal([(await connections(page)).open, detailCalls(origin)], [0, before + 1]);
		await page.waitForTimeout(RETRIES);
		assert.equal([(await connections(page)).open, detailCalls(origin)], [0, before + 1]);
	},
	quick,
);

scenario(
	'should retry at once when the browser is online again, and not while it is offline',
	async ({ origin, visit }) => {
		const page = await visit(QUERY, counting);
		await playing(page);
		await page.context().setOffline(true);
		await origin.stream(STREAM, 'drop');
		await page.getByText('网络已断开，恢复后自动继续').waitFor();
		await origin.stream(STREAM, 'restart');
		await page.waitForTimeout(RETRIES);
		assert.is(attempts(origin, ENDPOINT), 1);
		await page.context().setOffline(false);
		await seesRecovery(page);
	},
	quick,
);

scenario(
	'should play after signalling that hangs',
	async ({ origin, visit }) => {
		origin.setFault({ path: PATH, hang: true });
		const page = await visit(QUERY, counting);
		// The attempt that hangs ends at its time limit; the one after it succeeds.
		await seesRecovery(page, 2000 + GRACE);
	},
	{ playTimeout: 2000, latencyFactor: 0 },
);

scenario(
	'should give a stream more time on a slow connection',
	async ({ origin, visit }) => {
		origin.setFault({ path: '/juvenile/api/live/detail', delayMs: 2000 });
		origin.setFault({ path: PATH, delayMs: 2500 });
		const page = await visit(QUERY);
		await untilMoving(page);
		assert.is(attempts(origin, ENDPOINT), 1);
	},
	{ playTimeout: 1500, latencyFactor: 4 },
);

scenario(
	'should go on slowly while signalling stays away, holding no connection, and try at once at a tap',
	async ({ origin, visit }) => {
		origin.setFault({ path: PATH, times: -1, status: 404 });
		const page = await visit(QUERY, counting);
		const retry = page.getByRole('button', { name: '重试' });
		await retry.waitFor();
		await page.getByText('正在重新连接…').waitFor();
		await until(() => attempts(origin, ENDPOINT) === 7);
		// The next comes after more than three seconds.
		await page.waitForTimeout(2000);
		assert.is(attempts(origin, ENDPOINT), 7);
		assert.is((await connections(page)).open, 0);
		await origin.reset();
		await retry.tap();
		await untilMoving(page);
		assert.is(attempts(origin, ENDPOINT), 1);
		await retry.waitFor({ state: 'hidden' });
	},
	{ retryDelay: 200 },
);

it.run();
