import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { openSite, scriptRan, type Site } from '../support/site.ts';
import { finger, swipe } from '../support/touch.ts';
import { until } from '../support/until.ts';

const it = suite('chat');
const PAGE = '/juvenile/api/live/comment/page';
/** Milliseconds between two requests for new messages. */
const POLL_INTERVAL = 300;

let site: Site;
it.before(async () => void (site = await openSite({ config: { chatPollInterval: POLL_INTERVAL } })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

/** The requests for comments so far. */
const requested = (): { pagenum: number; pagesize: number; liveId: string }[] =>
	site.origin
		.requests()
		.filter(({ path }) => path === PAGE)
		.map(({ body }) => JSON.parse(new URLSearchParams(body).get('packet')!).recData);

/** Numbers of the requested pages that are no polls. */
const later = () =>
	requested()
		.map(({ pagenum }) => pagenum)
		.filter((pagenum) => pagenum !== 1);

/** Waits until new messages have been polled once more, which gives the page time to request what it should not. */
async function nextPoll(): Promise<void> {
	const polls = () => requested().length - later().length;
	const before = polls();
	await until(() => polls() > before);
}

async function openChat(query = '?id=0') {
	const { page, problems } = await site.visit(query);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	return { page, problems };
}

const rows = (page: Page) => page.locator('.comments li p').allTextContents();
const loaded = (page: Page, count: number) =>
	page.waitForFunction((count) => document.querySelectorAll('.comments li').length === count, count);
const scrollTo = (page: Page, top: number) =>
	page.evaluate((top) => document.querySelector('.scroller')!.scrollTo(0, top), top);
const pullHeight = (page: Page) => page.locator('.pull').evaluate((pull) => pull.getBoundingClientRect().height);
const pullClosed = (page: Page) =>
	page.waitForFunction(() => document.querySelector('.pull')!.getBoundingClientRect().height === 0);

/** Waits until the list stands still. */
const standsStill = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const box = document.querySelector('.scroller')!;
				let [place, since] = [box.scrollTop, performance.now()];
				const check = () => {
					if (box.scrollTop !== place) [place, since] = [box.scrollTop, performance.now()];
					if (performance.now() - since > 200) resolve();
					else requestAnimationFrame(check);
				};
				check();
			}),
	);

/** What {@link observe} notes: layout shift, and whether the button of new messages was shown. */
interface Seen {
	shift: number;
	unread: boolean;
	tappedAt: number;
}
const observe = async (page: Page) =>
	void (await page.addInitScript(() => {
		const seen = { shift: 0, unread: false, tappedAt: Infinity };
		Object.assign(self, { seen });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
				if (!entry.hadRecentInput) seen.shift += entry.value;
		}).observe({ type: 'layout-shift', buffered: true });
		new MutationObserver(() => (seen.unread ||= !!document.querySelector('.unread'))).observe(document, {
			childList: true,
			subtree: true,
		});
		addEventListener('click', () => (seen.tappedAt = performance.now()));
	}));

it('should request nothing before its tab is opened, and then page after page until an empty one', async () => {
	// A cover costs no decoding.
	site.origin.setLive({ id: '1', status: 0 });
	// Without data saving it is loaded a second after the start, see `save-data.test.ts`.
	const saveData = () => void Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
	const { page, problems } = await site.visit('?id=1', {
		before: async (page) => void (await page.addInitScript(saveData)),
	});
	await page.getByText('今日安排').waitFor();
	assert.equal(requested(), []);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await loaded(page, 20);
	assert.is(await page.getByText('没有更多了').count(), 0);
	for (const count of [40, 55]) {
		await scrollTo(page, 1e9);
		await loaded(page, count);
	}
	await scrollTo(page, 1e9);
	await page.getByText('没有更多了').waitFor();
	assert.equal(requested()[0], { pagenum: 1, pagesize: 20, liveId: '1' });
	assert.equal(later(), [2, 3, 4]);
	assert.is(await page.locator('.comments li').count(), 55);
	// The end stays the end: only polls of page 1 follow.
	await scrollTo(page, 0);
	await scrollTo(page, 1e9);
	await nextPoll();
	assert.equal(later(), [2, 3, 4]);
	assert.equal(problems, []);
});

it('should list messages for everyone, and request the next page where the first does not fill the panel', async () => {
	site.origin.setLive({ id: 'new', status: 0 });
	site.origin.pushComments('new', [
		{ nickname: '', content: '欢迎来到直播间' },
		{ nickname: '小宇', content: '<b>加油</b> & "好"' },
	]);
	const { page } = await openChat('?id=new');
	await page.getByText('没有更多了').waitFor();
	assert.equal(await rows(page), ['小宇：<b>加油</b> & "好"', '直播小助手：欢迎来到直播间']);
	assert.is(await page.getByRole('list', { name: '聊天' }).getByRole('listitem').count(), 2);
	await page.getByText('共 2 条消息').waitFor();
	assert.equal(later(), [2]);
});

it('should refresh when a finger pulls the list down', async () => {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await openChat('?id=1');
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
	const release = await holdRequests(page, `**${PAGE}`);
	await lift();
	await page.waitForFunction(() => document.querySelector('.pull')!.textContent === '加载中…');
	release();
	// The page after the last one is requested and prepended.
	await loaded(page, 40);
	await pullClosed(page);
	assert.is((await rows(page))[20], first);
	assert.equal(later(), [2]);
});

it('should not refresh by a short pull, by two fingers, nor by a pull that begins further down', async () => {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await openChat('?id=1');
	await loaded(page, 20);
	const short = await finger(page, [190, 400]);
	await short.move([190, 440]);
	await short.lift();
	await pullClosed(page);

	const session = await page.context().newCDPSession(page);
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) =>
		session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((y, id) => ({ x: 190, y, id })) });
	await touch('touchStart', 400);
	for (const y of [430, 440]) await touch('touchMove', y);
	await page.waitForFunction(() => document.querySelector('.pull')!.getBoundingClientRect().height > 0);
	await touch('touchStart', 440, 600);
	for (const step of [20, 60, 120]) await touch('touchMove', 440 + step, 600 - step / 2);
	await pullClosed(page);
	await touch('touchEnd');
	assert.is(await pullHeight(page), 0);
	await session.detach();
	// The pinch may have zoomed in.
	await page.reload();
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await loaded(page, 20);

	await scrollTo(page, 150);
	const below = await finger(page, [190, 400]);
	await below.move([190, 700], 300);
	assert.is(await pullHeight(page), 0);
	await below.lift();
	await nextPoll();
	assert.equal(later(), []);
});

it('should show new messages at the top while the reader is there, each once', async () => {
	const { page } = await openChat();
	await loaded(page, 4);
	for (const content of ['第一条', '第二条']) {
		site.origin.pushComments('0', [{ nickname: '新来的', content }]);
		await page.getByText(`新来的：${content}`).waitFor();
	}
	assert.equal((await rows(page)).slice(0, 2), ['新来的：第二条', '新来的：第一条']);
	assert.is(await page.locator('.comments li').count(), 6);
	assert.is(await page.getByRole('button', { name: '条新消息' }).count(), 0);
});

for (const [id, rows, reducedMotion] of [
	['1', 20, 'no-preference'],
	['1', 20, 'reduce'],
	// A list with room below.
	['0', 4, 'no-preference'],
] as const)
	it(`should bring a reader at the top to new messages without a layout shift (${rows} rows, ${reducedMotion})`, async () => {
		site.origin.setLive({ id, status: 0 });
		const { page } = await site.visit(`?id=${id}`, { reducedMotion, before: observe });
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await loaded(page, rows);
		// The tap excuses what shifts within half a second.
		await page.waitForFunction(() => performance.now() - (self as unknown as { seen: Seen }).seen.tappedAt > 600);
		let count: number = rows;
		for (const messages of [1, 5, 1, 3]) {
			const content = '感谢学校提供这样的平台，让孩子们有机会展示自己。'.repeat(messages);
			site.origin.pushComments(id, Array(messages).fill({ nickname: '新来的', content }));
			await loaded(page, (count += messages));
			await page.waitForFunction(() => {
				const box = document.querySelector<HTMLElement>('.scroller')!;
				return box.scrollTop === 0 && !box.style.paddingBottom;
			});
		}
		const { shift, unread } = await page.evaluate(() => (self as unknown as { seen: Seen }).seen);
		assert.ok(shift < 0.02, `the layout has shifted by ${shift}`);
		assert.is(unread, false, 'on the way to the top no message is unread');
	});

it('should leave a reader who acts on the way to new messages where they are', async () => {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await site.visit('?id=1', { reducedMotion: 'no-preference' });
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await loaded(page, 20);
	// A wheel on the way, as soon as there is one.
	await page.evaluate(() => {
		const box = document.querySelector('.scroller')!;
		const turnWheel = () => {
			box.dispatchEvent(new Event('wheel'));
			box.scrollTop += 10;
		};
		box.addEventListener('scroll', turnWheel, { once: true });
	});
	const content = '感谢学校提供这样的平台，让孩子们有机会展示自己。'.repeat(9);
	site.origin.pushComments('1', Array(9).fill({ nickname: '新来的', content }));
	await loaded(page, 29);
	await standsStill(page);
	assert.ok((await page.evaluate(() => document.querySelector('.scroller')!.scrollTop)) > 500);
	site.origin.pushComments('1', [{ nickname: '新来的', content: '你好' }]);
	await page.getByRole('button', { name: '1 条新消息' }).waitFor();
});

it('should keep the rows in view in place when messages come, and count them', async () => {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await openChat('?id=1');
	await loaded(page, 20);
	await scrollTo(page, 1e9);
	await loaded(page, 40);
	// Through rows of different heights, some of which have never been in sight.
	for (const [from, to] of [
		[750, 450],
		[750, 450],
		[450, 600],
	] as const) {
		await swipe(page, [190, from], [190, to]);
		await standsStill(page);
	}
	const firstRow = () =>
		page.evaluate(() => {
			const box = document.querySelector('.scroller')!;
			const { top } = box.getBoundingClientRect();
			const row = [...box.querySelectorAll('li')].find((one) => one.getBoundingClientRect().top >= top + 40)!;
			return { text: row.textContent, top: row.getBoundingClientRect().top };
		});
	const before = await firstRow();
	const long = '感谢学校提供这样的平台，让孩子们有机会展示自己。'.repeat(4);
	site.origin.pushComments('1', [
		{ nickname: '甲', content: '短' },
		{ nickname: '乙', content: long },
		{ nickname: '丙', content: '短' },
	]);
	const button = page.getByRole('button', { name: '3 条新消息' });
	await button.waitFor();
	await standsStill(page);
	const after = await firstRow();
	assert.is(after.text, before.text);
	assert.ok(Math.abs(after.top - before.top) <= 2, `moved by ${after.top - before.top}`);
	await button.tap();
	await page.getByText('丙：短').waitFor();
	await page.waitForFunction(
		() => document.querySelector('.scroller')!.scrollTop === 0 && !document.querySelector('.unread'),
	);
});

it('should have few new messages read by screen readers, many counted, and older ones kept quiet', async () => {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await openChat('?id=1');
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
	const { page } = await openChat('?id=0&userId=7001&token=demo');
	await loaded(page, 4);
	await page.getByRole('textbox').waitFor();
	const focused = () =>
		page.evaluate(() => document.activeElement!.getAttribute('aria-label') || document.activeElement!.textContent);
	const seen: (string | null)[] = [];
	await page.getByRole('tab', { name: '互动空间' }).focus();
	// The first key loads what obeys.
	await page.keyboard.press('Shift');
	await scriptRan(page, 'shortcuts');
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

it('should poll for new messages only while its tab is shown', async () => {
	const { page } = await openChat();
	await loaded(page, 4);
	await nextPoll();
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	let [polls, since] = [requested().length, Date.now()];
	await until(() => {
		if (requested().length !== polls) [polls, since] = [requested().length, Date.now()];
		return Date.now() - since > 3 * POLL_INTERVAL;
	});
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await nextPoll();
});

it.run();
