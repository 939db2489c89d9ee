import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSite, type Site } from '../support/site.ts';

const it = suite('deletion');
const DELETE = '/juvenile/api/stream/chat/delete/';
const PAGE = '/juvenile/api/live/comment/page';
const MODERATOR = '&userId=7001&token=demo';

let site: Site;
it.before(async () => void (site = await openSite({ config: { chatPollInterval: 0 } })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

const deletions = () => site.origin.requests().filter(({ path }) => path?.startsWith(DELETE));
const pages = () => site.origin.requests().filter(({ path }) => path === PAGE).length;

async function openChat(query: string) {
	const { page, problems } = await site.visit(query);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByText('没有更多了').waitFor();
	return { page, problems };
}

const dialog = (page: Page) => page.getByRole('dialog', { name: '删除' });
const focused = (page: Page) => page.evaluate(() => document.activeElement!.textContent);
const first = (page: Page) => page.locator('.comments li').first();

for (const [who, query] of [
	['a visitor', ''],
	['a viewer', '&userId=42&token=demo'],
	['a moderator’s id without a token', '&userId=7001'],
	['an id that only contains a moderator’s', '&userId=17001&token=demo'],
] as const) {
	it(`should not exist for ${who}`, async () => {
		const { page } = await openChat(`?id=0${query}`);
		assert.is(await page.locator('.comments li').count(), 4);
		assert.is(await page.locator('.comments button').count(), 0);
		assert.not((await page.content()).replace(/<script[^]*?<\/script>/g, '').includes('删除'));
	});
}

it('should be offered to a moderator beside each comment', async () => {
	const { page } = await openChat(`?id=0${MODERATOR}`);
	assert.is(await page.locator('.comments').getByRole('button', { name: '删除' }).count(), 4);
});

it('should ask first, by the words of the specification', async () => {
	const { page } = await openChat(`?id=0${MODERATOR}`);
	await first(page).getByRole('button', { name: '删除' }).tap();
	await dialog(page).waitFor();
	assert.is(await dialog(page).getAttribute('aria-modal'), 'true');
	assert.is(await dialog(page).getByRole('heading').textContent(), '删除');
	// What a screen reader says of it beside its name.
	assert.is(
		await dialog(page).evaluate((box) => document.getElementById(box.getAttribute('aria-describedby')!)!.textContent),
		'确认删除评论？',
	);
	await dialog(page).getByText('确认删除评论？', { exact: true }).waitFor();
	assert.equal(await dialog(page).getByRole('button').allTextContents(), ['取消', '确认']);
	assert.is(deletions().length, 0);
});

it('should delete and reload after 确认', async () => {
	const { page, problems } = await openChat(`?id=0${MODERATOR}`);
	const text = await first(page).locator('p').textContent();
	const before = pages();
	await first(page).getByRole('button', { name: '删除' }).tap();
	await dialog(page).getByRole('button', { name: '确认' }).tap();
	await page.waitForFunction(() => document.querySelectorAll('.comments li').length === 3);
	assert.not((await page.locator('.comments li p').allTextContents()).includes(text!));
	assert.is(await page.getByRole('dialog').count(), 0);
	assert.is(deletions().length, 1);
	const { method, path, body } = deletions()[0]!;
	assert.is(method, 'POST');
	assert.match(path, /\/delete\/\d+$/);
	const packet = JSON.parse(new URLSearchParams(body).get('packet')!);
	assert.equal([packet.token, packet.userId, packet.recData], ['demo', '7001', {}]);
	assert.ok(pages() > before);
	assert.equal(problems, []);
});

for (const [how, cancel] of [
	['取消', (page: Page) => dialog(page).getByRole('button', { name: '取消' }).tap()],
	['Escape', (page: Page) => page.keyboard.press('Escape')],
] as const) {
	it(`should do nothing after ${how}, and give the focus back`, async () => {
		const { page } = await openChat(`?id=0${MODERATOR}`);
		const control = page.locator('.comments li').nth(2).getByRole('button', { name: '删除' });
		await control.focus();
		await page.keyboard.press('Enter');
		await dialog(page).waitFor();
		await cancel(page);
		await dialog(page).waitFor({ state: 'detached' });
		assert.ok(await control.evaluate((element) => element === document.activeElement));
		await page.waitForTimeout(200);
		assert.is(deletions().length, 0);
		assert.is(await page.locator('.comments li').count(), 4);
	});
}

it('should keep the focus in the dialog, both ways round', async () => {
	const { page } = await openChat(`?id=0${MODERATOR}`);
	await first(page).getByRole('button', { name: '删除' }).tap();
	await dialog(page).waitFor();
	await page.waitForFunction(() => !!document.activeElement!.closest('[role=dialog]'));
	const seen = [];
	for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
		await page.keyboard.press(key);
		assert.ok(await page.evaluate(() => !!document.activeElement!.closest('[role=dialog]')), key);
		seen.push(await focused(page));
	}
	assert.equal(new Set(seen), new Set(['取消', '确认']));
	assert.is(new Set(seen.slice(0, 2)).size, 2);
});

it('should keep it, and go on Escape, also after a press beside the buttons', async () => {
	const { page } = await openChat(`?id=0${MODERATOR}`);
	await first(page).getByRole('button', { name: '删除' }).tap();
	await dialog(page).getByText('确认删除评论？').click();
	assert.not(await page.evaluate(() => !!document.activeElement!.closest('[role=dialog]')));
	await page.keyboard.press('Tab');
	assert.ok(await page.evaluate(() => !!document.activeElement!.closest('[role=dialog]')));
	await dialog(page).getByText('确认删除评论？').click();
	await page.keyboard.press('Escape');
	await dialog(page).waitFor({ state: 'detached' });
	assert.is(deletions().length, 0);
});

it('should let nothing behind the dialog be pressed', async () => {
	const { page } = await openChat(`?id=0${MODERATOR}`);
	await first(page).getByRole('button', { name: '删除' }).tap();
	await dialog(page).waitFor();
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
});

it('should say when it did not work, reload all the same, and not try again by itself', async () => {
	const { page, problems } = await openChat(`?id=0${MODERATOR}`);
	site.origin.setFault({ path: DELETE, times: -1, status: 500 });
	const before = pages();
	await first(page).getByRole('button', { name: '删除' }).tap();
	await dialog(page).getByRole('button', { name: '确认' }).tap();
	await page.getByText('删除失败，请稍后重试').waitFor();
	await page.waitForTimeout(1200);
	assert.is(deletions().length, 1);
	assert.ok(pages() > before);
	assert.is(await page.locator('.comments li').count(), 4);
	assert.equal(problems, []);
});

it.run();
