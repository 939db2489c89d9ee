/** The page by the outcome of the detail call, against the origin. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { movement, playing } from '../support/picture.ts';
import { detailCalls } from '../support/reconnect.ts';
import { startupDone, openSite, type Site } from '../support/site.ts';
import { hasControls, retry, status } from '../support/stage-status.ts';
import { until } from '../support/until.ts';

const it = suite('page states');
const DETAIL = '/juvenile/api/live/detail';
/** Milliseconds, give or take a fifth. */
const LIVE_POLL_INTERVAL = 300;
const BEFORE = '直播尚未开始，开播后自动播放';

let site: Site;
it.before(
	async () => void (site = await openSite({ config: { livePollInterval: LIVE_POLL_INTERVAL, chatPollInterval: 0 } })),
);
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

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

it('should show a message in Chinese when the server fails, and recover on a click', async () => {
	site.origin.setFault({ path: DETAIL, times: -1, status: 500 });
	const { page } = await site.visit('?id=1');
	await status(page, '服务暂时不可用，请稍后重试');
	assert.is(await page.getByRole('tabpanel').textContent(), '恢复后自动显示');
	const button = await retry(page).elementHandle();
	// Without the time that finding it takes, in which the page could recover by itself.
	await site.origin.reset();
	await button!.dispatchEvent('click');
	await playing(page);
	assert.is(await retry(page).count(), 0);
	await page.getByRole('heading', { name: '第十二届校园科技文化节 · 现场直播' }).waitFor();
});

it('should stop waiting for an answer that does not come within 40 s', async () => {
	site.origin.setFault({ path: DETAIL, times: -1, hang: true });
	const { page } = await site.visit('?id=0', {
		before: async (page) => void (await page.clock.install()),
	});
	await status(page, '加载中…');
	await page.waitForFunction(() => !window.onclick, undefined, { polling: 100 });
	for (let second = 0; second < 40 && !(await retry(page).count()); second++) {
		await page.clock.fastForward(1000);
		// Lets the timers' request and render happen.
		await page.waitForTimeout(20);
	}
	await status(page, '网络不给力，请检查网络后重试');
	// A busy machine may show it when the clock has gone on.
	assert.ok(detailCalls(site.origin) >= 2);
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
	assert.is(detailCalls(site.origin), 2);
	assert.is(await retry(page).count(), 0);
	assert.is(await hasControls(page), false);
	// The broadcast is on: there is no start to poll for.
	assert.ok((await movement(page)) > 1);
});

for (const [code, text, panel] of [
	[403, '暂无观看权限，请重新登录或联系主办方', '暂无内容'],
	[503, '服务暂时不可用，请稍后重试', '恢复后自动显示'],
] as const)
	it(`should say one thing in all panels after ${code}, ${code === 503 ? 'and recover by itself' : 'without a retry'}`, async () => {
		site.origin.setFault({ path: '/juvenile/', times: -1, status: code });
		const { page } = await site.visit('?id=0&userId=42&token=demo');
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
		if (code !== 503) {
			await setTimeout(3 * LIVE_POLL_INTERVAL);
			return assert.is(detailCalls(site.origin), 1);
		}
		await until(() => detailCalls(site.origin) >= 4, '4 detail requests');
		assert.is(await page.locator('#flickered').count(), 0, 'a request shows');
		await site.origin.reset();
		await page.getByRole('listitem').first().waitFor();
		await status(page, BEFORE);
		assert.ok(await page.getByRole('button', { name: '关注' }).isVisible());
	});

it('should make few requests of taps in a row on 点击重试', async () => {
	const { page } = await site.visit('?id=0');
	await startupDone(page);
	for (const [name, path] of [
		['互动空间', 'live/comment/page'],
		['相关资讯', 'information/newslistapi'],
	]) {
		site.origin.setFault({ path: `/juvenile/api/${path}`, times: -1, status: 404 });
		const requests = () => site.origin.requests().filter((request) => request.path.endsWith(path!)).length;
		await page.getByRole('tab', { name }).tap();
		const button = page.getByRole('tabpanel', { name }).getByRole('button', { name: '点击重试' });
		await button.waitFor();
		const before = requests();
		// As fast as a thumb.
		const taps = await button.evaluate(async () => {
			let taps = 0;
			for (const end = performance.now() + 3000; taps < 15 && performance.now() < end; taps++) {
				document.querySelector<HTMLElement>('.panel:not([aria-hidden]) .list-end .link')?.click();
				await new Promise((resolve) => window.setTimeout(resolve, 100));
			}
			return taps;
		});
		assert.ok(taps > 5 && requests() > before && requests() - before <= 5, `${requests() - before} requests`);
	}
});

it('should say in chat and news that the browser is offline, and show their lists when it no longer is', async () => {
	const { page } = await site.visit('?id=0');
	await startupDone(page);
	// The chat is loaded in advance, not its script.
	const requests = () => site.origin.requests().filter(({ path }) => path.endsWith('live/comment/page')).length;
	await until(() => requests() > 0, 'a request for comments');
	for (const [name, list] of [
		['互动空间', '.comments'],
		['相关资讯', '.news'],
	] as const) {
		await page.context().setOffline(true);
		await page.getByRole('tab', { name }).tap();
		const panel = page.getByRole('tabpanel', { name });
		await panel.getByText('网络已断开，请检查网络设置').waitFor();
		assert.is(await panel.locator('.skeleton').count(), 0);
		await panel.evaluate((panel) => {
			new MutationObserver(() => panel.textContent!.includes('加载失败') && (panel.id = 'failed')).observe(panel, {
				subtree: true,
				childList: true,
			});
		});
		await page.context().setOffline(false);
		await page.locator(`${list} li`).first().waitFor();
		assert.is(await page.locator('#failed').count(), 0, `a failure shows in ${name}`);
	}
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

it.run();
