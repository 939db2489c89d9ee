/** The page with a keyboard and a mouse. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { playing } from '../support/picture.ts';
import { siteFor, type VisitOptions } from '../support/site.ts';

const it = suite('page desktop');
const site = siteFor(it, { config: { chatPollInterval: 0 } });

const visit = async (query: string, before?: VisitOptions['before']) => {
	const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
	const { page } = await site.visit(query, { ...desktop, before });
	await playing(page);
	await page.locator('.controls').waitFor();
	return page;
};
const full = (page: Page, is = true) => page.waitForFunction((is) => !!document.fullscreenElement === is, is);

it('should obey keys and double clicks, the first of which loads what obeys', async () => {
	let release!: () => void;
	const page = await visit('?id=1&userId=42&token=demo', async (page) => {
		release = await holdRequests(page, '**/shortcuts.*.js');
	});
	const { keyboard } = page;
	// A key that is obeyed two seconds late is not.
	await page.evaluate(() => {
		const now = performance.now();
		performance.now = () => now;
	});
	await keyboard.press('Space');
	release();
	await page.getByText('已暂停，点击继续').waitFor();
	await page.evaluate('delete performance.now');
	await keyboard.press('Space');
	await playing(page);
	await keyboard.press('f');
	await full(page);
	await keyboard.press('ArrowDown');
	// Full screen shows nothing else.
	await page.waitForFunction(() => document.fullscreenElement?.textContent.includes('音量 90%'));
	await keyboard.press('f');
	await full(page, false);
	await page.mouse.dblclick(300, 500);
	await full(page);
	await page.mouse.dblclick(300, 500);
	await full(page, false);

	await page.getByRole('tab', { name: '互动空间' }).click();
	const field = page.getByRole('textbox');
	await field.click();
	await keyboard.type(' mf');
	assert.is(await field.inputValue(), ' mf');
	assert.not(await page.evaluate(() => document.fullscreenElement));
	assert.is(await page.getByText('已暂停，点击继续').count(), 0);
});

it('should show the focus over the video in white', async () => {
	const page = await visit('?id=1');
	const seen: string[] = [];
	for (let presses = 0; presses < 12 && !/全屏/.test(seen.join()); presses++) {
		await page.keyboard.press('Tab');
		const ring = await page.evaluate(() => {
			const focused = document.activeElement!;
			if (!focused.closest('.stage')) return '';
			const { outlineColor, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
			const name = focused.getAttribute('aria-label') || focused.textContent!;
			return `${name}: ${[outlineColor, outlineStyle, outlineWidth].join(' ')}, ${boxShadow.includes('rgb(11, 14, 19)')}`;
		});
		if (ring) seen.push(ring);
	}
	assert.ok(seen.length >= 5, seen.join('\n'));
	for (const ring of seen) assert.match(ring, /: rgb\(255, 255, 255\) solid 2px, true$/);
});

it.run();
