/** The chat where the keyboard leaves the page little room, and what Back and a reload find again of it. */
import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { onePage, openTab } from '../support/one-page.ts';
import { chooseQuality, press } from '../support/reconnect.ts';
import { until } from '../support/until.ts';

const it = suite('page typing');
const one = onePage(it);

const LONG = '老师们辛苦了，感谢学校提供这样的平台。'.repeat(8);

const status = (text: string) => (page: Page) => page.locator('.status').getByText(text).waitFor();
const moving = (page: Page) => page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2);

interface State {
	name: string;
	reach: (page: Page) => Promise<unknown>;
}

/** Visits, and the states of the player that each reaches one after the other. */
const VISITS: { query: string; states: State[] }[] = [
	{ query: '?id=0', states: [{ name: 'has not begun', reach: status('直播尚未开始') }] },
	{
		query: '?id=1',
		states: [
			{ name: 'is playing', reach: moving },
			{
				name: 'is paused',
				async reach(page) {
					await press(page, '暂停');
					await page.getByRole('button', { name: '已暂停，点击继续' }).waitFor();
				},
			},
			{
				name: 'plays sound alone',
				async reach(page) {
					await press(page, '已暂停，点击继续');
					await page.getByRole('button', { name: '暂停', exact: true }).waitFor();
					await chooseQuality(page, '只听声音');
					await page.locator('#cover').waitFor();
				},
			},
		],
	},
	{
		query: '?id=2',
		states: [{ name: 'is over', reach: (page) => page.getByRole('button', { name: '观看回放' }).waitFor() }],
	},
	{
		query: '?id=8',
		states: [
			{
				name: 'plays an upright video',
				// While the tabs slide, a tap would miss.
				reach: (page) =>
					page.waitForFunction(() => document.querySelector('.upright .tabs')?.getAnimations().length === 0),
			},
		],
	},
];

for (const { query, states } of VISITS)
	it(`should show rows and the whole field over the keyboard while the player ${states.map(({ name }) => name).join(', ')}`, async () => {
		one.site.origin.pushComments(query.slice(4), [{ nickname: '小宇', content: '加油！' }]);
		const page = await one.open(`${query}&userId=42&token=demo`);
		for (const { name, reach } of states) {
			await page.setViewportSize({ width: 390, height: 844 });
			await reach(page);
			await openTab(page, '互动空间');
			await assertRoom(page, name);
		}
	});

/** Asserts that rows and field are shown in full above two keyboards. */
async function assertRoom(page: Page, state: string) {
	const field = page.getByRole('textbox');
	await field.focus();
	for (const [width, height] of [
		[360, 278],
		[360, 370],
	] as const) {
		await page.setViewportSize({ width, height });
		await page.getByRole('tablist').waitFor({ state: 'hidden' });
		for (const text of ['', LONG]) {
			await field.fill(text);
			let what = '';
			// The page is fitted in events after the resize.
			await until(async () => {
				const seen = await page.evaluate(() => {
					const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
					const list = box('#panel-chat .scroller');
					const row = box('.comments li');
					return {
						list: list.height,
						field: box('.composer textarea').height,
						bottom: box('.composer').bottom,
						shown: row.top >= list.top && row.bottom <= list.bottom,
						above: row.top - list.top,
					};
				});
				what = `${state}, ${width}x${height}, ${text.length} characters: ${JSON.stringify(seen)}`;
				const hasRows = seen.list >= 90 && seen.shown && seen.above < 10;
				return hasRows && seen.field === (text ? 92 : 44) && seen.bottom <= height + 0.5;
			}).catch(() => assert.unreachable(what));
		}
	}
	await field.blur();
}

/** Opens the chat of a member. */
async function openChat() {
	const page = await one.open('?id=0&userId=42&token=demo');
	await openTab(page, '互动空间');
	return {
		page,
		field: page.getByRole('textbox', { name: '说点什么' }),
		send: page.getByRole('button', { name: '发送' }),
	};
}

it('should be in reach of a thumb and above the keyboard of iOS', async () => {
	const { page, field, send } = await openChat();
	assert.ok((await field.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))) >= 16);
	assert.ok((await field.boundingBox())!.height >= 44);
	assert.ok((await send.boundingBox())!.height >= 40);
	// iOS reports its keyboard by the visual viewport alone.
	await field.focus();
	await page.evaluate(() => {
		Object.defineProperty(visualViewport, 'height', { value: 500, configurable: true });
		visualViewport!.dispatchEvent(new Event('resize'));
	});
	const end = async () => await field.boundingBox().then((box) => box!.y + box!.height);
	await until(async () => (await end()) <= 500, 'the field is above the keyboard');
	await page.evaluate(() => {
		delete (visualViewport as { height?: number }).height;
		(document.activeElement as HTMLElement).blur();
	});
	await page.waitForFunction(() => document.documentElement.style.height === '' && scrollY === 0);
	assert.ok((await end()) > 830, 'the field is back at the lower end');
});

it('should stay, with rows above it, where the keyboard makes a wide window as low as that of a phone on its side', async () => {
	const { page, field } = await openChat();
	await page.setViewportSize({ width: 960, height: 600 });
	await field.focus();
	await page.setViewportSize({ width: 960, height: 270 });
	await page.getByRole('tablist').waitFor({ state: 'hidden' });
	await page.locator('.comments li').first().waitFor();
	const box = await field.boundingBox();
	assert.ok(box && box.x > 480 && box.y + box.height <= 270, JSON.stringify(box));
	assert.ok(await field.evaluate((element) => element === document.activeElement));
	await field.blur();
	await field.waitFor({ state: 'hidden' });
});

it('should be as high as its text needs, and low again once that was sent by Enter', async () => {
	const { page, field } = await openChat();
	assert.is(await field.getAttribute('enterkeyhint'), 'send');
	const text = '一二三四五六七八九十'.repeat(3);
	const height = () => field.evaluate((field) => field.getBoundingClientRect().height);
	await field.fill(text);
	assert.is(await height(), 68);
	await field.press('Enter');
	await page.getByText(`用户42：${text}`).waitFor();
	await until(async () => (await height()) === 44, 'it is low again');
	assert.is(await field.inputValue(), '');
});

it('should show the number of messages in the tab, and keep title and rows in place when it comes', async () => {
	const release = await holdRequests(one.page, '**/stream/chat/findByPage/**');
	const page = await one.open('?id=0');
	await openTab(page, '互动空间');
	const tab = page.getByRole('tab', { name: '互动空间', exact: true });
	const places = async () => [
		await page.locator('.comments li').first().boundingBox(),
		await tab.evaluate((element) => {
			const range = document.createRange();
			range.selectNodeContents(element.firstChild!);
			return range.getBoundingClientRect().toJSON();
		}),
	];
	const before = await places();
	release();
	await page.locator('.count[data-count="4"]').waitFor();
	assert.equal([await places(), await tab.textContent()], [before, '互动空间']);
});

const TEXT = '写到一半的话';
/** Waits until a field, which is there sooner than what was written in it, holds a text. */
const holds = (field: Locator, text: string) => until(async () => (await field.inputValue()) === text, text);

it('should keep tab, scroll position and half-written message over a reload and Back, and nothing of a message that was sent', async () => {
	// Behind its cover, which costs no decoding.
	one.site.origin.setLive({ id: '1', status: 0 });
	const { page, problems } = await one.site.visit('?id=1&userId=42&token=demo');
	const field = page.getByRole('textbox');
	const scroller = page.locator('#panel-chat .scroller');
	const top = () => scroller.evaluate(({ scrollTop }) => scrollTop);
	const ways = [
		() => page.reload(),
		async () => {
			await page.goto(`${one.site.origin.url}/icon.svg`);
			await page.goBack();
		},
	];
	await openTab(page, '互动空间');
	// Beyond the first page.
	await scroller.evaluate((box) => (box.scrollTop = box.scrollHeight));
	await page.locator('.comments li').nth(39).waitFor();
	await scroller.evaluate((box) => (box.scrollTop = 700));
	await field.fill(TEXT);
	const stored = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
	assert.not.match((await stored()).replace(/"visit:[^\]]*/g, ''), 'token');
	for (const leave of ways) {
		await leave();
		await page.getByRole('tab', { name: '互动空间', selected: true }).waitFor();
		await page.waitForFunction(() => document.querySelector('#panel-chat .scroller')!.scrollTop === 700);
		await holds(field, TEXT);
	}
	await page.getByRole('button', { name: '发送' }).tap();
	await page.getByRole('listitem').filter({ hasText: TEXT }).waitFor();
	assert.not.match(await stored(), TEXT);
	for (const leave of ways) {
		await leave();
		await page.getByRole('listitem').first().waitFor();
		assert.equal([await field.inputValue(), await top()], ['', 0]);
	}
	// A new visit begins anew.
	await page.goto('about:blank');
	await page.goto(`${one.site.origin.url}/?id=1&userId=42&token=demo`);
	await page.locator('.rich').waitFor();
	assert.ok(await page.getByRole('tab', { name: '直播介绍', selected: true }).isVisible());
	assert.equal(problems, []);
});

it('should show nothing of a half-written message to the next user of the tab, nor after Back', async () => {
	const { page, problems } = await one.site.visit('?id=0&userId=42&token=demo');
	const field = page.getByRole('textbox');
	await openTab(page, '互动空间');
	await field.fill(TEXT);
	await page.goto(`${one.site.origin.url}/?id=0&userId=7001&token=demo`);
	await openTab(page, '互动空间');
	assert.is(await field.inputValue(), '');
	await field.fill('另一个人的话');
	await page.goBack();
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('listitem').first().waitFor();
	assert.is(await field.count(), 0);
	assert.not.match(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage))), TEXT);
	await page.goForward();
	await page.getByRole('tab', { name: '互动空间', selected: true }).waitFor();
	await holds(field, '另一个人的话');
	assert.equal(problems, []);
});

it.run();
