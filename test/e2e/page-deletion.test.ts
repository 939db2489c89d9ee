import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteFor } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('deletion');
const DELETE = '/juvenile/api/stream/chat/delete/';
const PAGE = '/juvenile/api/live/comment/page';
const MODERATOR = '?id=0&userId=7001&token=demo';

const site = siteFor(it, { config: { chatPollInterval: 0 } });

const deletions = () => site.origin.requests().filter(({ path }) => path?.startsWith(DELETE));
const pages = () => site.origin.requests().filter(({ path }) => path === PAGE).length;

const dialog = (page: Page) => page.getByRole('dialog', { name: '删除' });
const control = (page: Page, row: number) =>
	page.locator('.comments li').nth(row).getByRole('button', { name: '删除' });

it('should show of a message with a long name more than the name', async () => {
	const nickname = '阳光实验小学五年级三班小宇的妈妈'.repeat(3);
	site.origin.setFault({
		path: PAGE,
		times: -1,
		body: { code: 200, recData: { liveCommentList: { records: [{ id: 1, nickname, content: '老师们辛苦了' }] } } },
	});
	const { page } = await site.visit(MODERATOR);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await control(page, 0).tap();
	const quote = dialog(page).locator('blockquote');
	const { y, height } = (await quote.boundingBox())!;
	const message = (await quote.locator('bdi').last().boundingBox())!;
	assert.ok(message.y + message.height <= y + height);
});

it('should take the comment out in place further down the list, by one request for page 1', async () => {
	site.origin.pushComments('0', 30);
	const { page } = await site.visit(MODERATOR);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	const scroller = page.locator('.scroller');
	await page.locator('.comments li').nth(19).waitFor();
	await scroller.evaluate((box) => (box.scrollTop = box.scrollHeight));
	await page.locator('.comments li').nth(33).waitFor();
	const row = page.locator('.comments li').nth(20);
	const [text, next] = [await row.locator('p').textContent(), await page.locator('.comments li').nth(21).textContent()];
	await row.getByRole('button').scrollIntoViewIfNeeded();
	const place = () => scroller.evaluate((box) => box.scrollTop);
	const [before, requests] = [await place(), pages()];
	await row.getByRole('button').tap();
	await dialog(page).getByText(text!).waitFor();
	await dialog(page).getByRole('button', { name: '确认' }).tap();
	await page.waitForFunction(() => document.querySelectorAll('.comments li').length === 33);
	assert.is(await row.textContent(), next);
	const hasFocus = () => row.getByRole('button').evaluate((element) => element === document.activeElement);
	await until(hasFocus, 'the focus is on the next one');
	await until(() => pages() > requests);
	assert.equal([await place(), pages()], [before, requests + 1]);
	// By keys from the list, the first in view.
	await scroller.focus();
	await page.keyboard.press('ArrowDown');
	const focused = (await page.locator('.comments button:focus').boundingBox())!;
	const below = focused.y - (await scroller.boundingBox())!.y;
	assert.ok(below >= 0 && below < 150 && (await place()) === before, `${below} pixels below the edge of the list`);
});

it('should let nothing behind it be touched, and delete once', async () => {
	const { page } = await site.visit(MODERATOR);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByText('没有更多了').waitFor();
	await control(page, 2).focus();
	await page.keyboard.press('Enter');
	await dialog(page).waitFor();
	await page.waitForFunction(() => !!document.activeElement!.closest('[role=dialog]'));
	for (const [x, y] of [
		[60, 250],
		[195, 30],
		[350, 420],
		[195, 800],
	] as const) {
		assert.ok(
			await page.evaluate(([x, y]) => !!document.elementFromPoint(x, y)!.closest('[role=dialog]'), [x, y] as const),
			`${x}, ${y}`,
		);
	}
	await dialog(page).getByRole('button', { name: '确认' }).tap();
	await page.waitForFunction(() => document.querySelectorAll('.comments li').length === 3);
	assert.is(deletions().length, 1);
});

it.run();
