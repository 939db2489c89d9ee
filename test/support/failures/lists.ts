/** Comments, news and total in all ways of failing: the page stays usable, says what failed, and a retry succeeds. */
import * as assert from 'uvu/assert';
import { type Case, checkTabs, type Failure, openTab } from './cases.ts';

const COMMENTS = '/juvenile/api/live/comment/page';
const NEWS = '/juvenile/api/information/newslistapi';
const TOTAL = '/juvenile/api/stream/chat/findByPage/with/video';

/** Answers of the three calls, and what the tabs show of them. */
interface Lists {
	comments: unknown;
	news: unknown;
	total?: unknown;
	shows: [chat: string, news: string];
}

const LONG_TEXT = '长'.repeat(1_700_000);
const RECORDS = [
	null,
	7,
	'x',
	[],
	{},
	{ id: null, nickname: null, content: null },
	{ id: '3', content: 12 },
	{ id: 4, nickname: '小宇', content: '在' },
];
const NEWS_ITEMS = [
	null,
	7,
	'x',
	[],
	{},
	{ newsid: null, newstitle: null, img: null },
	{ newsid: '5', newstitle: 9, readnum: '12', commentCountNew: null },
];

/** Lists with odd contents, by name. */
export const ODD_LISTS: Record<string, Lists> = {
	'lists with holes': {
		comments: { liveCommentList: { records: RECORDS, total: 'x' } },
		news: NEWS_ITEMS,
		total: '12',
		shows: ['小宇：在', '12人已读'],
	},
	'null for the whole': { comments: null, news: null, shows: ['还没有消息', '暂无资讯'] },
	'absent lists': { comments: {}, news: [], total: null, shows: ['还没有消息', '暂无资讯'] },
	'null lists': {
		comments: { liveCommentList: null },
		news: [null],
		total: 'many',
		shows: ['还没有消息', '暂无资讯'],
	},
	'null records': {
		comments: { liveCommentList: { records: null } },
		news: [],
		total: -5,
		shows: ['还没有消息', '暂无资讯'],
	},
	'records of another type': {
		comments: { liveCommentList: { records: { 0: { content: 'x' } } } },
		news: [[[]]],
		total: {},
		shows: ['还没有消息', '暂无资讯'],
	},
	'5 MB of text': {
		comments: { liveCommentList: { records: [{ id: 1, nickname: LONG_TEXT, content: LONG_TEXT }] } },
		news: [{ newsid: 1, newstitle: LONG_TEXT, img: `https://x/${LONG_TEXT}` }],
		total: LONG_TEXT,
		shows: ['长长长', '长长长'],
	},
	'2,000 records, of which a page is shown': {
		comments: {
			liveCommentList: { records: Array.from({ length: 2000 }, (_, id) => ({ id, content: `第${id}条` })) },
		},
		news: Array.from({ length: 2000 }, (_, newsid) => ({ newsid, newstitle: `第${newsid}篇` })),
		total: 2000,
		shows: ['第19条', '第19篇'],
	},
};

/** Comments of which every page is the same, by name. */
export const REPEATED_COMMENTS: Record<string, object[]> = {
	'with ids': [
		{ id: 1, content: '一' },
		{ id: 2, content: '二' },
	],
	'without ids': [{ content: '一' }],
	'with one id': [{ id: 1 }, { id: 1 }, { id: 1 }],
};

/**
 * Should load comments and news that did not come by itself, where the server has not refused them; offer a retry
 * meanwhile, and leave the rest alone.
 */
export async function recoverLists({ origin, visit }: Case, fault: Failure): Promise<void> {
	for (const path of [COMMENTS, NEWS, TOTAL]) origin.setFault({ path, times: -1, ...fault });
	// A cover costs no decoding.
	origin.setLive({ id: '1', status: 0 });
	const page = await visit('?id=1&userId=42&token=demo');
	await page.locator('.rich').waitFor();
	await openTab(page, '互动空间');
	const chat = page.locator('#panel-chat');
	const news = page.locator('#panel-news');
	await chat.getByText('加载失败').waitFor();
	assert.is(await page.locator('.chat-total').textContent(), '');
	await openTab(page, '相关资讯');
	await news.getByText('加载失败').waitFor();
	await checkTabs(page);

	// A retry that fails too says so again.
	await openTab(page, '互动空间');
	if (fault.status === 404) {
		const requests = () => origin.requests().filter(({ path }) => path === COMMENTS).length;
		const before = requests();
		await chat.getByRole('button', { name: '点击重试' }).tap();
		while (requests() === before) await page.waitForTimeout(20);
		await page.waitForTimeout(500);
		await chat.getByText('加载失败').waitFor();
	}
	for (const path of [COMMENTS, NEWS, TOTAL]) origin.setFault({ path, times: 0 });
	const row = page.locator('.comments li').first();
	// Or the request follows that the page has put off, when the tab was opened soon after the list had been requested.
	if (fault.status === 404) await Promise.any([chat.getByRole('button', { name: '点击重试' }).tap(), row.waitFor()]);
	await row.waitFor();
	await openTab(page, '相关资讯');
	await page.locator('.news li').first().waitFor();
}

/** Should keep what was read when the next page of comments does not come. */
export async function keepRead({ origin, visit }: Case, fault: Failure): Promise<void> {
	// A cover costs no decoding.
	origin.setLive({ id: '1', status: 0 });
	const page = await visit('?id=1&userId=42&token=demo');
	await openTab(page, '互动空间');
	await page.waitForFunction(() => document.querySelectorAll('.comments li').length === 20);
	origin.setFault({ path: COMMENTS, times: -1, ...fault });
	await page.evaluate(() => (document.querySelector('#panel-chat .scroller')!.scrollTop = 1e6));
	await page.locator('#panel-chat').getByText('加载失败').waitFor();
	assert.is(await page.locator('.comments li').count(), 20);
	// It is not requested again by itself.
	const requests = () => origin.requests().filter(({ path }) => path === COMMENTS).length;
	const before = requests();
	await page.waitForTimeout(1500);
	assert.is(requests(), before);
	origin.setFault({ path: COMMENTS, times: 0 });
	await page.locator('#panel-chat').getByRole('button', { name: '点击重试' }).tap();
	await page.waitForFunction(() => document.querySelectorAll('.comments li').length >= 40);
}

/** Should show what there is of lists with holes. */
export async function showOddLists({ origin, visit }: Case, { comments, news, total, shows }: Lists): Promise<void> {
	origin.setFault({ path: COMMENTS, times: 1, body: { code: 200, recData: comments } });
	origin.setFault({
		path: COMMENTS,
		times: -1,
		body: { code: 200, recData: { liveCommentList: { records: [] } } },
	});
	origin.setFault({ path: NEWS, times: -1, body: { code: 200, recData: news } });
	origin.setFault({ path: TOTAL, times: -1, body: { code: 200, recData: { total } } });
	const page = await visit('?id=0&userId=42&token=demo');
	await page.locator('.rich').waitFor();
	await openTab(page, '互动空间');
	await page.locator('#panel-chat').getByText(shows[0]).last().waitFor({ state: 'attached' });
	await openTab(page, '相关资讯');
	await page.locator('#panel-news').getByText(shows[1]).last().waitFor({ state: 'attached' });
	assert.is(!!(await page.locator('.chat-total').textContent()), total === '12' || total === 2000);
	await checkTabs(page);
}

/** Should stop requesting comments when every page is the same. */
export async function stopRequesting({ origin, visit }: Case, records: object[]): Promise<void> {
	origin.setFault({ path: COMMENTS, times: -1, body: { code: 200, recData: { liveCommentList: { records } } } });
	const page = await visit('?id=0');
	await openTab(page, '互动空间');
	await page.locator('.comments li').first().waitFor();
	await page.waitForTimeout(4000);
	const requests = origin.requests().filter(({ path }) => path === COMMENTS).length;
	assert.ok(requests < 30, `${requests} requests in four seconds`);
}
