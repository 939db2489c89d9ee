// time limit: 400 s
/** Sending and deleting in all ways of failing: the page says so, nothing is sent twice, and the next try goes through. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FAILURES, openCases, tabsAnswer } from '../support/failing.ts';

const it = suite('failures of writes');
const SAVE = '/juvenile/api/stream/chat/save';
const DELETE = '/juvenile/api/stream/chat/delete/';

let cases: Awaited<ReturnType<typeof openCases>>;
it.before(async () => {
	cases = await openCases(5);
});
it.after(() => cases?.close());

const turnTo = (page: Page, name: string) => page.getByRole('tab', { name }).tap();
const send = async (page: Page, text: string) => {
	await page.getByLabel('说点什么').fill(text);
	await page.getByRole('button', { name: '发送' }).tap();
};

it('should say that a message or a deletion did not go through, and do it when the service is back', async () => {
	// What an accepted write answers is not specified: these say by their code that all is well, or hold some result.
	const accepted = ['recData null', 'recData a text', 'recData a number'];
	assert.ok(accepted.every((name) => name in FAILURES));
	const wrong = await cases.each(FAILURES, async ({ origin, visit }, fault, name) => {
		for (const path of [SAVE, DELETE]) origin.setFault({ path, times: 1, ...fault });
		// A cover costs no decoding.
		origin.setLive({ id: '1', status: 0 });
		const page = await visit('?id=1&userId=7001&token=demo');
		await turnTo(page, '互动空间');
		await page.locator('.comments li').first().waitFor();
		await send(page, '第一次');
		if (!accepted.includes(name)) await page.getByText('发送失败').waitFor();
		else await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('.composer input')!.value);
		await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('.composer input')!.readOnly);
		await tabsAnswer(page);
		await turnTo(page, '互动空间');
		await send(page, '第二次');
		const sent = page.locator('.comments li', { hasText: '第二次' });
		await sent.waitFor();
		// A write is never repeated by itself.
		assert.is(origin.requests().filter(({ path }) => path === SAVE).length, 2);

		await sent.getByRole('button', { name: '删除' }).tap();
		await page.getByRole('button', { name: '确认' }).tap();
		if (!accepted.includes(name)) await page.getByText('删除失败，请稍后重试').waitFor();
		else await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
		// Where the answer was lost the deletion may have been done.
		if (name !== 'a cut in the middle') {
			await page.waitForTimeout(300);
			await sent.getByRole('button', { name: '删除' }).tap();
			await page.getByRole('button', { name: '确认' }).tap();
		}
		await sent.waitFor({ state: 'detached' });
	});
	assert.equal(wrong, []);
});

it.run();
