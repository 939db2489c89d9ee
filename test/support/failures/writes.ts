/** Sending and deleting in all ways of failing: the page says so, sends nothing a second time, and the next attempt succeeds. */
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { type Case, checkTabs, type Failure, openTab } from './cases.ts';
import { toastShown } from '../toast.ts';

const SAVE = '/juvenile/api/stream/chat/save';
const DELETE = '/juvenile/api/stream/chat/delete/';

/** Answers to an accepted write, which are unspecified: the code says that all is well, or there is some result. */
export const ACCEPTED = ['recData null', 'recData a text', 'recData a number'];

async function send(page: Page, text: string): Promise<void> {
	await page.getByLabel('说点什么').fill(text);
	await page.getByRole('button', { name: '发送' }).tap();
}

/** Should say that a message or a deletion failed, and do it when the service is back. */
export async function repeatWrites({ origin, visit }: Case, fault: Failure, name: string): Promise<void> {
	for (const path of [SAVE, DELETE]) origin.setFault({ path, times: 1, ...fault });
	// A cover costs no decoding.
	origin.setLive({ id: '1', status: 0 });
	const page = await visit('?id=1&userId=7001&token=demo');
	await openTab(page, '互动空间');
	await page.locator('.comments li').first().waitFor();
	await send(page, '第一次');
	if (!ACCEPTED.includes(name)) await toastShown(page, '发送失败');
	else await page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>('.composer textarea')!.value);
	await page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>('.composer textarea')!.readOnly);
	await checkTabs(page);
	await openTab(page, '互动空间');
	await send(page, '第二次');
	const sent = page.locator('.comments li', { hasText: '第二次' });
	await sent.waitFor();
	// A write is never repeated by itself.
	assert.is(origin.requests().filter(({ path }) => path === SAVE).length, 2);

	await sent.getByRole('button', { name: '删除' }).tap();
	await page.getByRole('button', { name: '确认' }).tap();
	if (!ACCEPTED.includes(name)) await toastShown(page, '删除失败，请稍后重试');
	else await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
	// After a lost answer the deletion may have been done.
	if (name !== 'a cut in the middle' && !ACCEPTED.includes(name)) {
		await page.waitForTimeout(300);
		await sent.getByRole('button', { name: '删除' }).tap();
		await page.getByRole('button', { name: '确认' }).tap();
	}
	await sent.waitFor({ state: 'detached' });
}
