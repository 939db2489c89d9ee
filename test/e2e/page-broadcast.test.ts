/** The page by the outcome of the detail call: from before a broadcast to its replay, and where it fails. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { movement, playing } from '../support/picture.ts';
import { siteFor } from '../support/site.ts';
import { within } from '../support/until.ts';

const it = suite('broadcast');
const BEFORE = '直播尚未开始，开播后自动播放';

const site = siteFor(it, { config: { livePollInterval: 300, liveRefreshInterval: 1400, chatPollInterval: 0 } });

/** Waits for a message over the video. */
const status = (page: Page, text: string) => page.locator('.status').getByText(text, { exact: true }).waitFor();

it('should play a broadcast when it begins, follow it, end it, and offer its replay', async () => {
	const { page, problems } = await site.visit('?id=0');
	await status(page, BEFORE);
	assert.ok(await page.locator('#cover').isVisible());
	site.origin.setLive({ id: '0', status: 1, originRts: 'artc://{host}/live/demo', title: '开始了' });
	await playing(page);
	await page.locator('#cover').waitFor({ state: 'hidden' });
	await page.getByRole('heading', { name: '开始了' }).waitFor();
	assert.is(await page.title(), '开始了');
	site.origin.setLive({ id: '0', title: '改了标题', peopleCount: 31_400 });
	await page.getByRole('heading', { name: '改了标题' }).waitFor();
	assert.is(await page.locator('.viewers').getByText('3.1万').count(), 1);
	assert.ok((await movement(page)) > 1, 'it plays on');
	const replay = page.getByRole('button', { name: '观看回放' });
	site.origin.setLive({ id: '0', status: 2 });
	await status(page, '直播已结束');
	assert.is(await replay.count(), 0);
	await page.waitForFunction(() => !document.querySelector('video')!.srcObject);
	site.origin.setLive({ id: '0', status: 3, playbackUrl: '{origin}/media/replay.mp4' });
	await replay.tap();
	await playing(page);
	await page.getByRole('slider', { name: '播放进度' }).waitFor();
	await page.locator('.status').waitFor({ state: 'hidden' });
	assert.equal(problems, []);
});

it('should play a link that a chat has spoilt before a viewer gives up', async () => {
	const { page, problems } = await site.visit('?id=1】👏');
	// The page that is right; the picture takes what it takes.
	await page.waitForURL(/\?id=1$/, within(2000));
	await playing(page);
	assert.equal(problems, []);
});

it('should show the page before the bundle has loaded, and run the last click of that time once', async () => {
	let release = () => {};
	const { page, problems } = await site.visit('?id=0', {
		unread: true,
		before: async (page) => (release = await holdRequests(page, '**/app.*.js')),
	});
	// Before the boot script a click is lost.
	await page.waitForFunction('self.livePage?.boot');
	await page.getByRole('tab', { name: '互动空间' }).tap();
	assert.equal(await page.getByRole('tab').allTextContents(), ['直播介绍', '互动空间', '相关资讯']);
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await page.locator('.pressed', { hasText: '相关资讯' }).waitFor();
	assert.is(await page.getByRole('tab', { selected: true }).textContent(), '直播介绍');
	assert.is(await page.locator('.pressed').count(), 1, 'only the last one stays pressed');
	release();
	await page.getByRole('tabpanel', { name: '相关资讯' }).getByRole('listitem').first().waitFor();
	assert.is(await page.getByRole('tab', { selected: true }).textContent(), '相关资讯');
	assert.is(await page.locator('.pressed').count(), 0);
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	await page.getByRole('heading', { name: '新年音乐会：童声里的四季' }).waitFor();
	assert.equal(problems, []);
});

it.run();
