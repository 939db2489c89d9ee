/** Videos taller than wide, as filmed with a phone held upright. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onePage, openTab } from '../support/one-page.ts';

const it = suite('page upright');
const one = onePage(it);

it.before.each(() => one.page.evaluate(() => localStorage.clear()).catch(() => {}));

/** Waits for the video, for the height of the stage in pixels, and for what slides below it, where a tap would miss. */
async function stageHeight(page: Page, height: number): Promise<void> {
	await page.waitForFunction(
		(height) =>
			document.querySelector('video')!.videoWidth > 0 &&
			!document.querySelector('.tabs')!.getAnimations().length &&
			Math.abs(document.querySelector('.stage')!.getBoundingClientRect().height - height) < 1,
		height,
	);
}

/** Collects the heights that the stage has from the first paint on, and the layout shift. */
const observe = async (page: Page) =>
	void (await page.addInitScript(() => {
		const seen = { heights: [] as number[], shift: 0 };
		Object.assign(window, { seen });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
		}).observe({ type: 'layout-shift', buffered: true });
		const look = () => {
			const stage = document.querySelector('.stage');
			const height = stage && Math.round(stage.getBoundingClientRect().height);
			if (height && height !== seen.heights[seen.heights.length - 1]) seen.heights.push(height);
			requestAnimationFrame(look);
		};
		look();
	}));
const seen = (page: Page) =>
	page.evaluate(() => (window as unknown as { seen: { heights: number[]; shift: number } }).seen);

for (const reducedMotion of ['no-preference', 'reduce'] as const)
	it(`should enlarge the stage once, and from the first paint on at the next visit (reduced motion: ${reducedMotion})`, async () => {
		const { page, close } = await one.site.visit('?id=0', {
			viewport: { width: 360, height: 640 },
			reducedMotion,
			before: observe,
		});
		await page.goto(`${one.site.origin.url}/?id=8`);
		await stageHeight(page, 0.58 * 640);
		await page.waitForTimeout(600);
		const first = await seen(page);
		assert.equal(first.heights, [203, 371]);
		assert.ok(first.shift < 0.02, `the layout has shifted by ${first.shift}`);
		const rows = page.locator('.rich p');
		await rows.first().waitFor();
		assert.ok((await rows.nth(1).boundingBox())!.y < 640);
		await page.goto('about:blank');
		await page.goto(`${one.site.origin.url}/?id=8`);
		await stageHeight(page, 0.58 * 640);
		assert.equal((await seen(page)).heights, [371]);
		// Another live.
		await page.goto(`${one.site.origin.url}/?id=3`);
		await stageHeight(page, 0.5625 * 360);
		await close();
	});

it('should leave the stage as it is for a wide video, and on its side', async () => {
	const page = await one.open('?id=3');
	await page.getByText('回放').waitFor();
	await stageHeight(page, 0.5625 * 390);
	await page.setViewportSize({ width: 844, height: 390 });
	await one.open('?id=8');
	await stageHeight(page, 390);
});

it('should leave what is being read where it is', async () => {
	const page = one.page;
	let release = () => {};
	const held = new Promise<void>((resolve) => (release = resolve));
	await page.route(/upright\.mp4/, async (route) => {
		await held;
		await route.continue();
	});
	await one.open('?id=8');
	await page.setViewportSize({ width: 360, height: 640 });
	const row = page.locator('.rich p').nth(8);
	await row.waitFor();
	const panel = page.getByRole('tabpanel');
	await panel.evaluate((panel) => panel.scrollTo(0, 60));
	const { y } = (await row.boundingBox())!;
	release();
	await stageHeight(page, 0.58 * 640);
	assert.ok(Math.abs((await row.boundingBox())!.y - y) < 2);
});

it('should make the stage low while the keyboard is open', async () => {
	one.site.origin.setLive({ id: '3', playbackUrl: '{origin}/media/upright.mp4' });
	const page = await one.open('?id=3&userId=42&token=demo');
	await page.setViewportSize({ width: 360, height: 640 });
	await stageHeight(page, 0.58 * 640);
	await openTab(page, '互动空间');
	await page.getByRole('textbox').focus();
	await page.setViewportSize({ width: 360, height: 480 });
	await page.waitForFunction(() => document.querySelector('.stage')!.getBoundingClientRect().height < 210);
});

it.run();
