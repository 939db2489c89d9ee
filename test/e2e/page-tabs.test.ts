import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { scriptRan, siteFor, type VisitOptions } from '../support/site.ts';
import { finger, standsStill, swipe } from '../support/touch.ts';

const it = suite('tabs');
const TITLES = ['直播介绍', '互动空间', '相关资讯'];

const SMALL_PHONE: VisitOptions = { viewport: { width: 360, height: 640 } };

const site = siteFor(it);

/** Opens a live with a short introduction. */
async function openShort(): Promise<Page> {
	const { page } = await site.visit('?id=0');
	await page.getByText('新年音乐会：童声里的四季').waitFor();
	return page;
}

/** Opens a live with an introduction that scrolls, behind its cover. */
async function openLong(options: VisitOptions, query = '?id=1'): Promise<Page> {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await site.visit(query, options);
	await page.getByText('今日安排').waitFor();
	return page;
}

/** Index of the selected tab. */
const selected = (page: Page) =>
	page.getByRole('tab').evaluateAll((tabs) => tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true'));

const shows = (page: Page, index: number) =>
	page.waitForFunction((index) => {
		const panels = [...document.querySelectorAll('[role=tabpanel]')];
		return (
			panels.every((panel, at) => (getComputedStyle(panel).visibility === 'visible') === (at === index)) &&
			Math.abs(
				panels[index]!.getBoundingClientRect().left - panels[index]!.closest('.panels')!.getBoundingClientRect().left,
			) < 1
		);
	}, index);

it('should show one panel, into which the tab key goes on', async () => {
	const page = await openShort();
	assert.is(await page.getByRole('tabpanel').count(), 1, 'the hidden panels are hidden from everyone');
	assert.is(await selected(page), 0);
	for (const [index, name] of TITLES.entries()) {
		await page.getByRole('tab', { name }).tap();
		await shows(page, index);
		assert.is(await selected(page), index);
		await page.getByRole('tabpanel', { name }).waitFor();
		// Its styles come with its script, when it is first shown.
		if (!index) continue;
		await page.locator('#panel-chat .scroller').waitFor({ state: 'attached' });
		const laidOut = await page.locator('#panel-chat').evaluate((chat) => getComputedStyle(chat).contentVisibility);
		assert.is(laidOut, index === 1 ? 'visible' : 'hidden', 'a chat that is hidden is not laid out');
	}

	// Past the tabs that are not selected.
	await page.getByRole('tab', { selected: true }).focus();
	await page.keyboard.press('Tab');
	assert.is(await page.evaluate(() => document.activeElement!.id), 'panel-news');
});

it('should change by a swipe, one tab at a time, and show the next panel beside the finger', async () => {
	const page = await openShort();
	await scriptRan(page, 'stage');
	for (const [from, to, index] of [
		[330, 60, 1],
		[330, 60, 2],
		[60, 330, 1],
		[60, 330, 0],
	] as const) {
		await swipe(page, [from, 600], [to, 610], 80);
		await shows(page, index);
		assert.is(await selected(page), index);
	}

	// A movement that goes back changes nothing.
	const { move, lift } = await finger(page, [330, 600]);
	await move([180, 604]);
	await page.waitForFunction(() => {
		const panel = document.querySelector('#panel-chat')!;
		return (
			getComputedStyle(panel).visibility === 'visible' &&
			Math.abs(innerWidth - panel.getBoundingClientRect().left - 150) < 1
		);
	});
	await move([300, 604]);
	await lift();
	await shows(page, 0);
	assert.is(await selected(page), 0);
});

it('should leave a horizontal movement to a wide table in the introduction', async () => {
	site.origin.setLive({
		id: '0',
		description: `<table><tr>${'<td>安排表第某列的一些文字</td>'.repeat(12)}</tr></table><p>表后</p>`,
	});
	const { page } = await site.visit('?id=0');
	const table = page.locator('.rich table');
	await table.waitFor();
	await scriptRan(page, 'stage');
	const { y } = (await table.boundingBox())!;
	await swipe(page, [330, y + 15], [60, y + 15]);
	await page.waitForFunction(() => document.querySelector('.rich table')!.scrollLeft > 50);
	assert.is(await selected(page), 0);
});

it('should scroll each panel by touch, keep its place for each, and reach the end of each', async () => {
	const page = await openLong(SMALL_PHONE);
	const place = (index: number) =>
		page.evaluate((index) => {
			const panel = document.querySelectorAll('[role=tabpanel]')[index]!;
			return [panel, ...panel.querySelectorAll('*')].find((element) => element.scrollTop > 0)?.scrollTop ?? 0;
		}, index);
	const places: number[] = [];
	for (const [index, name] of TITLES.entries()) {
		await page.getByRole('tab', { name }).tap();
		await shows(page, index);
		if (index === 1) await page.getByText('小石头：').first().waitFor();
		if (index === 2) await page.getByText('书香满校园').waitFor();
		const { move, lift } = await finger(page, [180, 540]);
		await move([180, 400 - index * 20], 200);
		// A finger that rests before it is lifted leaves no momentum.
		await new Promise((resolve) => setTimeout(resolve, 200));
		await lift();
		await standsStill(page, '[role=tabpanel], [role=tabpanel] *');
		places.push(await place(index));
		assert.ok(places[index]! > 60, `${name} scrolled by ${places[index]}`);
	}
	for (const [index, name] of TITLES.entries()) {
		await page.getByRole('tab', { name }).tap();
		await shows(page, index);
		assert.is(await place(index), places[index], name);
	}
	for (const [index, last] of [
		[0, '活动专题页'],
		[2, '没有更多了'],
	] as const) {
		await page.getByRole('tab').nth(index).tap();
		await shows(page, index);
		await page.getByRole('tabpanel').getByText(last).waitFor();
		// Images that come into view make the panel longer.
		await page.waitForFunction(
			([index, last]) => {
				const panel = document.querySelectorAll('[role=tabpanel]')[index]!;
				panel.scrollTop = panel.scrollHeight;
				const end = [...panel.querySelectorAll('p')].find((paragraph) => paragraph.textContent!.includes(last))!;
				return end.getBoundingClientRect().bottom < innerHeight + 1;
			},
			[index, last] as const,
		);
	}
});

it('should not shift its panels sideways when something in one that is moving takes the focus', async () => {
	const page = await openLong({ reducedMotion: 'no-preference' }, '?id=1&userId=42&token=demo');
	await page.evaluate(() => {
		document.querySelectorAll<HTMLElement>('[role=tab]')[1]!.click();
		requestAnimationFrame(() =>
			requestAnimationFrame(() =>
				document.querySelector<HTMLElement>('.composer textarea')!.scrollIntoView({ inline: 'center' }),
			),
		);
	});
	await shows(page, 1);
	assert.is(await page.evaluate(() => document.querySelector('.panels')!.scrollLeft), 0);
});

it('should keep the selected tab apart, and what is over video or page as it is drawn, where colours are forced', async () => {
	const userAgent = userAgentOf('WeChat, Android');
	const { page } = await site.visit('?id=0', { forcedColors: 'active', userAgent });
	const line = (name: string) =>
		page.locator(`#tab-${name}`).evaluate((tab) => {
			const { content, borderTopWidth, borderTopColor } = getComputedStyle(tab, '::after');
			const { backgroundColor } = getComputedStyle(document.querySelector('.page')!);
			return content !== 'none' && borderTopWidth === '3px' && borderTopColor !== backgroundColor;
		});
	assert.equal([await line('introduction'), await line('chat')], [true, false]);
	await page.waitForFunction(
		() => getComputedStyle(document.querySelector('.overlay .viewers .icon')!).color === 'rgb(255, 255, 255)',
	);
	await page.getByRole('button', { name: '打开App' }).first().tap();
	// The lines of its image are white.
	assert.is(
		await page.getByRole('dialog').evaluate((dialog) => getComputedStyle(dialog).backgroundColor),
		'rgba(0, 0, 0, 0.82)',
	);
});

it.run();
