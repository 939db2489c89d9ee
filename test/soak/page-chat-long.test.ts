/** A list of 2,000 comments, which scrolls without being rendered again. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { siteFor } from '../support/site.ts';
import { swipe } from '../support/touch.ts';

const it = suite('long chat');

const site = siteFor(it, { config: { chatPollInterval: 1000 } });

it('should scroll 2,000 comments without rendering any again', async () => {
	site.origin.pushComments('0', 1996);
	const { page, problems } = await site.visit('?id=0');
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.locator('.comments li').nth(19).waitFor();
	assert.is((await page.locator('.comments p').first().boundingBox())!.x, 16);
	// Everything there is, by scrolling to the end again and again.
	await page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const box = document.querySelector('.scroller')!;
				const timer = setInterval(() => {
					box.scrollTop = box.scrollHeight;
					if (!box.textContent!.includes('没有更多了')) return;
					clearInterval(timer);
					resolve();
				}, 20);
			}),
	);
	assert.is(await page.locator('.comments li').count(), 2000);
	const place = () => page.evaluate(() => document.querySelector('.scroller')!.scrollTop);
	const end = await place();
	// Pages out of view are not laid out.
	const laidOut = await page.evaluate(() => {
		const pages = [...document.querySelectorAll('.comments ul')];
		return pages.filter((one) => one.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })).length;
	});
	assert.ok(laidOut > 0 && laidOut < 5, `${laidOut} of 100`);
	// Counts rendered nodes, which on a slow phone would hold up the finger.
	await page.evaluate(() => {
		const state = Object.assign(self, { changes: 0 });
		new MutationObserver((records) => (state.changes += records.length)).observe(document.querySelector('.comments')!, {
			attributes: true,
			characterData: true,
			childList: true,
			subtree: true,
		});
	});
	for (let times = 0; times < 4; times++) await swipe(page, [190, 400], [190, 800], 100);
	assert.ok(end - (await place()) > 1000, 'the finger moved the list');
	// As fast as a flick, through rows that were in sight long ago.
	await page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const box = document.querySelector('.scroller')!;
				const step = () => {
					box.scrollTop -= 250;
					if (box.scrollTop > 45_000) requestAnimationFrame(step);
					else resolve();
				};
				step();
			}),
	);
	assert.is(await page.evaluate(() => (self as unknown as { changes: number }).changes), 0);
	assert.is(await page.locator('.comments li').count(), 2000);
	assert.equal(problems, []);
});

it.run();
