/** Replays that are taller than wide, as filmed with a phone held upright. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { noteShifts, shifted } from '../support/layout-shift.ts';
import { onePage } from '../support/one-page.ts';
import { scriptRan, type VisitOptions } from '../support/site.ts';

const it = suite('page replay, upright');
const one = onePage(it);

/** Waits for the video, for the height of the stage in pixels, and for what slides with it, where a tap would miss. */
async function stageHeight(page: Page, height: number): Promise<void> {
	await page.waitForFunction(
		(height) =>
			document.querySelector('video')!.videoWidth > 0 &&
			[...document.querySelectorAll('.tabs, .controls')].every((one) => !one.getAnimations().length) &&
			Math.abs(document.querySelector('.stage')!.getBoundingClientRect().height - height) < 1,
		height,
	);
}

/** Notes the heights that the stage has from the first paint on, and layout shifts. */
async function observe(page: Page) {
	await noteShifts(page);
	await page.addInitScript(() => {
		const heights: number[] = [];
		Object.assign(self, { heights });
		const look = () => {
			const stage = document.querySelector('.stage');
			const height = stage && Math.round(stage.getBoundingClientRect().height);
			if (height && height !== heights[heights.length - 1]) heights.push(height);
			requestAnimationFrame(look);
		};
		look();
	});
}
const heights = (page: Page) => page.evaluate(() => (self as unknown as { heights: number[] }).heights);

for (const reducedMotion of ['no-preference', 'reduce'] as const)
	it(`should enlarge the stage once, and from the first paint on at the next visit (reduced motion: ${reducedMotion})`, async () => {
		const { page, close } = await one.site.visit('?id=0', {
			viewport: { width: 360, height: 640 },
			reducedMotion,
			before: observe,
		});
		await page.goto(`${one.site.origin.url}/?id=8`);
		await stageHeight(page, 0.58 * 640);
		const rows = page.locator('.rich p');
		await rows.first().waitFor();
		assert.ok((await rows.nth(1).boundingBox())!.y < 640);
		assert.equal(await heights(page), [203, 371]);
		assert.is(await shifted(page), '');
		await page.goto('about:blank');
		await page.goto(`${one.site.origin.url}/?id=8`);
		await stageHeight(page, 0.58 * 640);
		assert.equal(await heights(page), [371]);
		// Another live.
		await page.goto(`${one.site.origin.url}/?id=3`);
		await stageHeight(page, 0.5625 * 360);
		await close();
	});

/** Opens the upright replay, whose video is held back, and lets the time pass in which its first frame is waited for. */
async function openHeld(options: VisitOptions = {}) {
	const { page, close } = await one.site.visit('icon.svg', { ...options, before: (page) => page.clock.install() });
	const release = await holdRequests(page, '**/upright.mp4');
	await page.goto(`${one.site.origin.url}/?id=8`);
	// What is still on its way then would count as late.
	for (const script of ['app', 'stage', 'replay'] as const) await scriptRan(page, script);
	await page.clock.fastForward(10_000);
	return { page, close, release };
}

it('should slide the controls with the stage where its shape is known late', async () => {
	const { page, close, release } = await openHeld();
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await page.locator('.replay-controls').waitFor({ state: 'attached' });
	/** Where the controls are, before the stage grows and in the frame in which it does. */
	const seen = await page.evaluateHandle(() => {
		const top = () => document.querySelector('.replay-controls')!.getBoundingClientRect().top;
		const places = [top()];
		const { classList } = document.documentElement;
		const observer = new MutationObserver(() => classList.contains('upright') && places.push(top()));
		observer.observe(document.documentElement, { attributeFilter: ['class'] });
		return { places, top };
	});
	release();
	await stageHeight(page, 0.58 * 844);
	const [before, during, after] = await seen.evaluate(({ places, top }) => [...places.slice(0, 2), top()]);
	assert.is(during, before);
	assert.ok(after! - before! > 200, `${before}, then ${after} pixels`);
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
	const { page, close, release } = await openHeld({ viewport: { width: 360, height: 640 } });
	const row = page.locator('.rich p').nth(8);
	await row.waitFor();
	const panel = page.getByRole('tabpanel');
	await panel.evaluate((panel) => panel.scrollTo(0, 60));
	const { y } = (await row.boundingBox())!;
	release();
	await stageHeight(page, 0.58 * 640);
	assert.ok(Math.abs((await row.boundingBox())!.y - y) < 2);
	await close();
});

it.run();
