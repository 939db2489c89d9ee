/** New messages that arrive while the chat is in view. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSite, type Site } from '../support/site.ts';
import { until, untilStill } from '../support/until.ts';

const it = suite('page chat polling');
/** Milliseconds, give or take a fifth. */
const CHAT_POLL_INTERVAL = 300;

let site: Site;
it.before(
	async () => void (site = await openSite({ config: { livePollInterval: 0, chatPollInterval: CHAT_POLL_INTERVAL } })),
);
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

const commentRequests = () => site.origin.requests().filter(({ path }) => path.includes('comment/page')).length;
const openChat = async (page: Page) => {
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.locator('#panel-chat li').first().waitFor();
};

/** Takes scroll anchoring away, which WebKit does not have. */
const withoutAnchoring = async (page: Page) => {
	await page.addInitScript(() => {
		CSS.supports = () => false;
		// The policy of the page lets no style element in.
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('* { overflow-anchor: none !important; content-visibility: visible !important }');
		document.adoptedStyleSheets = [sheet];
	});
};

for (const anchoring of [true, false])
	it(`should merge new messages without moving what is being read, and count them on a button, ${anchoring ? 'with' : 'without'} scroll anchoring`, async () => {
		site.origin.pushComments('0', 40);
		const { page, problems } = await site.visit('?id=0', { before: anchoring ? undefined : withoutAnchoring });
		await openChat(page);
		await page.locator('#panel-chat li').nth(15).waitFor();
		// At the top of the list new messages simply appear.
		site.origin.pushComments('0', [{ nickname: '李雷', content: '第一条新消息' }]);
		await page.getByText('第一条新消息').waitFor();
		assert.is(
			await page
				.getByText(/条新消息$/)
				.filter({ hasText: /^\d/ })
				.count(),
			0,
		);

		const reading = await page.locator('#panel-chat .scroller').evaluate(async (scroller) => {
			scroller.scrollTop = 400;
			// The scroll event comes with the next frame.
			for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
			const box = scroller.getBoundingClientRect();
			const row = document.elementFromPoint(box.left + 60, box.top + 150)!.closest('li')!;
			(self as unknown as { row: Element }).row = row;
			return row.getBoundingClientRect().top;
		});
		site.origin.pushComments('0', [
			{ nickname: '韩梅梅', content: '第二条' },
			{ nickname: '', content: '第三条' },
		]);
		const unread = page.getByRole('button', { name: '2 条新消息' });
		await unread.waitFor();
		const after = await page.evaluate(() => (self as unknown as { row: Element }).row.getBoundingClientRect().top);
		assert.ok(Math.abs(after - reading) < 2, `the row moved from ${reading} to ${after}`);
		await unread.tap();
		await page.waitForFunction(() => document.querySelector('#panel-chat .scroller')!.scrollTop < 40);
		await unread.waitFor({ state: 'hidden' });
		assert.is(await page.locator('#panel-chat .scroller').evaluate((element) => element.scrollTop), 0);
		const contents = await page.locator('#panel-chat li').allTextContents();
		assert.is(contents.filter((text) => text.includes('第二条')).length, 1);
		assert.equal(problems, []);
	});

it('should show new messages of a backend that gives comments no ids, each once', async () => {
	site.origin.setFault({ path: '/juvenile/api/live/comment/page', times: -1, without: '"id":\\d+,|,"id":\\d+' });
	const { page, problems } = await site.visit('?id=0');
	await openChat(page);
	const texts = () => page.locator('#panel-chat li').allTextContents();
	const before = await texts();
	for (const more of [['第一条'], ['一样', '一样']]) {
		site.origin.pushComments(
			'0',
			more.map((content) => ({ nickname: '小宇', content })),
		);
		await page
			.getByText(more[0]!)
			.nth(more.length - 1)
			.waitFor();
		// Further polls change nothing.
		const polls = commentRequests();
		while (commentRequests() < polls + 3) await page.waitForTimeout(100);
	}
	assert.equal(await texts(), ['小宇：一样', '小宇：一样', '小宇：第一条', ...before]);
	assert.equal(problems, []);
});

it('should show every message of a busy chat in its order, and start anew when there are too many', async () => {
	const { page, problems } = await site.visit('?id=0');
	await openChat(page);
	// The short list has requested its next page: messages that come meanwhile would be on it.
	await page.locator('#panel-chat').getByText('没有更多了').waitFor();
	const contents = () => page.locator('#panel-chat li p').allTextContents();
	const post = (from: number, count: number) =>
		site.origin.pushComments(
			'0',
			Array.from({ length: count }, (_, index) => ({ nickname: '甲', content: `${from + index}` })),
		);
	const expected = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => `甲：${from - i}`);
	post(1, 50);
	await page.getByText('甲：50', { exact: true }).waitFor();
	assert.equal((await contents()).slice(0, 50), expected(50, 1));
	post(51, 500);
	await page.getByText('甲：550', { exact: true }).waitFor();
	assert.equal(await contents(), expected(550, 491));
	await page.locator('#panel-chat .scroller').evaluate((box) => (box.scrollTop = box.scrollHeight));
	await page.locator('#panel-chat li').nth(79).waitFor();
	assert.equal(await contents(), expected(550, 471));
	assert.equal(problems, []);
});

it('should poll for new messages while the chat is in view, and not while it is not', async () => {
	const { page } = await site.visit('?id=0');
	await openChat(page);
	await until(() => commentRequests() >= 4);
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	await untilStill(commentRequests, 4 * CHAT_POLL_INTERVAL);
});

it.run();
