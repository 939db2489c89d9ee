import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('news');
const NEWS = '/juvenile/api/information/newslistapi';

let site: Site;
it.before(async () => void (site = await openSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

/** `recData` of the requests for news so far. */
const requested = () =>
	site.origin
		.requests()
		.filter(({ path }) => path === NEWS)
		.map(({ body }) => JSON.parse(new URLSearchParams(body).get('packet')!).recData);

const openNews = (page: Page) => page.getByRole('tab', { name: '相关资讯' }).tap();
const items = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
/** File names of the images. */
const imageFiles = (page: Page) =>
	page
		.locator('.news img')
		.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src.replace(/^.*\//, '')));

it('should be requested when its tab is first shown, once, and list title, reads and comments', async () => {
	const { page, problems } = await site.visit('?id=0');
	await page.getByText('新年音乐会：童声里的四季').waitFor();
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByText('没有更多了').waitFor();
	assert.equal(requested(), []);
	await openNews(page);
	await items(page).first().waitFor();
	assert.equal(requested(), [
		{ typeid: 0, newsid: 0, hotid: 0, title: '', organizationid: '3001', pagesize: 20, pagenum: 1 },
	]);
	assert.is(await items(page).count(), 12);
	assert.is(await items(page).nth(0).getByRole('heading').textContent(), '我校在全国青少年机器人大赛中斩获两金一银');
	for (const [index, reads, comments] of [
		[0, '3280人已读', '46条评论'],
		[1, '1523人已读', '18条评论'],
		[2, '12876人已读', ''],
		[6, '1177人已读', ''],
		[7, '640人已读', ''],
	] as const) {
		assert.is(await items(page).nth(index).getByText(reads, { exact: true }).count(), 1, reads);
		assert.is(
			await items(page)
				.nth(index)
				.getByText('条评论')
				.textContent({ timeout: 500 })
				.catch(() => ''),
			comments,
		);
	}
	await page.getByRole('tabpanel').getByText('没有更多了').waitFor();
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	await openNews(page);
	assert.is(requested().length, 1);
	assert.equal(problems, []);
});

it('should show the image, else the fallback image, else the default one', async () => {
	site.origin.setNews([
		{
			newsid: 1,
			newstitle: '有图',
			img: '{origin}/media/pictures/science-3.svg',
			headImg: '{origin}/media/pictures/badge-1.svg',
		},
		{ newsid: 2, newstitle: '空图', img: '', headImg: '{origin}/media/pictures/campus-3.svg' },
		{ newsid: 3, newstitle: '没有图' },
		{ newsid: 4, newstitle: '坏地址', img: 'javascript:1', headImg: 'data:image/png,1' },
		{
			newsid: 5,
			newstitle: '打不开',
			img: '{origin}/media/pictures/nothing.svg',
			headImg: '{origin}/media/pictures/badge-1.svg',
		},
		{ newsid: 6, newstitle: '不是图', img: '{origin}/index.html' },
	]);
	const { page, problems } = await site.visit('?id=0');
	await openNews(page);
	await page.waitForFunction(
		() =>
			[...document.querySelectorAll<HTMLImageElement>('.news img')].length === 6 &&
			[...document.querySelectorAll<HTMLImageElement>('.news img')].every(
				(image) => image.complete && image.naturalWidth > 0,
			),
	);
	const shown = (await imageFiles(page)).map((name) => name.replace(/\.[A-Z0-9]{8}\./, '.'));
	assert.equal(shown, ['science-3.svg', 'campus-3.svg', 'news.svg', 'news.svg', 'badge-1.svg', 'news.svg']);
	assert.equal(problems, []);
});

it('should break a title that is one long word, and show two lines of it', async () => {
	site.origin.setNews([
		{ newsid: 1, newstitle: '一行' },
		{ newsid: 2, newstitle: 'W'.repeat(30) },
	]);
	const { page } = await site.visit('?id=0');
	await openNews(page);
	await items(page).nth(1).waitFor();
	const boxes = await page.locator('.news h2').evaluateAll((titles) =>
		titles.map((title) => ({
			over: title.scrollWidth - title.clientWidth,
			height: title.getBoundingClientRect().height,
		})),
	);
	assert.equal(
		boxes.map(({ over }) => over),
		[0, 0],
	);
	assert.is(Math.round(boxes[1]!.height / boxes[0]!.height), 2);
});

it('should keep its lines in place while images load', async () => {
	let release = () => {};
	const { page } = await site.visit('?id=0', {
		before: async (page) => void (release = await holdRequests(page, '**/media/pictures/*')),
	});
	await openNews(page);
	await items(page).first().waitFor();
	const tops = () =>
		page.locator('.news h2').evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top));
	const width = () => page.evaluate(() => document.querySelector<HTMLImageElement>('.news img')!.naturalWidth);
	await page.waitForFunction(() => getComputedStyle(document.getElementById('panel-news')!).visibility === 'visible');
	const before = await tops();
	assert.is(await width(), 0);
	release();
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.news img')!.naturalWidth > 0);
	assert.equal(await tops(), before);
});

it('should load also when its tab is shown before the live is known', async () => {
	let release = () => {};
	const { page } = await site.visit('?id=0', {
		before: async (page) => void (release = await holdRequests(page, '**/juvenile/api/live/detail*')),
	});
	await openNews(page);
	await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).waitFor();
	assert.equal(requested(), []);
	release();
	await items(page).first().waitFor();
	assert.is(await page.getByText('加载失败').count(), 0);
});

it.run();
