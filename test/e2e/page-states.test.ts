/** The page in each state of broadcast and detail call, against the origin. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { movement, playing } from '../support/picture.ts';
import { openSite, type Site } from '../support/site.ts';
import { toastShown } from '../support/toast.ts';
import { until } from '../support/until.ts';

const it = suite('page states');
/** Titles of the origin's broadcasts. */
const TITLES = { 1: '第十二届校园科技文化节 · 现场直播', 5: '校园慢直播：清晨的操场' };
const DETAIL = '/juvenile/api/live/detail';
/** Milliseconds, give or take a fifth. */
const LIVE_POLL_INTERVAL = 300;
const LIVE_REFRESH_INTERVAL = 1400;
const BEFORE = '直播尚未开始，开播后自动播放';

let site: Site;
it.before(
	async () =>
		void (site = await openSite({
			config: {
				livePollInterval: LIVE_POLL_INTERVAL,
				liveRefreshInterval: LIVE_REFRESH_INTERVAL,
				chatPollInterval: 0,
			},
		})),
);
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

const status = (page: Page, text: string) => page.locator('.status').getByText(text, { exact: true }).waitFor();
const statusGone = (page: Page) =>
	page.waitForFunction(() => document.querySelector('.status')!.className.includes('status-none'));
const retry = (page: Page) => page.getByRole('button', { name: '重试', exact: true });
const hasControls = (page: Page) => page.evaluate(() => document.querySelector('video')!.controls);

const detailRequests = () => site.origin.requests().filter(({ path }) => path === DETAIL);
const detailRequestsReach = async (count: number) => {
	await until(() => detailRequests().length >= count, `${count} detail requests`);
};
/** Nothing more is requested within three polling intervals. */
const detailRequestsStayAt = async (count: number) => {
	await setTimeout(3 * LIVE_POLL_INTERVAL);
	assert.is(detailRequests().length, count);
};
/** No more is requested for three polling intervals than what follows a broadcast does. */
const startIsNotPolled = async () => {
	const [before, begun] = [detailRequests().length, Date.now()];
	await setTimeout(3 * LIVE_POLL_INTERVAL);
	const followed = 1 + Math.floor((Date.now() - begun) / (0.8 * LIVE_REFRESH_INTERVAL));
	assert.ok(detailRequests().length - before <= followed);
};

it('should show skeletons and a loading message until the broadcast is known', async () => {
	let release!: () => void;
	const { page } = await site.visit('?id=0', {
		before: async (page) => void (release = await holdRequests(page, `**${DETAIL}*`)),
	});
	await status(page, '加载中…');
	assert.ok(await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).isVisible());
	assert.is(await retry(page).count(), 0);
	assert.is(await page.locator('.viewers').isVisible(), false);
	release();
	await status(page, BEFORE);
	await page.getByRole('img', { name: '加载中…' }).waitFor({ state: 'detached' });
	assert.is(await page.locator('.viewers').isVisible(), true);
});

it('should show the page before the bundle has loaded, and run the last click of that time once', async () => {
	let page!: Page;
	let release!: () => void;
	// The visit may be loaded only when the bundle is.
	const visit = site.visit('?id=0', {
		before: async (opened) => {
			page = opened;
			release = await holdRequests(page, '**/app.*.js');
		},
	});
	while (!page) await setTimeout(10);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	assert.equal(await page.getByRole('tab').allTextContents(), ['直播介绍', '互动空间', '相关资讯']);
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	assert.is(await page.getByRole('tab', { selected: true }).textContent(), '直播介绍');
	assert.equal(await page.locator('.pressed').allTextContents(), ['相关资讯'], 'only the last one stays pressed');
	release();
	await page.getByRole('tabpanel', { name: '相关资讯' }).getByRole('listitem').first().waitFor();
	assert.is(await page.getByRole('tab', { selected: true }).textContent(), '相关资讯');
	assert.is(await page.locator('.pressed').count(), 0);
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	await page.getByRole('heading', { name: '新年音乐会：童声里的四季' }).waitFor();
	assert.equal((await visit).problems, []);
});

for (const [what, id, fault, text] of [
	['the server fails', 1, { status: 500 }, '服务暂时不可用，请稍后重试'],
	['the answer holds no live', 5, { body: { code: 500, message: '系统繁忙' } }, '服务暂时不可用，请稍后重试'],
	['the connection is cut', 5, { cut: true }, '网络不给力，请检查网络后重试'],
] as const) {
	it(`should show a message in Chinese when ${what}, and recover on a click`, async () => {
		site.origin.setFault({ path: DETAIL, times: -1, ...fault });
		const { page } = await site.visit(`?id=${id}`);
		await status(page, text);
		assert.is(await page.getByRole('tabpanel').textContent(), '恢复后自动显示');
		const button = await retry(page).elementHandle();
		// Without the time that finding it takes, in which the page could recover by itself.
		await site.origin.reset();
		await button!.dispatchEvent('click');
		await playing(page);
		assert.is(await retry(page).count(), 0);
		await page.getByRole('heading', { name: TITLES[id] }).waitFor();
	});
}

it('should stop waiting for an answer that does not come within 40 s', async () => {
	site.origin.setFault({ path: DETAIL, times: -1, hang: true });
	const { page } = await site.visit('?id=0', {
		before: async (page) => void (await page.clock.install()),
	});
	await status(page, '加载中…');
	await page.waitForFunction(() => window.livePage!.started && !window.onclick, undefined, { polling: 100 });
	for (let second = 0; second < 40 && !(await retry(page).count()); second++) {
		await page.clock.fastForward(1000);
		// Lets the timers' request and render happen.
		await page.waitForTimeout(20);
	}
	await status(page, '网络不给力，请检查网络后重试');
	assert.is(detailRequests().length, 2);
	const button = await retry(page).elementHandle();
	await site.origin.reset();
	await button!.dispatchEvent('click');
	await status(page, BEFORE);
	// With its clock, which another visit must not get.
	await page.context().close();
});

it('should go on by itself when the first detail request fails and the next does not', async () => {
	site.origin.setFault({ path: DETAIL, times: 1, status: 503 });
	const { page } = await site.visit('?id=1');
	await playing(page);
	assert.is(detailRequests().length, 2);
	assert.is(await retry(page).count(), 0);
	assert.is(await hasControls(page), false);
	// The broadcast is on: there is no start to poll for.
	assert.ok((await movement(page)) > 1);
});

for (const [code, text, panel] of [
	[404, '没有找到这场直播', '暂无内容'],
	[401, '暂无观看权限，请重新登录或联系主办方', '暂无内容'],
	[403, '暂无观看权限，请重新登录或联系主办方', '暂无内容'],
	[503, '服务暂时不可用，请稍后重试', '恢复后自动显示'],
] as const)
	it(`should say one thing in all panels after ${code}, ${code === 503 ? 'and recover by itself' : 'without a retry'}`, async () => {
		if (code === 404) site.origin.setLive({ id: '0', status: 0 });
		else site.origin.setFault({ path: '/juvenile/', times: -1, status: code });
		const { page } = await site.visit(`?id=${code === 404 ? 404404 : 0}&userId=42&token=demo`);
		await status(page, text);
		assert.is(await retry(page).count(), code === 503 ? 1 : 0);
		await page.evaluate(() => {
			const box = document.querySelector('.status')!;
			new MutationObserver(() => box.classList.contains('busy') && (box.id = 'flickered')).observe(box, {
				attributes: true,
				childList: true,
			});
		});
		for (const name of ['直播介绍', '互动空间', '相关资讯']) {
			await page.getByRole('tab', { name }).tap();
			const shown = page.getByRole('tabpanel', { name });
			await shown.getByText(panel).waitFor();
			assert.is(await shown.textContent(), panel);
		}
		assert.is(await page.getByRole('button', { name: '关注' }).count(), 0);
		if (code !== 503) return detailRequestsStayAt(1);
		await detailRequestsReach(4);
		assert.is(await page.locator('#flickered').count(), 0, 'a request shows');
		await site.origin.reset();
		await page.getByRole('listitem').first().waitFor();
		await status(page, BEFORE);
		assert.ok(await page.getByRole('button', { name: '关注' }).isVisible());
	});

it('should poll for the start of a broadcast, play it, and stop polling', async () => {
	const { page, problems } = await site.visit('?id=0');
	await status(page, BEFORE);
	assert.ok(await page.locator('#cover').isVisible());
	await detailRequestsReach(4);
	const times = detailRequests().map(({ time }) => time);
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

for (const [what, originRts] of [
	['no address to play', 'rtmp://example.com/live/1'],
	['neither sound nor video in the address', 'artc://{host}/live/demo@subaudio=no&subvideo=no'],
] as const)
	it(`should say at once that there is ${what}, and play one that comes`, async () => {
		site.origin.setLive({ id: '5', originRts });
		const { page } = await site.visit('?id=5');
		await status(page, '直播暂时无法播放，恢复后将自动继续');
		assert.not(site.origin.requests().some(({ path }) => path === '/live/demo'));
		site.origin.setLive({ id: '5', originRts: '{origin}/media/replay.mp4' });
		await playing(page);
		await statusGone(page);
	});

it('should pause a broadcast, go on, and play its sound only until the video is wanted again', async () => {
	let page!: Page;
	let release!: () => void;
	const visit = site.visit('?id=1', {
		before: async (opened) => {
			page = opened;
			release = await holdRequests(page, '**/live-player.*.js');
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

it('should offer nothing to press where the address has no id', async () => {
	const { page } = await site.visit('');
	await status(page, '链接不完整，请重新打开分享的链接');
	assert.is(await page.getByRole('img', { name: '加载中…' }).count(), 0);
	assert.is(await page.locator('.stage').getByRole('button').count(), 0);
	for (const name of ['互动空间', '相关资讯']) {
		await page.getByRole('tab', { name }).tap();
		await page.getByRole('tabpanel', { name }).getByText('暂无内容').waitFor();
	}
	assert.is(await page.getByRole('button', { name: '点击重试' }).count(), 0);
	assert.equal(
		site.origin.requests().filter(({ path }) => path.startsWith('/juvenile/')),
		[],
	);
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

it('should show that it is reconnecting while the phone is offline, and go on when it is back', async () => {
	const { page } = await site.visit('?id=5');
	await playing(page);
	// The bundle, which reconnects, has to be there before the network goes.
	await statusGone(page);
	assert.is(await hasControls(page), false);
	await page.context().setOffline(true);
	try {
		await page.evaluate(() => document.querySelector('video')!.dispatchEvent(new Event('ended')));
		await status(page, '直播信号中断，正在重连…');
		await page.getByRole('tab', { name: '相关资讯' }).tap();
		await page.getByRole('tabpanel').getByText('恢复后自动显示').waitFor();
	} finally {
		await page.context().setOffline(false);
	}
	await page.getByRole('listitem').first().waitFor();
	await statusGone(page);
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
