// alone
// time limit: 300 s
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { taskTimes } from '../support/task-times.ts';
import { finger, swipe } from '../support/touch.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('chat');
const PAGE = '/juvenile/api/live/comment/page';

let site: Site;
it.before(async () => void (site = await openSite({ config: { chatPollInterval: 1000 } })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

/** The pages of comments asked for so far, by number. */
const pages = () =>
	site.origin
		.requests()
		.filter(({ path }) => path === PAGE)
		.map(({ body }) => JSON.parse(new URLSearchParams(body).get('packet')!).recData);

/** Opens the chat of a live that shows no video, whose comments are what a test needs. */
async function openChat(query = '?id=0', options: object = {}) {
	const opened = await site.visit(query, options);
	await opened.page.getByRole('tab', { name: '互动空间' }).tap();
	await opened.page.waitForFunction(() =>
		getComputedStyle(document.getElementById('panel-1')!).transform !== 'none'
			? Math.abs(document.getElementById('panel-1')!.getBoundingClientRect().left) < 1
			: true,
	);
	return opened;
}

const rows = (page: Page) => page.locator('.comments li p').allTextContents();
const loaded = (page: Page, count: number) =>
	page.waitForFunction((count) => document.querySelectorAll('.comments li').length === count, count, {
		timeout: 10_000,
	});
const toEnd = (page: Page) => page.evaluate(() => document.querySelector('.scroller')!.scrollTo(0, 1e9));

/** Waits until the list has come to rest. */
const stands = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const box = document.querySelector('.scroller')!;
				let [place, since] = [box.scrollTop, performance.now()];
				const look = () => {
					if (box.scrollTop !== place) [place, since] = [box.scrollTop, performance.now()];
					if (performance.now() - since > 300) resolve();
					else requestAnimationFrame(look);
				};
				look();
			}),
	);

it('should ask for nothing before its tab is opened', async () => {
	const { page } = await site.visit('?id=3');
	await page.getByText('开学第一课：星辰大海').waitFor();
	await page.getByRole('tab', { name: '互动空间' }).waitFor();
	assert.equal(pages(), []);
});

it('should show who said what, and the assistant where there is no nickname', async () => {
	site.origin.setLive({ id: 'new', status: 0 });
	site.origin.pushComments('new', [
		{ nickname: '', content: '欢迎来到直播间' },
		{ nickname: '小宇', content: '<b>加油</b> & "好"' },
	]);
	const { page } = await openChat('?id=new');
	await loaded(page, 2);
	assert.equal(await rows(page), ['小宇：<b>加油</b> & "好"', '直播小助手：欢迎来到直播间']);
	assert.is(await page.getByRole('list', { name: '聊天' }).getByRole('listitem').count(), 2);
	await page.getByText('共 2 条互动').waitFor();
});

it('should load page after page by scrolling to the end, until there is nothing more', async () => {
	const { page } = await openChat('?id=1');
	await loaded(page, 20);
	assert.is(await page.getByText('没有更多了').count(), 0);
	for (const count of [40, 55]) {
		await toEnd(page);
		await loaded(page, count);
	}
	await toEnd(page);
	await page.getByText('没有更多了').waitFor();
	const asked = pages();
	assert.equal([...new Set(asked.map(({ pagenum }) => pagenum))], [1, 2, 3, 4]);
	assert.equal([asked[0].pagesize, asked[0].liveId], [20, '1']);
	assert.is(await page.locator('.comments li').count(), 55);
	// The end stays the end: only polls of page 1 follow.
	const before = pages().filter(({ pagenum }) => pagenum !== 1).length;
	await page.evaluate(() => document.querySelector('.scroller')!.scrollTo(0, 0));
	await toEnd(page);
	await page.waitForTimeout(500);
	assert.is(pages().filter(({ pagenum }) => pagenum !== 1).length, before);
});

it('should load one page for one scroll where the answer comes before the next frame', async () => {
	/** A slow engine: frames are far apart. */
	const before = async (page: Page) => {
		await page.addInitScript(() => {
			self.requestAnimationFrame = (then) => window.setTimeout(then, 90, performance.now());
		});
	};
	const { page } = await openChat('?id=1', { before });
	await loaded(page, 20);
	await toEnd(page);
	await loaded(page, 40);
	await page.waitForTimeout(1000);
	assert.is(await page.locator('.comments li').count(), 40);
	assert.equal([...new Set(pages().map(({ pagenum }) => pagenum))], [1, 2]);
});

it('should say 没有更多了 where nobody has said anything', async () => {
	const { page } = await openChat('?id=2');
	await page.getByText('没有更多了').waitFor();
	assert.is(await page.locator('.comments li').count(), 0);
	assert.is(await page.locator('.chat-total').count(), 0);
});

it('should load the next page at once where the first does not fill the panel', async () => {
	const { page } = await openChat('?id=0');
	await loaded(page, 4);
	await page.getByText('没有更多了').waitFor();
	assert.equal(
		pages()
			.map(({ pagenum }) => pagenum)
			.slice(0, 2),
		[1, 2],
	);
});

it('should leave two fingers to the browser, which zooms', async () => {
	const { page } = await openChat('?id=0');
	await loaded(page, 4);
	const session = await page.context().newCDPSession(page);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((y, id) => ({ x: 190, y, id })) });
	const height = () => page.locator('.pull').evaluate((pull) => pull.getBoundingClientRect().height);
	await touch('touchStart', 400);
	await touch('touchMove', 430);
	await touch('touchMove', 440);
	await page.waitForFunction(() => document.querySelector('.pull')!.getBoundingClientRect().height > 0);
	await touch('touchStart', 440, 600);
	for (const step of [20, 60, 120]) await touch('touchMove', 440 + step, 600 - step / 2);
	await page.waitForTimeout(200);
	assert.is(await height(), 0);
	const before = pages().length;
	await touch('touchEnd');
	await page.waitForTimeout(500);
	assert.is(await height(), 0);
	assert.is(
		pages().filter(({ pagenum }) => pagenum !== 1).length,
		pages()
			.slice(0, before)
			.filter(({ pagenum }) => pagenum !== 1).length,
	);
	await session.detach();
});

it('should refresh by pulling down, with the words people know', async () => {
	const { page } = await openChat('?id=1');
	await loaded(page, 20);
	const pull = page.locator('.pull');
	const first = (await rows(page))[0];
	const { move, lift } = await finger(page, [190, 400]);
	await move([190, 450]);
	assert.is(await pull.textContent(), '下拉即可刷新');
	assert.ok((await pull.boundingBox())!.height > 10, 'the list follows the finger');
	await move([190, 540]);
	assert.is(await pull.textContent(), '释放即可刷新');
	await move([190, 430]);
	assert.is(await pull.textContent(), '下拉即可刷新');
	await move([190, 540]);
	site.origin.setFault({ path: PAGE, times: -1, delayMs: 700 });
	await lift();
	await page.waitForFunction(() => document.querySelector('.pull')!.textContent === '加载中…');
	// The page after the last one is asked for, and put in front.
	await loaded(page, 40);
	await page.waitForFunction(() => document.querySelector('.pull')!.getBoundingClientRect().height === 0);
	assert.is((await rows(page))[20], first);
	assert.ok(pages().some(({ pagenum }) => pagenum === 2));
});

it('should not refresh by a short pull, nor by one that begins further down', async () => {
	const { page } = await openChat('?id=1');
	await loaded(page, 20);
	const short = await finger(page, [190, 400]);
	await short.move([190, 440]);
	await short.lift();
	await page.waitForFunction(() => document.querySelector('.pull')!.getBoundingClientRect().height === 0);
	await page.evaluate(() => document.querySelector('.scroller')!.scrollTo(0, 150));
	const below = await finger(page, [190, 400]);
	await below.move([190, 700], 300);
	assert.is((await page.locator('.pull').boundingBox())?.height ?? 0, 0);
	await below.lift();
	await page.waitForTimeout(300);
	assert.not(pages().some(({ pagenum }) => pagenum === 2));
});

it('should offer another try when a page does not come, and go on from there', async () => {
	site.origin.setFault({ path: PAGE, times: 1, status: 400 });
	const { page } = await openChat('?id=1');
	await page.getByText('加载失败').waitFor();
	await page.getByRole('button', { name: '点击重试' }).tap();
	await loaded(page, 20);
	assert.is(await page.getByText('加载失败').count(), 0);
	// The poll takes page 1; the fault is for the page at the end.
	await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
	await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
	await page.waitForTimeout(300);
	site.origin.setFault({ path: PAGE, times: 1, status: 400 });
	await toEnd(page);
	await page.getByText('加载失败').waitFor();
	await page.getByRole('button', { name: '点击重试' }).tap();
	await loaded(page, 40);
});

it('should show that it loads', async () => {
	site.origin.setFault({ path: PAGE, times: 1, delayMs: 1500 });
	const { page } = await openChat('?id=1');
	await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).waitFor();
	await loaded(page, 20);
	assert.is(await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).count(), 0);
});

it('should show new messages at the head while it is looked at, each once', async () => {
	const { page } = await openChat('?id=0');
	await loaded(page, 4);
	site.origin.pushComments('0', [{ nickname: '新来的', content: '第一条' }]);
	await page.getByText('新来的：第一条').waitFor();
	site.origin.pushComments('0', [{ nickname: '新来的', content: '第二条' }]);
	await page.getByText('新来的：第二条').waitFor();
	assert.equal((await rows(page)).slice(0, 2), ['新来的：第二条', '新来的：第一条']);
	assert.is(await page.locator('.comments li').count(), 6);
	assert.is(await page.getByRole('button', { name: '条新消息' }).count(), 0);
});

it('should keep what is being read where it is when messages come, and tell how many', async () => {
	const { page } = await openChat('?id=1');
	await loaded(page, 20);
	await toEnd(page);
	await loaded(page, 40);
	// Through rows of different heights, some of which have never been in sight.
	for (const [from, to] of [
		[750, 450],
		[750, 450],
		[450, 600],
	] as const) {
		await swipe(page, [190, from], [190, to]);
		await stands(page);
	}
	const reading = () =>
		page.evaluate(() => {
			const box = document.querySelector('.scroller')!;
			const { top } = box.getBoundingClientRect();
			const row = [...box.querySelectorAll('li')].find((one) => one.getBoundingClientRect().top >= top + 40)!;
			return { text: row.textContent, top: row.getBoundingClientRect().top };
		});
	const before = await reading();
	const long = '感谢学校提供这样的平台，让孩子们有机会展示自己。'.repeat(4);
	site.origin.pushComments('1', [
		{ nickname: '甲', content: '短' },
		{ nickname: '乙', content: long },
		{ nickname: '丙', content: '短' },
	]);
	await page.getByRole('button', { name: '3条新消息' }).waitFor();
	await page.waitForTimeout(300);
	const after = await reading();
	assert.is(after.text, before.text);
	assert.ok(Math.abs(after.top - before.top) <= 2, `moved by ${after.top - before.top}`);
	await page.getByRole('button', { name: '3条新消息' }).tap();
	await page.getByText('丙：短').waitFor();
	await page.waitForFunction(
		() => document.querySelector('.scroller')!.scrollTop === 0 && !document.querySelector('.unread'),
	);
});

it('should look for new messages only while its tab is shown', async () => {
	const { page } = await openChat('?id=0');
	await loaded(page, 4);
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	await page.waitForTimeout(1500);
	const before = pages().length;
	await page.waitForTimeout(2500);
	assert.is(pages().length, before);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.waitForTimeout(2500);
	assert.ok(pages().length > before);
});

it('should scroll 2,000 comments without a long task on a slow phone', async () => {
	const { page, problems } = await openChat('?id=9');
	await loaded(page, 20);
	// Everything there is, by scrolling to the end again and again.
	await page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const box = document.querySelector('.scroller')!;
				const timer = setInterval(() => {
					box.scrollTop = box.scrollHeight;
					if (!box.textContent!.includes('没有更多了')) return;
					clearInterval(timer);
					resolve();
				}, 20);
			}),
	);
	assert.is(await page.locator('.comments li').count(), 2000);
	const place = () => page.evaluate(() => document.querySelector('.scroller')!.scrollTop);
	const tasks = await taskTimes(page, async () => {
		const end = await place();
		for (let times = 0; times < 4; times++) await swipe(page, [190, 400], [190, 800], 100);
		assert.ok(end - (await place()) > 1000, 'the finger moved the list');
		// As fast as a flick, through rows that were in sight long ago.
		await page.evaluate(
			() =>
				new Promise<void>((resolve) => {
					const box = document.querySelector('.scroller')!;
					const step = () => {
						box.scrollTop -= 250;
						if (box.scrollTop > 45_000) requestAnimationFrame(step);
						else resolve();
					};
					step();
				}),
		);
		await swipe(page, [190, 800], [190, 400], 100);
	});
	assert.ok(tasks.length > 200, `${tasks.length} tasks`);
	assert.ok(tasks[0]! * 4 < 50, `the longest tasks took ${tasks.slice(0, 5)} ms; a phone is four times slower`);
	assert.equal(problems, []);
});

it.run();
