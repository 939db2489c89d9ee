/** Where the focus is after a click. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { onePage } from '../support/one-page.ts';
import { button, keepShown, onVideo, openReplay } from '../support/recording-page.ts';
import { scriptRan } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('focus after a click');
const one = onePage(it, {}, keepShown);

/** What has the focus, as a screen reader names it; '' for the page's body. */
const focused = (page: Page) =>
	page.evaluate(() => {
		const { activeElement: at, body } = document;
		return at === body ? '' : at!.getAttribute('aria-label') || at!.textContent!.trim() || at!.className;
	});
/** Waits until what was clicked has gone, and something else has the focus. */
const movedOn = (page: Page, name: RegExp) =>
	page.waitForFunction((name) => {
		const { activeElement: at, body } = document;
		const text = at === body ? '' : at!.getAttribute('aria-label') || at!.textContent!;
		return text && !new RegExp(name).test(text);
	}, name.source);
const WAYS = {
	touch: (page: Page, name: string | RegExp) => button(page, name).tap(),
	keyboard: async (page: Page, name: string | RegExp) => {
		await button(page, name).focus();
		await page.keyboard.press('Enter');
	},
};
const ways = Object.values(WAYS);

it('should keep the focus in the bar after each of its buttons, and lead into the share sheet and back, by touch and by keyboard', async () => {
	const page = await openReplay(one);
	// Any key loads at once what else comes in spare time.
	await page.keyboard.press('Shift');
	await button(page, '字幕').waitFor();
	for (const click of ways) {
		for (const name of [/^暂停/, /^播放$/, /^静音/, /^打开声音/, '字幕', '全屏', '退出全屏']) {
			await click(page, name);
			await page.waitForFunction(() => document.activeElement!.closest('.controls'));
		}
		for (const menu of ['播放速度', '画质', '章节']) {
			await click(page, menu);
			await page.waitForFunction(() => document.activeElement!.matches('[role=menuitemradio]'));
			await page.keyboard.press('Enter');
			await page.getByRole('menu').waitFor({ state: 'detached' });
			await until(async () => (await focused(page)).includes(menu), menu);
		}
	}
	await onVideo(page, (video) => (video.currentTime = 61));
	for (const click of ways)
		for (const close of ['取消', 'Escape', '完整回放']) {
			await click(page, '分享');
			const dialog = page.getByRole('dialog');
			const isInside = () => dialog.evaluate((box) => box.contains(document.activeElement));
			await until(isInside);
			for (let step = 0; step < 4; step++) {
				await page.keyboard.press('Tab');
				assert.ok(await isInside(), 'it stays inside');
			}
			if (close === 'Escape') await page.keyboard.press('Escape');
			else await click(page, close);
			await dialog.waitFor({ state: 'detached' });
			await until(() => focused(page), 'the focus is on something');
		}
});

it('should let the focus move on where the page changes as it leaves, and out of the page', async () => {
	const page = await openReplay(one);
	await scriptRan(page, 'stage');
	await page.evaluate(() => document.addEventListener('focusout', () => document.body.append('')));
	for (const name of ['播放速度', '画质']) {
		await button(page, name).focus();
		await page.keyboard.press('Tab');
		await page.waitForFunction((name) => {
			const { activeElement: at } = document;
			return at!.matches('.controls button') && !at!.getAttribute('aria-label')?.includes(name);
		}, name);
	}
	// Out of the page, and into its end.
	await button(page, '关注').focus();
	for (let step = 0; step < 2; step++) {
		await page.keyboard.press('Shift+Tab');
		await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
	}
	await movedOn(page, /关注/);
});

it('should not lose the focus with a button that its click takes away, by touch and by keyboard', async () => {
	const page = await openReplay(one);
	await scriptRan(page, 'stage');
	for (const click of ways) {
		await onVideo(page, (video) => (video.currentTime = video.duration - 0.2));
		await click(page, '重新播放');
		await button(page, '重新播放').waitFor({ state: 'detached' });
		await movedOn(page, /重新播放/);
	}
	for (const click of ways) {
		// Clicked before the script that keeps the focus is there.
		const release = await holdRequests(page, '**/stage.*.js');
		await one.open('?id=2');
		await click(page, '观看回放');
		await button(page, '观看回放').waitFor({ state: 'detached' });
		release();
		await movedOn(page, /观看回放/);
	}
});

it.run();
