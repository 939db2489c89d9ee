import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('news');

let site: Site;
it.before(async () => void (site = await openSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

const openNews = (page: Page) => page.getByRole('tab', { name: '相关资讯' }).tap();
const items = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
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

it.run();
