/** Pulling the list of the chat down to refresh it. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMENTS_PATH, laterPages, loaded, openChat, openChatSite, rows } from '../support/chat-page.ts';
import { holdRequests } from '../support/hold-requests.ts';
import type { Site } from '../support/site.ts';
import { finger } from '../support/touch.ts';

const it = suite('chat pull');

let site: Site;
it.before(async () => void (site = await openChatSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

const pullHeight = (page: Page) => page.locator('.pull').evaluate((pull) => pull.getBoundingClientRect().height);
const pullClosed = (page: Page) =>
	page.waitForFunction(() => document.querySelector('.pull')!.getBoundingClientRect().height === 0);

it('should refresh when a finger pulls the list down', async () => {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await openChat(site, '?id=1');
	await loaded(page, 20);
	const pull = page.locator('.pull');
	const first = (await rows(page))[0];
	const { move, lift } = await finger(page, [190, 400]);
	await move([190, 450]);
	assert.is(await pull.textContent(), '下拉刷新');
	assert.ok((await pullHeight(page)) > 10, 'the list follows the finger');
	await move([190, 540]);
	assert.is(await pull.textContent(), '松开刷新');
	await move([190, 430]);
	assert.is(await pull.textContent(), '下拉刷新');
	await move([190, 540]);
	const release = await holdRequests(page, `**${COMMENTS_PATH}`);
	await lift();
	await page.waitForFunction(() => document.querySelector('.pull')!.textContent === '加载中…');
	release();
	// The page after the last one is requested and prepended.
	await loaded(page, 40);
	await pullClosed(page);
	assert.is((await rows(page))[20], first);
	assert.equal(laterPages(site), [2]);
});

it.run();
