/** The page from before a broadcast to its replay, against the origin. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { movement, playing } from '../support/picture.ts';
import { detailCalls } from '../support/reconnect.ts';
import { openSite, type Site } from '../support/site.ts';
import { hasControls, retry, status, statusGone } from '../support/stage-status.ts';
import { toastShown } from '../support/toast.ts';
import { until } from '../support/until.ts';

const it = suite('broadcast');
/** Milliseconds, give or take a fifth. */
const LIVE_POLL_INTERVAL = 300;
const LIVE_REFRESH_INTERVAL = 1400;

let site: Site;
it.before(
	async () =>
		void (site = await openSite({
			config: { livePollInterval: LIVE_POLL_INTERVAL, liveRefreshInterval: LIVE_REFRESH_INTERVAL, chatPollInterval: 0 },
		})),
);
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

/** No more is requested for three polling intervals than what follows a broadcast does. */
const startIsNotPolled = async () => {
	const [before, begun] = [detailCalls(site.origin), Date.now()];
	await setTimeout(3 * LIVE_POLL_INTERVAL);
	const followed = 1 + Math.floor((Date.now() - begun) / (0.8 * LIVE_REFRESH_INTERVAL));
	assert.ok(detailCalls(site.origin) - before <= followed);
};

it('should poll for the start of a broadcast, play it, and stop polling', async () => {
	const { page, problems } = await site.visit('?id=0');
	await status(page, '直播尚未开始，开播后自动播放');
	assert.ok(await page.locator('#cover').isVisible());
	await until(() => detailCalls(site.origin) >= 4, '4 detail requests');
	const times = site.origin
		.requests()
		.filter(({ path }) => path.endsWith('/live/detail'))
		.map(({ time }) => time);
	for (const [index, time] of times.slice(1).entries())
		assert.ok(time - times[index]! >= 0.75 * LIVE_POLL_INTERVAL, `polled at ${times.join()}`);

	site.origin.setLive({ id: '0', status: 1, originRts: 'artc://{host}/live/demo', title: '开始了' });
	await playing(page);
	assert.not(await page.locator('#cover').isVisible());
	await page.getByRole('heading', { name: '开始了' }).waitFor();
	assert.is(await page.title(), '开始了');
	await startIsNotPolled();
	assert.ok((await movement(page)) > 1);
	assert.equal(problems, []);
});

it('should follow a broadcast while it is on, end it, and offer its replay', async () => {
	const { page, problems } = await site.visit('?id=5');
	await playing(page);
	site.origin.setLive({ id: '5', title: '改了标题', peopleCount: 31_400 });
	await page.getByRole('heading', { name: '改了标题' }).waitFor();
	assert.is(await page.locator('.viewers').getByText('3.1万').count(), 1);
	assert.ok((await movement(page)) > 0, 'it plays on');
	const replay = page.getByRole('button', { name: '观看回放' });
	site.origin.setLive({ id: '5', status: 2 });
	await status(page, '直播已结束');
	assert.is(await replay.count(), 0);
	assert.is(await page.evaluate(() => document.querySelector('video')!.hasAttribute('src')), false);
	site.origin.setLive({ id: '5', status: 3, playbackUrl: '{origin}/media/replay.mp4' });
	await replay.tap();
	await playing(page);
	assert.is(await hasControls(page), true);
	await statusGone(page);
	assert.equal(problems, []);
});

it('should pause a broadcast, go on, and play its sound only until the video is wanted again', async () => {
	let page!: Page;
	let release!: () => void;
	const visit = site.visit('?id=1', {
		before: async (opened) => {
			page = opened;
			release = await holdRequests(page, '**/live.*.js');
		},
	});
	while (!page) await setTimeout(10);
	const button = (name: string) => page.getByRole('button', { name, exact: true });
	// On a busy machine it has faded.
	await button('暂停').dispatchEvent('click');
	// A tap before the script that pauses is not lost.
	release();
	const { problems } = await visit;
	await status(page, '已暂停，点击继续');
	await button('播放').tap();
	await playing(page);
	const choose = async (name: string) => {
		await page.getByRole('button', { name: '画质' }).dispatchEvent('click');
		await page.getByRole('menuitemradio', { name }).tap();
	};
	await choose('只听声音');
	await page.locator('#cover').waitFor();
	await page.reload();
	await page.locator('#cover').waitFor();
	await choose('自动');
	await page.locator('#cover').waitFor({ state: 'hidden' });
	await playing(page);
	assert.equal(problems, []);
});

it('should offer the app and the address where the browser cannot play', async () => {
	const { page } = await site.visit('?id=1&token=demo', {
		permissions: ['clipboard-read', 'clipboard-write'],
		before: async (page) => {
			await page.addInitScript(() => delete (window as { RTCPeerConnection?: unknown }).RTCPeerConnection);
		},
	});
	await status(page, '当前浏览器无法播放，请换个浏览器或打开App观看');
	await page.getByText('错误码 10110', { exact: true }).waitFor();
	assert.is(await retry(page).count(), 0);
	assert.is(await page.locator('.status').getByRole('button', { name: '打开App' }).count(), 1);
	await page.getByRole('button', { name: '复制链接' }).tap();
	await toastShown(page, '已复制');
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	assert.is(copied, `${site.origin.url}/?id=1`);
});

it('should show that a replay cannot be loaded, with a retry that works', async () => {
	site.origin.setFault({ path: '/media/replay.mp4', times: -1, status: 404, body: 'no' });
	const { page } = await site.visit('?id=3');
	await status(page, '视频加载失败，请重试');
	await site.origin.reset();
	await retry(page).tap();
	await playing(page);
	assert.is(await retry(page).count(), 0);
	assert.is(await hasControls(page), true);
});

it.run();
