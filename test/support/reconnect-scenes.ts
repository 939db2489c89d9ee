import type { Page } from 'playwright-core';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { playing } from './picture.ts';
import {
	attempts,
	connections,
	counting,
	detailCalls,
	chooseQuality,
	press,
	seesRecovery,
	soon,
	untilMoving,
} from './reconnect.ts';
import { addSignallingScenes, isReconnecting, type Protocol } from './reconnect-signalling-scenes.ts';
import { sideBySide } from './scenarios.ts';
import { scriptRan } from './site.ts';
import { until } from './until.ts';

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

/** Adds the tests of reconnecting by a protocol, which run side by side. */
export function addReconnectScenes(it: Test, protocol: Protocol): void {
	const { id, stream, path } = protocol;
	const scenario = sideBySide(it);
	const query = `?id=${id}`;
	const endpoint = path + stream;

	// The longest first, so that the others run beside them.
	scenario(
		'should come back by itself after the whole origin was gone',
		async ({ origin, visit, restartOrigin }) => {
			const page = await visit(query, counting);
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
			const page = await visit(query, counting);
			await untilMoving(page);
			await origin.stream(stream, 'drop');
			await until(() => attempts(origin, endpoint) > 1);
			await origin.stream(stream, 'restart');
			await seesRecovery(page);
		},
		soon,
	);

	scenario(
		'should move again after the stream froze, and say so meanwhile',
		async ({ origin, visit }) => {
			const page = await visit(query, counting);
			await played(page, 2);
			await origin.stream(stream, 'freeze');
			await page.getByText('网络较慢，缓冲中…').waitFor();
			await until(() => attempts(origin, endpoint) > 1);
			await origin.stream(stream, 'resume');
			await seesRecovery(page);
		},
		{ deadTimeout: 5000, roundTripFactor: 0 },
	);

	scenario(
		'should play the sound on behind the cover when the camera is turned off, and the video when it is back',
		async ({ origin, visit }) => {
			const page = await visit(query, counting);
			await played(page, 1);
			await origin.stream(stream, 'video-off');
			await page.getByText('主播暂时关闭了画面').waitFor();
			assert.ok(await page.locator('#cover').isVisible());
			await origin.stream(stream, 'resume');
			await page.locator('#cover').waitFor({ state: 'hidden' });
			await page.getByText('主播暂时关闭了画面').waitFor({ state: 'hidden' });
			await untilMoving(page);
			assert.is((await connections(page)).made, 1);
		},
		{ maxGop: 500 },
	);

	scenario(
		'should play the sound alone, then hold no connection while paused, and go on',
		async ({ origin, visit }) => {
			const page = await visit(query, counting);
			await playing(page);
			const offeredVideo = () =>
				origin
					.requests()
					.filter(({ path, method }) => method === 'POST' && path === endpoint)
					.map(({ body }) => body.includes('m=video'));
			await chooseQuality(page, '只听声音');
			await until(() => attempts(origin, endpoint) === 2);
			assert.equal(offeredVideo(), [true, false]);
			await page.locator('#cover').waitFor();
			// Longer than a stream without anything would be left alone.
			const time = await page.evaluate(() => document.querySelector('video')!.currentTime);
			await page.waitForFunction((time) => document.querySelector('video')!.currentTime > time + 3, time);
			assert.ok(await page.locator('#cover').isVisible());
			assert.is(attempts(origin, endpoint), 2);
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
		},
	);

	addSignallingScenes(scenario, protocol);

	scenario(
		'should keep its connection through a short freeze',
		async ({ origin, visit }) => {
			const page = await visit(query, counting);
			await played(page, 2);
			await origin.stream(stream, 'freeze');
			await page.getByText('网络较慢，缓冲中…').waitFor();
			await origin.stream(stream, 'resume');
			await untilMoving(page);
			assert.is((await connections(page)).made, 1);
		},
		{ deadTimeout: 10_000 },
	);

	scenario('should notice a stream that freezes right after its first frame', async ({ origin, visit }) => {
		const page = await visit(query, counting);
		await page.waitForFunction(() => document.querySelector('video')!.readyState > 1);
		await origin.stream(stream, 'freeze');
		await until(() => attempts(origin, endpoint) > 1);
		await origin.stream(stream, 'resume');
		await seesRecovery(page);
	});

	scenario(
		'should move again after the stream was dropped and restarted, asking once for the live',
		async ({ origin, visit }) => {
			const page = await visit(query, counting);
			await playing(page);
			const before = detailCalls(origin);
			await origin.stream(stream, 'drop');
			await isReconnecting(page);
			await until(() => attempts(origin, endpoint) > 3);
			assert.is(detailCalls(origin), before + 1);
			await origin.stream(stream, 'restart');
			await seesRecovery(page);
		},
		soon,
	);

	scenario(
		'should show that the live has become a replay when its stream ends, asking once, and hold no connection',
		async ({ origin, visit }) => {
			const page = await visit(query, counting);
			await playing(page);
			const before = detailCalls(origin);
			origin.setLive({ id: `${id}`, status: 3, playbackUrl: '{origin}/media/replay.mp4' });
			await origin.stream(stream, 'drop');
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
			const page = await visit(query, counting);
			await playing(page);
			await page.context().setOffline(true);
			await origin.stream(stream, 'drop');
			await isReconnecting(page);
			await origin.stream(stream, 'restart');
			await page.waitForTimeout(RETRIES);
			assert.is(attempts(origin, endpoint), 1);
			await page.context().setOffline(false);
			await seesRecovery(page);
		},
		quick,
	);

	scenario(
		'should hold still while hidden and come back when shown',
		async ({ origin, visit }) => {
			const page = await visit(query, counting);
			await playing(page);
			const hide = (hidden: boolean) =>
				page.evaluate((hidden) => {
					Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
					document.dispatchEvent(new Event('visibilitychange'));
				}, hidden);
			await hide(true);
			await origin.stream(stream, 'drop');
			await isReconnecting(page);
			await origin.stream(stream, 'restart');
			await page.waitForTimeout(RETRIES);
			assert.is(attempts(origin, endpoint), 1);
			await hide(false);
			await seesRecovery(page);
		},
		quick,
	);
}
