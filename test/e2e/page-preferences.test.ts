/** Preferences on phones: large text, less motion, dark colours. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { enlargeText, misfits, smallTargets } from '../support/layout-checks.ts';
import { onePage, openTab } from '../support/one-page.ts';

const it = suite('page preferences');

const one = onePage(it);
const { open } = one;
let page: Page;
it.before(() => void ({ page } = one));

it('should keep every message, its button and the organization apart where text is enlarged up to twice', async () => {
	one.site.origin.setFault({ path: '/juvenile/api/live/detail', times: -1, status: 400 });
	await open('?id=0');
	await page.getByText('服务暂时不可用，请稍后重试').waitFor();
	for (const [width, height, factor] of [
		[320, 568, 1.4],
		[360, 640, 1.6],
		[390, 844, 2],
		[844, 390, 1.6],
	] as const) {
		await page.setViewportSize({ width, height });
		await enlargeText(page, factor);
		for (const text of ['服务暂时不可用，请稍后重试', '当前浏览器无法播放，请换个浏览器或打开App观看']) {
			await page.evaluate((text) => (document.querySelector('.status p')!.textContent = text), text);
			const what = `${width}x${height}, ${factor}: ${text}`;
			assert.equal(await misfits(page), [], what);
			const { x, y, width: wide, height: high } = (await page.getByRole('button', { name: '重试' }).boundingBox())!;
			const hit = await page.evaluate(
				([x, y]) => document.elementFromPoint(x!, y!)?.textContent,
				[x + wide / 2, y + high / 2],
			);
			assert.is(hit, '重试', what);
			const stage = (await page.locator('.stage').boundingBox())!;
			assert.ok(y + high <= stage.y + stage.height, what);
		}
	}
});

it('should scroll where text is enlarged so much that list and composer have no room, and not where it is enlarged twice', async () => {
	await page.setViewportSize({ width: 360, height: 640 });
	await open('?id=0&userId=42&token=demo');
	await openTab(page, '互动空间');
	const send = page.getByRole('button', { name: '发送' });
	await send.waitFor();
	const scrolls = () => page.locator('.page').evaluate((element) => element.scrollHeight > element.clientHeight);
	await enlargeText(page, 2);
	assert.not(await scrolls());
	await enlargeText(page, 3.1);
	assert.ok(await scrolls());
	await send.scrollIntoViewIfNeeded();
	assert.equal(
		(await smallTargets(page)).filter((line) => line.includes('发送')),
		[],
	);
	assert.ok((await page.locator('.scroller').boundingBox())!.height > 40);
});

it('should move nothing where people prefer reduced motion', async () => {
	for (const [reducedMotion, moves] of [
		['reduce', false],
		['no-preference', true],
	] as const) {
		await page.emulateMedia({ reducedMotion });
		const release = await holdRequests(page, '**/juvenile/api/live/detail*');
		await open('?id=0');
		await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).waitFor();
		assert.is(
			await page.evaluate(() => document.getAnimations().length > 0),
			moves,
			`${reducedMotion}: skeleton and progress indicator`,
		);
		release();
		await page.getByText('直播尚未开始').waitFor();
		const slides = await page.evaluate(() => {
			document.querySelectorAll<HTMLElement>('[role=tab]')[2]!.click();
			return new Promise<boolean>((resolve) =>
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.getAnimations().length > 0))),
			);
		});
		assert.is(slides, moves, `${reducedMotion}: panels`);
		await page.getByRole('tabpanel', { name: '相关资讯' }).getByRole('listitem').first().waitFor();
	}
});

it.run();
