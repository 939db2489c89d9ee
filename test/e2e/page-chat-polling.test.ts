/** New messages that arrive while the chat is in view. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	COMMENTS_PATH,
	loaded,
	nextPolls,
	openChat,
	openChatSite,
	POLL_INTERVAL,
	polls,
	rows,
	scrollTo,
} from '../support/chat-page.ts';
import type { Site } from '../support/site.ts';
import { untilStill } from '../support/until.ts';

const it = suite('chat polling');

let site: Site;
it.before(async () => void (site = await openChatSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

it('should show new messages of a backend that gives comments no ids, each once', async () => {
	site.origin.setFault({ path: COMMENTS_PATH, times: -1, without: '"id":\\d+,|,"id":\\d+' });
	const { page, problems } = await openChat(site);
	await loaded(page, 4);
	const before = await rows(page);
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
		await nextPolls(site, 3);
	}
	assert.equal(await rows(page), ['小宇：一样', '小宇：一样', '小宇：第一条', ...before]);
	assert.equal(problems, []);
});

it('should show every message of a busy chat in its order, and start anew when there are too many', async () => {
	const { page, problems } = await openChat(site);
	// The short list has requested its next page: messages that come meanwhile would be on it.
	await page.getByText('没有更多了').waitFor();
	const post = (from: number, count: number) =>
		site.origin.pushComments(
			'0',
			Array.from({ length: count }, (_, index) => ({ nickname: '甲', content: `${from + index}` })),
		);
	const expected = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => `甲：${from - i}`);
	post(1, 50);
	await page.getByText('甲：50', { exact: true }).waitFor();
	assert.equal((await rows(page)).slice(0, 50), expected(50, 1));
	post(51, 500);
	await page.getByText('甲：550', { exact: true }).waitFor();
	assert.equal(await rows(page), expected(550, 491));
	await scrollTo(page, 1e9);
	await loaded(page, 80);
	assert.equal(await rows(page), expected(550, 471));
	assert.equal(problems, []);
});

it('should poll for new messages only while its tab is shown', async () => {
	const { page } = await openChat(site);
	await nextPolls(site, 3);
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	await untilStill(() => polls(site), 4 * POLL_INTERVAL);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await nextPolls(site);
});

it.run();
