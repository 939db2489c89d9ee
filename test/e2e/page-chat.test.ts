/** What the chat lists, for eyes, screen readers and the tab key. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	commentRequests,
	laterPages,
	loaded,
	nextPolls,
	openChat,
	openChatSite,
	rows,
	scrollTo,
} from '../support/chat-page.ts';
import { startupDone, type Site } from '../support/site.ts';

const it = suite('chat');

let site: Site;
it.before(async () => void (site = await openChatSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

it('should request nothing before its tab is opened, and then page after page until an empty one', async () => {
	// A cover costs no decoding.
	site.origin.setLive({ id: '1', status: 0 });
	// Without data saving it is loaded a second after the start, see `save-data.test.ts`.
	const saveData = () => void Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
	const { page, problems } = await site.visit('?id=1', {
		before: async (page) => void (await page.addInitScript(saveData)),
	});
	await page.getByText('今日安排').waitFor();
	assert.equal(commentRequests(site), []);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await loaded(page, 20);
	assert.is(await page.getByText('没有更多了').count(), 0);
	for (const count of [40, 55]) {
		await scrollTo(page, 1e9);
		await loaded(page, count);
	}
	await scrollTo(page, 1e9);
	await page.getByText('没有更多了').waitFor();
	assert.equal(commentRequests(site)[0], { pagenum: 1, pagesize: 20, liveId: '1' });
	assert.equal(laterPages(site), [2, 3, 4]);
	assert.is(await page.locator('.comments li').count(), 55);
	// The end stays the end: only polls of page 1 follow.
	await scrollTo(page, 0);
	await scrollTo(page, 1e9);
	await nextPolls(site);
	assert.equal(laterPages(site), [2, 3, 4]);
	assert.equal(problems, []);
});

it('should list messages for everyone, and request the next page where the first does not fill the panel', async () => {
	site.origin.setLive({ id: 'new', status: 0 });
	site.origin.pushComments('new', [
		{ nickname: '', content: '欢迎来到直播间' },
		{ nickname: '小宇', content: '<b>加油</b> & "好"' },
	]);
	const { page } = await openChat(site, '?id=new');
	await page.getByText('没有更多了').waitFor();
	assert.equal(await rows(page), ['小宇：<b>加油</b> & "好"', '直播小助手：欢迎来到直播间']);
	assert.is(await page.getByRole('list', { name: '聊天' }).getByRole('listitem').count(), 2);
	await page.getByText('共 2 条消息').waitFor();
	assert.equal(laterPages(site), [2]);
});

it('should have few new messages read by screen readers, many counted, and older ones kept quiet', async () => {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await openChat(site, '?id=1');
	await loaded(page, 20);
	await page.evaluate(() => {
		const said: string[] = [];
		Object.assign(self, { said });
		const note = (records: MutationRecord[]) => {
			const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
			for (const node of added) {
				const region = (node.parentElement || document.body).closest(
					'#panel-chat [role=log], #panel-chat [role=status]',
				);
				if (!region || region.getAttribute('aria-live') === 'off') continue;
				said.push(
					...(node instanceof Element
						? [...node.querySelectorAll('li')].map((row) => row.textContent!)
						: [node.textContent!].filter(Boolean)),
				);
			}
		};
		new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
	});
	const said = (page: Page) => page.evaluate(() => (self as unknown as { said: string[] }).said.splice(0));
	const push = (...contents: string[]) =>
		site.origin.pushComments(
			'1',
			contents.map((content) => ({ nickname: '甲', content })),
		);
	push('一', '二');
	await loaded(page, 22);
	assert.equal(await said(page), ['甲：二', '甲：一']);
	await scrollTo(page, 1e9);
	await loaded(page, 40);
	assert.equal(await said(page), []);
	push('三', '四', '五', '六', '七');
	await loaded(page, 45);
	await page.waitForFunction(() => document.querySelector('#panel-chat [role=status]')!.textContent);
	assert.equal(await said(page), ['5 条新消息']);
});

it('should be one named stop of the tab key, in which a moderator reaches each row by arrow keys', async () => {
	const { page } = await openChat(site, '?id=0&userId=7001&token=demo');
	await loaded(page, 4);
	await page.getByRole('textbox').waitFor();
	const focused = () =>
		page.evaluate(() => document.activeElement!.getAttribute('aria-label') || document.activeElement!.textContent);
	const seen: (string | null)[] = [];
	await page.getByRole('tab', { name: '互动空间' }).focus();
	// The first key loads what obeys.
	await page.keyboard.press('Shift');
	await startupDone(page);
	for (const key of ['Tab', 'ArrowDown', 'ArrowDown', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
		await page.keyboard.press(key);
		seen.push(await focused());
	}
	assert.equal(seen, [
		'聊天消息',
		'删除三年二班小宇爸爸的消息：感谢学校提供这样的平台，让孩子们有机会展…',
		'删除阿福的消息：能看回放吗？上午在开会没赶上',
		'说点什么',
		'聊天消息',
		'互动空间',
	]);
	assert.is(await page.getByRole('heading', { level: 1 }).textContent(), '新年音乐会：童声里的四季');
});

it.run();
