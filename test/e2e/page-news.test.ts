import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSite, type Site } from '../support/site.ts';

const it = suite('news');
const NEWS = '/juvenile/api/information/newslistapi';

let site: Site;
it.before(async () => void (site = await openSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

const asked = () =>
	site.origin
		.requests()
		.filter(({ path }) => path === NEWS)
		.map(({ body }) => JSON.parse(new URLSearchParams(body).get('packet')!).recData);

const open = (page: Page) => page.getByRole('tab', { name: '相关资讯' }).tap();
const items = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
/** What each item shows: its picture's file, and whether it is there. */
const pictures = (page: Page) =>
	page
		.locator('.news img')
		.evaluateAll((images) =>
			images.map(
				(image) =>
					[(image as HTMLImageElement).src.replace(/^.*\//, ''), (image as HTMLImageElement).naturalWidth > 0] as const,
			),
		);

it('should be asked for when its tab is first opened, and once', async () => {
	const { page, problems } = await site.visit('?id=0');
	await page.getByText('新年音乐会：童声里的四季').waitFor();
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByText('没有更多了').waitFor();
	assert.equal(asked(), []);
	await open(page);
	await items(page).first().waitFor();
	assert.equal(asked(), [
		{ typeid: 0, newsid: 0, hotid: 0, title: '', organizationid: '3001', pagesize: 20, pagenum: 1 },
	]);
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	await open(page);
	assert.is(asked().length, 1);
	assert.equal(problems, []);
});

it('should show picture, title, reads and comments of each item', async () => {
	const { page } = await site.visit('?id=0');
	await open(page);
	await items(page).first().waitFor();
	assert.is(await items(page).count(), 12);
	assert.is(await items(page).nth(0).getByRole('heading').textContent(), '我校在全国青少年机器人大赛中斩获两金一银');
	for (const [index, reads, comments] of [
		[0, '3280人已读', '46条评论'],
		[1, '1523人已读', '18条评论'],
		[2, '12876人已读', '0条评论'],
		[6, '1177人已读', '0条评论'],
		[7, '640人已读', '0条评论'],
	] as const) {
		await items(page).nth(index).getByText(reads, { exact: true }).waitFor();
		await items(page).nth(index).getByText(comments, { exact: true }).waitFor();
	}
	await page.getByRole('tabpanel').getByText('没有更多了').waitFor();
});

it('should show the picture, else the fallback picture, else the default one', async () => {
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
	await open(page);
	await page.waitForFunction(
		() =>
			[...document.querySelectorAll<HTMLImageElement>('.news img')].length === 6 &&
			[...document.querySelectorAll<HTMLImageElement>('.news img')].every(
				(image) => image.complete && image.naturalWidth > 0,
			),
	);
	const shown = (await pictures(page)).map(([name]) => name.replace(/\.[A-Z0-9]{8}\./, '.'));
	assert.equal(shown, ['science-3.svg', 'campus-3.svg', 'news.svg', 'news.svg', 'news.svg', 'news.svg']);
	assert.equal(problems, []);
});

it('should keep its lines in place while pictures come', async () => {
	site.origin.setFault({ path: '/media/pictures/', times: -1, delayMs: 800 });
	const { page } = await site.visit('?id=0');
	await open(page);
	await items(page).first().waitFor();
	const tops = () =>
		page.locator('.news h2').evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top));
	await page.waitForFunction(() => getComputedStyle(document.getElementById('panel-2')!).visibility === 'visible');
	const before = await tops();
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.news img')!.naturalWidth > 0);
	assert.equal(await tops(), before);
});

it('should say 没有更多了 where there is none', async () => {
	site.origin.setNews([]);
	const { page } = await site.visit('?id=0');
	await open(page);
	await page.getByRole('tabpanel').getByText('没有更多了').waitFor();
	assert.is(await items(page).count(), 0);
});

it('should show that it loads, and offer another try when it fails', async () => {
	site.origin.setFault({ path: NEWS, times: 1, delayMs: 1000 });
	site.origin.setFault({ path: NEWS, times: 1, status: 400 });
	const { page } = await site.visit('?id=0');
	await open(page);
	await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).waitFor();
	await items(page).first().waitFor();

	site.origin.setFault({ path: NEWS, times: 1, status: 400 });
	const { page: other } = await site.visit('?id=3');
	await open(other);
	await other.getByRole('tabpanel').getByText('加载失败').waitFor();
	await site.origin.reset();
	await other.getByRole('button', { name: '点击重试' }).tap();
	await items(other).first().waitFor();
	assert.is(await other.getByText('加载失败').count(), 0);
});

it('should come also when its tab is opened before the live is known', async () => {
	site.origin.setFault({ path: '/juvenile/api/live/detail', times: 1, delayMs: 2500 });
	const { page } = await site.visit('?id=0');
	await page.waitForFunction(() => document.querySelector('script[src*="/app."], script[src*="app."]'));
	await open(page);
	await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).waitFor();
	await items(page).first().waitFor();
	assert.is(await page.getByText('加载失败').count(), 0);
});

it('should let pictures wait for a tap where the person saves data', async () => {
	const { page } = await site.visit('?id=0', {
		before: async (page) =>
			void (await page.addInitScript(() =>
				Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
			)),
	});
	await open(page);
	await items(page).first().waitFor();
	const waiting = page.getByRole('tabpanel').getByRole('button', { name: '点击看图' });
	assert.is(await waiting.count(), 11, 'all but the one that has no picture');
	await page.waitForTimeout(500);
	assert.not(site.origin.requests().some(({ path }) => path === '/media/pictures/science-3.svg'));
	await waiting.first().tap();
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.news img')?.naturalWidth);
	assert.is(await waiting.count(), 10);
});

it.run();
