/** What is reached and heard without eyes: the focus after a click, and one announcement for one event. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { onePage, openTab } from '../support/one-page.ts';
import { button, onVideo, openReplay, wake } from '../support/recording-page.ts';
import { scriptRan } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('heard');
const one = onePage(it, { chat: { phrases: ['老师好'] } }, recordAnnouncements);
const MEMBER = '&userId=42&token=demo';

/** Notes in `heard` what live regions say: the whole of a status, what is new in a log. */
async function recordAnnouncements(page: Page) {
	await page.addInitScript(() => {
		const heard: string[] = ((self as any).heard = []);
		const spoken = (node: Node) => {
			const element = node instanceof Element ? node : node.parentElement;
			const region = element?.closest('[aria-live], [role=status], [role=alert], [role=log]');
			if (!region || region.getAttribute('aria-live') === 'off' || region.closest('[aria-hidden=true]')) return '';
			return (region.matches('[role=status]') ? region.textContent! : node.textContent!).trim();
		};
		new MutationObserver((records) => {
			const nodes = records.flatMap(({ type, target, addedNodes }) =>
				type === 'childList' ? [...addedNodes] : target,
			);
			for (const text of new Set(nodes.map(spoken))) if (text && text !== heard.at(-1)) heard.push(text);
		}).observe(document, { childList: true, subtree: true, characterData: true });
	});
}
const heard = (page: Page) => page.evaluate(() => (self as any).heard as string[]);
const silence = (page: Page) => page.evaluate(() => void ((self as any).heard.length = 0));
const hearing = (page: Page, text: string) =>
	until(async () => (await heard(page)).some((one) => one.includes(text)), text);

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
	// In spare time, with the dialogs.
	await button(page, '字幕').waitFor(within(15_000));
	for (const click of ways) {
		for (const name of [/^暂停/, /^播放$/, /^静音/, /^打开声音/, '字幕', '全屏', '退出全屏']) {
			await wake(page);
			await click(page, name);
			await page.waitForFunction(() => document.activeElement!.closest('.controls'));
		}
		for (const menu of ['播放速度', '画质', '章节']) {
			await wake(page);
			await click(page, menu);
			await page.waitForFunction(() => document.activeElement!.matches('[role=menuitemradio]'));
			await page.keyboard.press('Enter');
			await page.getByRole('menu').waitFor({ state: 'detached' });
			await until(async () => (await focused(page)).includes(menu), menu);
		}
	}
	await wake(page);
	await button(page, '画质').tap();
	await page.getByRole('menuitemradio', { name: '流畅' }).waitFor();
	await silence(page);
	await page.getByRole('menuitemradio', { name: '流畅' }).tap();
	await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 426);
	await until(async () => (await focused(page)).includes('流畅'), 'the focus is on the button again');
	assert.is((await heard(page)).filter((text) => text.includes('流畅')).length, 0, 'the focus reads what was picked');

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

it('should announce once that a message was sent, and keep the focus, each time, by each way to send one', async () => {
	const page = await one.open(`?id=0${MEMBER}`);
	await openTab(page, '互动空间');
	const field = page.getByRole('textbox');
	for (const [index, send] of [
		() => field.press('Enter'),
		() => WAYS.touch(page, '发送'),
		() => WAYS.keyboard(page, '发送'),
	].entries()) {
		await field.fill('孩子们真棒');
		await silence(page);
		await send();
		await page.getByText('孩子们真棒').nth(index).waitFor();
		await hearing(page, '已发送');
		assert.equal(await heard(page), ['已发送']);
		assert.is.not(await focused(page), '');
	}
	await field.focus();
	await button(page, '老师好').waitFor();
	await silence(page);
	await page.keyboard.press('Shift+Tab');
	await until(async () => (await focused(page)) === '老师好');
	await page.keyboard.press('Enter');
	await hearing(page, '已发送');
	assert.is.not(await focused(page), '');
});

it('should announce the start once with its countdown, and no second of it', async () => {
	one.site.origin.setLive({ id: '0', startTime: Date.now() + 600_000 });
	const page = await one.open('?id=0');
	await page.getByRole('timer').waitFor();
	const first = await page.getByRole('timer').textContent();
	await page.waitForFunction((first) => document.querySelector('[role=timer]')!.textContent !== first, first);
	const said = await heard(page);
	assert.is(said.filter((text) => /\d:\d\d 开播/.test(text)).length, 1, said.join(' | '));
});

it.run();
