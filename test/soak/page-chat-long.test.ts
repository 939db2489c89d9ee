/** A chat of 2,000 comments, of which 500 are kept and no row is rendered again. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteFor } from '../support/site.ts';
import { swipe } from '../support/touch.ts';
import { until } from '../support/until.ts';
import { withoutAnchoring } from '../support/without-anchoring.ts';

const it = suite('long chat');

const site = siteFor(it, { config: { chatPollInterval: 1000 } });

/** Opens the chat and scrolls to its end, again and again. Returns by how much the rows in view were moved at most. */
async function scrollToEnd(page: Page): Promise<number> {
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.locator('.comments li').nth(19).waitFor();
	return page.evaluate(async () => {
		const box = document.querySelector('.scroller')!;
		const frames = async (count: number) => {
			while (count--) await new Promise(requestAnimationFrame);
		};
		let moved = 0;
		while (!box.textContent!.includes('没有更多了')) {
			box.scrollTop = box.scrollHeight;
			// Pages that come into view are laid out.
			await frames(2);
			const row = [...box.querySelectorAll('li')].at(-1)!;
			const { top } = row.getBoundingClientRect();
			await frames(4);
			if (row.isConnected) moved = Math.max(moved, Math.abs(row.getBoundingClientRect().top - top));
		}
		return moved;
	});
}

for (const anchoring of [true, false])
	it(`should scroll 2,000 comments without rendering any again, ${anchoring ? 'with' : 'without'} scroll anchoring`, async () => {
		site.origin.reset();
		site.origin.pushComments('0', 1996);
		const { page, problems } = await site.visit('?id=0', anchoring ? {} : { before: withoutAnchoring });
		const moved = await scrollToEnd(page);
		assert.ok(moved <= 2, `rows in view moved by ${moved}`);
		assert.is(await page.locator('.comments li').count(), 500);
		const place = () => page.evaluate(() => document.querySelector('.scroller')!.scrollTop);
		const end = await place();
		// Pages out of view are not laid out.
		const laidOut = await page.evaluate(() => {
			const pages = [...document.querySelectorAll('.comments ul')];
			return pages.filter((one) => one.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })).length;
		});
		if (anchoring) assert.ok(laidOut > 0 && laidOut < 5, `${laidOut} of 25`);
		// Counts rendered nodes, which on a slow phone would hold up the finger.
		await page.evaluate(() => {
			const state = Object.assign(self, { changes: 0 });
			new MutationObserver((records) => (state.changes += records.length)).observe(
				document.querySelector('.comments')!,
				{ attributes: true, characterData: true, childList: true, subtree: true },
			);
		});
		for (let times = 0; times < 4; times++) await swipe(page, [190, 400], [190, 800], 100);
		await until(async () => end - (await place()) > 1000, 'the finger moved the list');
		assert.is(await page.evaluate(() => (self as unknown as { changes: number }).changes), 0);
		assert.equal(problems, []);
		// At the top, the newest are there again.
		await page.evaluate(() => (document.querySelector('.scroller')!.scrollTop = 0));
		await page.waitForFunction(() => document.querySelectorAll('.comments li').length === 20);
	});

it.run();
