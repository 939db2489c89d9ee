// time limit: 400 s
/** Comments, news and total in all ways of failing: the page stays usable, says what failed, and a retry mends it. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FAILURES, openCases, tabsAnswer } from '../support/failing.ts';

const it = suite('failures of lists');
const COMMENTS = '/juvenile/api/live/comment/page';
const NEWS = '/juvenile/api/information/newslistapi';
const TOTAL = '/juvenile/api/stream/chat/findByPage/with/video';

let cases: Awaited<ReturnType<typeof openCases>>;
it.before(async () => {
	cases = await openCases(5);
});
it.after(() => cases?.close());

const turnTo = (page: Page, name: string) => page.getByRole('tab', { name }).tap();
it('should offer a retry for comments and news that did not come, and leave the rest alone', async () => {
	const wrong = await cases.each(FAILURES, async ({ origin, visit }, fault) => {
		for (const path of [COMMENTS, NEWS, TOTAL]) origin.setFault({ path, times: -1, ...fault });
		// A cover costs no decoding.
		origin.setLive({ id: '1', status: 0 });
		const page = await visit('?id=1&userId=42&token=demo');
		await page.locator('.rich').waitFor();
		await turnTo(page, '互动空间');
		const chat = page.locator('#panel-1');
		const news = page.locator('#panel-2');
		await chat.getByText('加载失败').waitFor();
		assert.is(await page.locator('.chat-total').count(), 0);
		await turnTo(page, '相关资讯');
		await news.getByText('加载失败').waitFor();
		await tabsAnswer(page);

		// A retry that fails too says so again.
		await turnTo(page, '互动空间');
		if (fault.status === 404) {
			const asked = () => origin.requests().filter(({ path }) => path === COMMENTS).length;
			const before = asked();
			await chat.getByRole('button', { name: '点击重试' }).tap();
			while (asked() === before) await page.waitForTimeout(20);
			await page.waitForTimeout(500);
			await chat.getByText('加载失败').waitFor();
		}
		for (const path of [COMMENTS, NEWS, TOTAL]) origin.setFault({ path, times: 0 });
		await chat.getByRole('button', { name: '点击重试' }).tap();
		await page.locator('.comments li').first().waitFor();
		await turnTo(page, '相关资讯');
		// Turning to the tab has asked again; what hung then is asked for by hand.
		const again = news.getByRole('button', { name: '点击重试' });
		await page.locator('.news li').first().or(again).waitFor();
		if (await again.count()) await again.tap();
		await page.locator('.news li').first().waitFor();
	});
	assert.equal(wrong, []);
});

it('should keep what was read when the next page of comments does not come', async () => {
	const wrong = await cases.each(FAILURES, async ({ origin, visit }, fault) => {
		// A cover costs no decoding.
		origin.setLive({ id: '1', status: 0 });
		const page = await visit('?id=1&userId=42&token=demo');
		await turnTo(page, '互动空间');
		await page.waitForFunction(() => document.querySelectorAll('.comments li').length === 20);
		origin.setFault({ path: COMMENTS, times: -1, ...fault });
		await page.evaluate(() => (document.querySelector('#panel-1 .scroller')!.scrollTop = 1e6));
		await page.locator('#panel-1').getByText('加载失败').waitFor();
		assert.is(await page.locator('.comments li').count(), 20);
		// It is not asked for again and again by itself.
		const asked = () =>
			origin.requests().filter(({ path, body }) => path === COMMENTS && /pagenum%22%3A2/.test(body)).length;
		const before = asked();
		assert.ok(before > 0);
		await page.waitForTimeout(1500);
		assert.is(asked(), before);
		origin.setFault({ path: COMMENTS, times: 0 });
		await page.locator('#panel-1').getByRole('button', { name: '点击重试' }).tap();
		await page.waitForFunction(() => document.querySelectorAll('.comments li').length >= 40);
	});
	assert.equal(wrong, []);
});

it('should show what there is of lists with holes', async () => {
	const long = '长'.repeat(1_700_000);
	const records = [
		null,
		7,
		'x',
		[],
		{},
		{ id: null, nickname: null, content: null },
		{ id: '3', content: 12 },
		{ id: 4, nickname: '小宇', content: '在' },
	];
	const news = [
		null,
		7,
		'x',
		[],
		{},
		{ newsid: null, newstitle: null, img: null },
		{ newsid: '5', newstitle: 9, readnum: '12', commentCountNew: null },
	];
	const wrong = await cases.each<{
		comments: unknown;
		news: unknown;
		total?: unknown;
		shows: [chat: string, news: string];
	}>(
		{
			'lists with holes': {
				comments: { liveCommentList: { records, total: 'x' } },
				news,
				total: '12',
				shows: ['小宇：在', '12人已读'],
			},
			'absent lists': { comments: {}, news: [], total: null, shows: ['没有更多了', '没有更多了'] },
			'null lists': {
				comments: { liveCommentList: null },
				news: [null],
				total: 'many',
				shows: ['没有更多了', '没有更多了'],
			},
			'null records': {
				comments: { liveCommentList: { records: null } },
				news: [],
				total: -5,
				shows: ['没有更多了', '没有更多了'],
			},
			'records of another type': {
				comments: { liveCommentList: { records: { 0: { content: 'x' } } } },
				news: [[[]]],
				total: {},
				shows: ['没有更多了', '没有更多了'],
			},
			'5 MB of text': {
				comments: { liveCommentList: { records: [{ id: 1, nickname: long, content: long }] } },
				news: [{ newsid: 1, newstitle: long, img: `https://x/${long}` }],
				total: long,
				shows: ['长长长', '长长长'],
			},
			'2,000 records': {
				comments: {
					liveCommentList: { records: Array.from({ length: 2000 }, (_, id) => ({ id, content: `第${id}条` })) },
				},
				news: Array.from({ length: 2000 }, (_, newsid) => ({ newsid, newstitle: `第${newsid}篇` })),
				total: 2000,
				shows: ['第1999条', '第1999篇'],
			},
		},
		async ({ origin, visit }, { comments, news, total, shows }) => {
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
			await turnTo(page, '互动空间');
			await page.locator('#panel-1').getByText(shows[0]).last().waitFor({ state: 'attached' });
			await turnTo(page, '相关资讯');
			await page.locator('#panel-2').getByText(shows[1]).last().waitFor({ state: 'attached' });
			assert.is(await page.locator('.chat-total').count(), total === '12' || total === 2000 ? 1 : 0);
			await tabsAnswer(page);
		},
	);
	assert.equal(wrong, []);
});

it('should not ask for ever when every page of comments is the same', async () => {
	const wrong = await cases.each(
		{
			'with ids': [
				{ id: 1, content: '一' },
				{ id: 2, content: '二' },
			],
			'without ids': [{ content: '一' }],
			'with one id': [{ id: 1 }, { id: 1 }, { id: 1 }],
		},
		async ({ origin, visit }, records) => {
			origin.setFault({ path: COMMENTS, times: -1, body: { code: 200, recData: { liveCommentList: { records } } } });
			const page = await visit('?id=0');
			await turnTo(page, '互动空间');
			await page.locator('.comments li').first().waitFor();
			await page.waitForTimeout(4000);
			const asked = origin.requests().filter(({ path }) => path === COMMENTS).length;
			assert.ok(asked < 30, `it was asked for ${asked} times in four seconds`);
		},
	);
	assert.equal(wrong, []);
});

it.run();
