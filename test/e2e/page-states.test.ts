import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('states');
const DETAIL = '/juvenile/api/live/detail';

let site: Site;
it.before(async () => void (site = await openSite({ config: { livePollInterval: 1000, chatPollInterval: 0 } })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

const status = (page: Page, text: string, options = {}) =>
	page.locator('.status').getByText(text, { exact: true }).waitFor(options);
const cleared = (page: Page) =>
	page.waitForFunction(() => document.querySelector('.status')!.className.includes('status-none'));
const retry = (page: Page) => page.getByRole('button', { name: '重试', exact: true });

it('should show skeletons and say that it loads, until it knows', async () => {
	site.origin.setFault({ path: DETAIL, times: 1, delayMs: 2500 });
	const { page } = await site.visit('?id=0');
	await status(page, '加载中…');
	assert.ok(await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).isVisible());
	assert.is(await retry(page).count(), 0);
	assert.is(await page.locator('.viewers').isVisible(), false);
	await status(page, '直播尚未开始');
	assert.is(await page.getByRole('img', { name: '加载中…' }).count(), 0);
});

it('should show the page before its script has come, and do then what was pressed meanwhile', async () => {
	site.origin.setFault({ path: '/app.', times: 1, delayMs: 2000 });
	const { page, problems } = await site.visit('?id=0');
	assert.equal(await page.getByRole('tab').allTextContents(), ['直播介绍', '互动空间', '相关资讯']);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await page.getByRole('tabpanel', { name: '相关资讯' }).getByRole('listitem').first().waitFor();
	assert.is(await page.getByRole('tab', { selected: true }).textContent(), '相关资讯');
	// And once only: a tab chosen now stays.
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	await page.getByRole('heading', { name: '新年音乐会：童声里的四季' }).waitFor();
	assert.equal(problems, []);
});

for (const [what, fault, text] of [
	['the server fails', { status: 500 }, '服务暂时不可用，请稍后重试'],
	['the answer is not JSON', { body: '<html>维护中</html>', contentType: 'text/html' }, '服务暂时不可用，请稍后重试'],
	['the answer holds no live', { body: { code: 500, message: '系统繁忙' } }, '服务暂时不可用，请稍后重试'],
	['the answer holds something else', { body: { code: 200, recData: 'x' } }, '服务暂时不可用，请稍后重试'],
	['the connection is cut', { cut: true }, '网络不给力，请检查网络后重试'],
] as const) {
	it(`should say it in Chinese when ${what}, and recover by a press`, async () => {
		site.origin.setFault({ path: DETAIL, times: -1, ...fault });
		const { page } = await site.visit('?id=1');
		await status(page, text, { timeout: 20_000 });
		assert.is(await page.getByRole('tabpanel').getByText('暂无介绍').count(), 1);
		await site.origin.reset();
		await retry(page).tap();
		await playing(page);
		assert.ok((await movement(page)) > 1);
		assert.is(await retry(page).count(), 0);
		await page.getByText('第十二届校园科技文化节 · 现场直播').waitFor();
	});
}

it('should not wait for ever for an answer that does not come', async () => {
	site.origin.setFault({ path: DETAIL, times: -1, hang: true });
	const { page } = await site.visit('?id=0');
	await status(page, '加载中…');
	await status(page, '网络不给力，请检查网络后重试', { timeout: 40_000 });
	await site.origin.reset();
	await retry(page).tap();
	await status(page, '直播尚未开始');
});

it('should go on by itself when boot’s one try fails and the next does not', async () => {
	site.origin.setFault({ path: DETAIL, times: 1, status: 503 });
	const { page } = await site.visit('?id=1');
	await playing(page);
	assert.is(await retry(page).count(), 0);
});

it('should ask for an unknown live once, and say so', async () => {
	const { page } = await site.visit('?id=404404');
	await status(page, '没有找到这场直播');
	await page.waitForTimeout(1500);
	assert.is(site.origin.requests().filter(({ path }) => path === DETAIL).length, 1);
	// It may come to be.
	site.origin.setLive({ id: '404404', status: 0 });
	await retry(page).tap();
	await status(page, '直播尚未开始');
});

it('should start by itself when a live begins that had not', async () => {
	const { page, problems } = await site.visit('?id=0');
	await status(page, '直播尚未开始');
	assert.ok(await page.locator('#cover').isVisible());
	site.origin.setLive({ id: '0', status: 1, originRts: 'artc://{host}/live/demo', title: '开始了' });
	await playing(page);
	assert.ok((await movement(page)) > 1);
	assert.not(await page.locator('#cover').isVisible());
	await page.getByRole('heading', { name: '开始了' }).waitFor();
	assert.is(await page.title(), '开始了');
	// From then on the detail is not asked for any more.
	const before = site.origin.requests().filter(({ path }) => path === DETAIL).length;
	await page.waitForTimeout(2500);
	assert.is(site.origin.requests().filter(({ path }) => path === DETAIL).length, before);
	assert.equal(problems, []);
});

it('should go on waiting for the beginning when a look at it fails', async () => {
	const { page } = await site.visit('?id=0');
	await status(page, '直播尚未开始');
	site.origin.setFault({ path: DETAIL, times: 2, status: 400 });
	await page.waitForTimeout(2500);
	await status(page, '直播尚未开始');
	assert.is(await page.getByRole('heading', { name: '新年音乐会：童声里的四季' }).count(), 1);
	site.origin.setLive({ id: '0', status: 3, playbackUrl: '{origin}/media/replay.mp4' });
	await playing(page);
});

it('should not look for a beginning while it is hidden, nor where there is none to come', async () => {
	const details = () => site.origin.requests().filter(({ path }) => path === DETAIL).length;
	for (const id of [1, 2, 3]) {
		const { page } = await site.visit(`?id=${id}`);
		await page.getByRole('article').waitFor();
	}
	const { page } = await site.visit('?id=0');
	await status(page, '直播尚未开始');
	await page.evaluate(() => {
		Object.defineProperty(document, 'hidden', { value: true, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	});
	await page.waitForTimeout(500);
	const before = details();
	await page.waitForTimeout(3000);
	assert.is(details(), before);
	await page.evaluate(() => {
		Object.defineProperty(document, 'hidden', { value: false, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	});
	await page.waitForTimeout(2000);
	assert.ok(details() > before);
});

it('should say that the picture is being fetched again when the phone is offline, and go on when it is back', async () => {
	const { page } = await site.visit('?id=5');
	await playing(page);
	// The script that tries again has to be there before the link goes.
	await cleared(page);
	await page.context().setOffline(true);
	await page.evaluate(() => document.querySelector('video')!.dispatchEvent(new Event('ended')));
	await status(page, '正在重新连接…');
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await page.getByRole('tabpanel').getByText('加载失败').waitFor();
	await page.context().setOffline(false);
	await page.getByRole('button', { name: '点击重试' }).tap();
	await page.getByRole('listitem').first().waitFor();
	await cleared(page);
});

it('should say that a replay cannot be shown, with a retry that works', async () => {
	site.origin.setFault({ path: '/media/replay.mp4', times: -1, status: 404, body: 'no' });
	const { page } = await site.visit('?id=3');
	await status(page, '视频加载失败，请重试');
	await site.origin.reset();
	await retry(page).tap();
	await playing(page);
	assert.is(await retry(page).count(), 0);
	assert.is(await page.evaluate(() => document.querySelector('video')!.controls), true);
});

it('should give live pictures no controls, and a replay its own', async () => {
	for (const [id, controls] of [
		[1, false],
		[5, false],
		[3, true],
	] as const) {
		const { page } = await site.visit(`?id=${id}`);
		await playing(page);
		assert.is(await page.evaluate(() => document.querySelector('video')!.controls), controls, `id=${id}`);
	}
});

it.run();
