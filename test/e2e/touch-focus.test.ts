/** Where the focus is after a touch that takes away what had it. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onePage, openTab } from '../support/one-page.ts';
import { leaveReplayChat } from '../support/page-states.ts';
import { button, keepShown, onVideo, openReplay, wake } from '../support/recording-page.ts';
import { scriptRan } from '../support/site.ts';
import { swipe } from '../support/touch.ts';
import { until } from '../support/until.ts';

const it = suite('focus after a touch');
const one = onePage(it, {}, keepShown);

const tapAt = async (page: Page, selector: string, x = 0.5, y = 0.5) => {
	const box = (await page.locator(selector).first().boundingBox())!;
	await page.touchscreen.tap(box.x + box.width * x, box.y + box.height * y);
};
const gone = (page: Page, selector: string) => page.locator(selector).first().waitFor({ state: 'detached' });

/** What fingers do, one after another in a visit, that would leave the focus on the body, and where it is then. */
const TOUCHES: Record<string, Record<string, [act: (page: Page) => Promise<unknown>, place: string]>> = {
	'?id=15&t=61': {
		'a tap on the picture': [(page) => tapAt(page, '.stage'), '.stage'],
		'a pill that goes with its button': [
			async (page) => {
				await page.locator('.resumed .link').tap();
				await gone(page, '.resumed');
			},
			'.stage',
		],
		'two taps at a side': [
			async (page) => {
				await tapAt(page, '.stage', 0.9);
				await tapAt(page, '.stage', 0.9);
			},
			'.stage',
		],
		'a tap on the picture after a control': [
			async (page) => {
				await page.getByRole('tab', { selected: true }).tap();
				await tapAt(page, '.stage');
			},
			'.stage',
		],
		'a chip that goes': [
			async (page) => {
				await onVideo(page, (video) => (video.currentTime = 100));
				await openTab(page, '互动空间');
				await leaveReplayChat(page);
				await button(page, '回到正在播放处').tap();
				await gone(page, '.unread');
			},
			'.panel',
		],
		'a tap that closes the drawer, with what has the focus': [
			async (page) => {
				await page.setViewportSize({ width: 844, height: 390 });
				await wake(page);
				await tapAt(page, '.drawer-toggle');
				await page.getByRole('tab', { selected: true }).tap();
				await tapAt(page, '.stage', 0.2);
				await gone(page, '.with-drawer');
			},
			'.stage',
		],
		'a tap that closes the drawer': [
			async (page) => {
				await wake(page);
				await tapAt(page, '.drawer-toggle');
				await page.locator('.with-drawer').waitFor();
				await tapAt(page, '.stage', 0.2);
				await gone(page, '.with-drawer');
				await page.setViewportSize({ width: 390, height: 844 });
			},
			'.stage',
		],
		'full screen, without what has the focus': [
			async (page) => {
				await page.getByRole('tab', { name: '相关资讯' }).tap();
				await page.keyboard.press('f');
				await page.locator('.full').waitFor();
			},
			'.stage',
		],
	},
	'?id=0&userId=7001&token=demo': {
		'a tap beside all places': [(page) => tapAt(page, '.footer', 0.02), 'body *'],
		'an image closed by a tap': [
			async (page) => {
				await page.locator('.rich img[role]').first().tap();
				await page.getByRole('dialog').waitFor();
				await tapAt(page, '[role=dialog]', 0.5, 0.9);
				await gone(page, '[role=dialog]');
			},
			'.panel',
		],
		'a tap on the words of a question': [
			async (page) => {
				await openTab(page, '互动空间');
				await button(page, /^删除/).tap();
				await tapAt(page, '[role=dialog] h2');
			},
			'[role=dialog]',
		],
		'a question that is answered': [
			async (page) => {
				await button(page, '取消').tap();
				await gone(page, '[role=dialog]');
			},
			'.panel',
		],
		'a tap away from the field': [
			async (page) => {
				await page.getByRole('textbox').tap();
				await tapAt(page, '.footer', 0.02);
			},
			'.panel',
		],
		"a message sent by the keyboard's key": [
			async (page) => {
				await page.getByRole('textbox').tap();
				await page.keyboard.type('好');
				await page.keyboard.press('Enter');
			},
			'.scroller',
		],
		'a swipe away from what has it': [
			async (page) => {
				await page.getByRole('tab', { name: '直播介绍' }).tap();
				await page.locator('.introduction').tap({ position: { x: 2, y: 2 } });
				await swipe(page, [330, 600], [60, 600]);
				await page.locator('#panel-introduction[aria-hidden]').waitFor({ state: 'hidden' });
			},
			'#panel-chat',
		],
	},
};

for (const [query, touches] of Object.entries(TOUCHES))
	it(`should keep the focus off the body after each touch of ${query}`, async () => {
		const page = await (/=15/.test(query) ? openReplay(one, query) : one.open(query));
		await scriptRan(page, 'stage');
		for (const [what, [act, place]] of Object.entries(touches)) {
			await act(page);
			const look = () =>
				page.evaluate((place) => {
					const at = document.activeElement!;
					const hasRing = at.matches(':focus-visible') && getComputedStyle(at).outlineStyle !== 'none';
					return [!!at.closest(place), at.matches('textarea'), hasRing, scrollY];
				}, place);
			// Neither a keyboard nor a ring, and nothing scrolls: once the click has come that follows the touch.
			const wanted = [true, false, false, 0];
			await until(async () => `${await look()}` === `${wanted}`).catch(async () =>
				assert.equal(await look(), wanted, what),
			);
		}
		if (!/=15/.test(query)) return;
		await onVideo(page, (video) => (video.currentTime = 30));
		await page.keyboard.press('ArrowLeft');
		await page.waitForFunction(() => document.querySelector('video')!.currentTime < 25);
	});

it.run();
