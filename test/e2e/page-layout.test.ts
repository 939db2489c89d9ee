/** What fits where, also by the preferences on phones: large text, less motion. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { enlargeText, misfits, SIZES, smallTargets } from '../support/layout-checks.ts';
import { onePage, openTab } from '../support/one-page.ts';
import type { Site } from '../support/site.ts';

const it = suite('page layout');
const MODERATOR = '&userId=7001&token=demo';
const WECHAT = userAgentOf('WeChat, Android');

/** Those for text at 200 %, which says what it does at 140 %. */
const PHONES = SIZES.filter(([width]) => width === 360 || width === 390);
const OTHERS = SIZES.filter((size) => !PHONES.includes(size));

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

const one = onePage(it);
const { open } = one;
let site: Site;
let page: Page;
it.before(() => void ({ site, page } = one));

const states: Record<
	string,
	{ query: string; userAgent?: string; reach: (page: Page) => Promise<unknown>; live?: object }
> = {
	'an error': { query: '?id=404404', reach: (page) => page.getByText('没有找到这场直播').waitFor() },
	'long words everywhere': {
		query: '?id=0&token=demo',
		live: {
			title: '第十二届校园科技文化节暨全区青少年机器人挑战赛现场直播'.repeat(3),
			summary: 'Supercalifragilisticexpialidocious'.repeat(6),
			organizationTitle: '中国人民大学附属中学实验小学东校区',
			peopleCount: 123_456_789,
			inviteCode: 'A1B2C3D4E5F6',
		},
		reach: (page) => page.locator('.footer').waitFor(),
	},
	'the chat of a moderator': { query: `?id=0${MODERATOR}`, reach: (page) => openTab(page, '互动空间') },
	'the news': { query: '?id=0', reach: (page) => openTab(page, '相关资讯') },
	'the dialog': {
		query: `?id=0${MODERATOR}`,
		reach: async (page) => {
			await openTab(page, '互动空间');
			await page.getByRole('button', { name: '删除' }).first().tap();
			await page.getByRole('dialog').waitFor();
		},
	},
	'the header in WeChat': {
		query: '?id=0',
		userAgent: WECHAT,
		reach: (page) => page.getByText('直播尚未开始').waitFor(),
	},
	'a broadcast': { query: '?id=5', reach: (page) => page.getByRole('button', { name: '全屏' }).waitFor() },
};

for (const [state, { query, userAgent, reach, live }] of Object.entries(states)) {
	it(`should fit every screen, also with text enlarged 1.4 times, twice on phones, with targets of 44 pixels: ${state}`, async () => {
		if (live) site.origin.setLive({ id: '0', ...live });
		const apart = userAgent ? await site.visit(query, { userAgent }) : null;
		const visited = apart?.page ?? (await open(query));
		await reach(visited);
		const found: string[] = [];
		const measure = async (what: string, sizes: readonly (readonly [number, number])[] = SIZES) => {
			for (const [width, height] of sizes) {
				await visited.setViewportSize({ width, height });
				found.push(...(await misfits(visited)).map((line) => `${width}x${height}${what}: ${line}`));
			}
		};
		await visited.setViewportSize({ width: 360, height: 640 });
		found.push(...(await smallTargets(visited)).map((line) => `target ${line}`));
		await measure('');
		await enlargeText(visited);
		await measure(', enlarged', OTHERS);
		await enlargeText(visited, 2);
		await measure(', enlarged twice', PHONES);
		assert.equal(found, []);
		await apart?.close();
	});
}

it('should keep the name of a quality in a line, whose menu stays in sight, and times in their line beside long names', async () => {
	const qualities = [
		{ name: '超高清晰度四倍分辨率六十帧每秒立体声原画', kbps: 440, url: '{origin}/media/recording_sd.mp4' },
		{ name: 'Supercalifragilistic', kbps: 160, url: '{origin}/media/recording_ld.mp4' },
	];
	const chapters = [{ t: 10, text: '超高清晰度四倍分辨率六十帧每秒立体声原画'.repeat(2) }];
	site.origin.setLive({ id: '15', playbackQualities: qualities, chapters });
	await open('?id=15');
	const chip = page.getByRole('button', { name: '画质' });
	await chip.waitFor();
	// Pauses, as controls fade.
	await page.evaluate(() => document.querySelector('video')!.pause());
	await chip.tap();
	const menu = page.getByRole('menu');
	await menu.waitFor();
	const found: string[] = [];
	for (const [width, height] of [...SIZES, [640, 360]] as const) {
		await page.setViewportSize({ width, height });
		const next = page.getByRole('button', { name: '全屏' });
		const [name, rows, { y }] = (await Promise.all(
			[chip, menu, next].map(async (one) => (await one.boundingBox())!),
		)) as [Box, Box, Box];
		if (rows.x < 0 || rows.x + rows.width > width || name.height > 44 || y > name.y + 10)
			found.push(`${width}x${height}: ${JSON.stringify([name, rows, y])}`);
	}
	assert.equal(found, []);
	await page.keyboard.press('Escape');
	await page.setViewportSize({ width: 320, height: 568 });
	await page.getByRole('button', { name: '章节' }).tap();
	assert.ok((await page.locator('.menu button small').first().boundingBox())!.height < 30);
});

it('should break a title of the news that is one long word, and show two lines of it, in a narrow window below its image', async () => {
	site.origin.setNews([
		{ newsid: 1, newstitle: '一行' },
		{ newsid: 2, newstitle: 'W'.repeat(30) },
	]);
	await open('?id=0');
	await openTab(page, '相关资讯');
	const [[one, low], [two, high]] = (await page
		.locator('.news h2')
		.evaluateAll((titles) =>
			titles.map((title) => [title.scrollWidth - title.clientWidth, title.getBoundingClientRect().height]),
		)) as [[number, number], [number, number]];
	assert.equal([one, two, Math.round(high / low)], [0, 0, 2]);
	await page.setViewportSize({ width: 180, height: 640 });
	assert.ok((await page.locator('.news h2').last().boundingBox())!.width > 120, 'not beside its image');
});

it('should keep the lines of the news in place while images load', async () => {
	const release = await holdRequests(page, '**/media/pictures/*');
	await open('?id=0');
	await openTab(page, '相关资讯');
	const tops = () =>
		page.locator('.news h2').evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top));
	await page.waitForFunction(() => getComputedStyle(document.getElementById('panel-news')!).visibility === 'visible');
	const before = await tops();
	release();
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.news img')!.naturalWidth > 0);
	assert.equal(await tops(), before);
});

it('should find what does not fit, and what is too small for a finger', async () => {
	await open('?id=0');
	await page.getByText('直播尚未开始').waitFor();
	await page.evaluate(() => {
		const add = (style: string, text: string) =>
			document
				.querySelector('.introduction')!
				.append(Object.assign(document.createElement('p'), { style, textContent: text }));
		add('width:500px', '太宽');
		add('height:10px;overflow:hidden', '太高');
		document.querySelector<HTMLElement>('.viewers')!.style.transform = 'translateX(-200px)';
		const button = document.createElement('button');
		button.style.cssText = 'display:block;width:60px;height:30px;padding:0';
		button.textContent = '太小';
		document.querySelector('.introduction')!.prepend(button);
	});
	const found = (await misfits(page)).join('\n');
	for (const line of [/太宽.* reaches from/, /太高.* is cut off/, / overlap/]) assert.match(found, line);
	assert.match((await smallTargets(page)).join('\n'), /^ "太小": \d+x(29|30)$/m);
});

it('should scroll where text is enlarged so much that list and composer have no room, and not where it is enlarged twice', async () => {
	await page.setViewportSize({ width: 180, height: 640 });
	await open('?id=0&userId=42&token=demo');
	await openTab(page, '互动空间');
	const send = page.getByRole('button', { name: '发送' });
	await send.waitFor();
	const scrolls = () => page.locator('.page').evaluate((element) => element.scrollHeight > element.clientHeight);
	assert.ok((await page.getByRole('textbox').boundingBox())!.width > 120, 'not beside its button');
	await page.setViewportSize({ width: 360, height: 640 });
	await enlargeText(page, 2);
	assert.not(await scrolls());
	await enlargeText(page, 3.1);
	assert.ok(await scrolls());
	await send.scrollIntoViewIfNeeded();
	assert.not.match((await smallTargets(page)).join(), '发送');
	assert.ok((await page.locator('.scroller').boundingBox())!.height > 40);
});

it('should move nothing where people prefer reduced motion', async () => {
	for (const [reducedMotion, moves] of [
		['reduce', false],
		['no-preference', true],
	] as const) {
		await page.emulateMedia({ reducedMotion });
		const release = await holdRequests(page, '**/juvenile/api/live/detail*');
		const releaseApp = await holdRequests(page, '**/app.*.js');
		await open('?id=0');
		await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).waitFor();
		const isMoving = () => page.evaluate(() => document.getAnimations().length > 0);
		assert.is(await isMoving(), moves, `${reducedMotion}: progress indicator`);
		releaseApp();
		// With the styles of the skeleton.
		await page.waitForFunction(() => !!window.livePage!.app);
		assert.is(await isMoving(), moves, `${reducedMotion}: skeleton and progress indicator`);
		release();
		await page.getByText('直播尚未开始').waitFor();
		const slides = await page.evaluate(() => {
			return new Promise<boolean>((resolve) => {
				// By the event, as a busy machine's second frame may come after the end.
				document.querySelector('.panels')!.addEventListener('transitionrun', () => resolve(true));
				document.querySelectorAll<HTMLElement>('[role=tab]')[2]!.click();
				requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(false))));
			});
		});
		assert.is(slides, moves, `${reducedMotion}: panels`);
		await page.getByRole('tabpanel', { name: '相关资讯' }).getByRole('listitem').first().waitFor();
	}
});

// Seen in Chromium with `--overscroll-history-navigation=1`, which the headless shell does not know: `auto` goes back.
it('should not let a swipe over the video lead to the page before', async () => {
	await open('?id=0');
	assert.is(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorX), 'none');
});

it('should keep its styles where somebody puts a sheet before its own, and rewrites it', async () => {
	const { page, close } = await site.visit('?id=1&userId=42&token=demo', {
		before: (page) =>
			page.addInitScript(() => {
				const foreign = Object.assign(document.createElement('style'), { id: 'foreign', textContent: 'p{order:0}' });
				new MutationObserver((_, observer) => {
					if (!document.head) return;
					document.head.prepend(foreign);
					observer.disconnect();
				}).observe(document, { childList: true, subtree: true });
			}),
	});
	await openTab(page, '互动空间');
	await page.locator('.controls').waitFor();
	const styles = () =>
		page.evaluate(() =>
			['.overlay', '.controls', '.toast', '.composer', '.comments li'].map((selector) => {
				const { display, position } = getComputedStyle(document.querySelector(selector)!);
				return `${selector} ${display} ${position}`;
			}),
		);
	const own = [
		'.overlay flex relative',
		'.controls flex relative',
		'.toast block fixed',
		'.composer flex static',
		'.comments li flex static',
	];
	assert.equal(await styles(), own);
	await page.evaluate(() => (document.getElementById('foreign')!.textContent = 'p{order:1}'));
	assert.equal(await styles(), own);
	await close();
});

it.run();
