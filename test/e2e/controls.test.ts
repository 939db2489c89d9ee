/** The controls of the video and the menu of qualities, with a finger, a mouse and keys. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import demo from '../origin/demo.json' with { type: 'json' };
import { holdRequests } from '../support/hold-requests.ts';
import { playing } from '../support/picture.ts';
import { siteFor, type VisitOptions } from '../support/site.ts';

const it = suite('controls');
const site = siteFor(it, { config: { chatPollInterval: 0, rts: { qualities: demo.rts.qualities } } });

const ROWS = ['自动', '高清', '标清', '流畅', '只听声音'];
const chip = (page: Page) => page.getByRole('button', { name: '画质' });
const row = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true });
/** Taps a control, which fades after four seconds without a touch: sooner than a busy machine may tap, or say that it has. */
async function tapControl(page: Page, name: string): Promise<void> {
	const tap = async () => {
		if (await page.getByRole('menu').count()) return;
		await page.locator('.stage').dispatchEvent('mousemove');
		await page.getByRole('button', { name }).tap({ timeout: 4000 });
	};
	await tap().catch(tap).catch(tap);
}
/** Waits until the row has the focus. */
const focused = (page: Page, name: string) =>
	page.waitForFunction((name) => document.activeElement!.matches(`[aria-label="${name}"]`), name);
const width = (page: Page, width: number) =>
	page.waitForFunction((width) => document.querySelector('video')!.videoWidth === width, width);

/** The rows that are too low for a finger, or covered, or beside the window. */
const unreachable = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll('[role=menuitemradio]')].flatMap((row) => {
			const { left, top, width, height } = row.getBoundingClientRect();
			const hit = document.elementFromPoint(left + width / 2, top + height / 2);
			return height >= 44 && width >= 44 && hit && row.contains(hit) ? [] : [`${row.textContent}: ${width}x${height}`];
		}),
	);

/** Options of a visit with a keyboard and a mouse. */
const DESKTOP = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

async function visit(options: VisitOptions = {}, query = '?id=1'): Promise<Page> {
	const { page } = await site.visit(query, options);
	await playing(page);
	await chip(page).waitFor();
	return page;
}

it('should keep what is chosen by hand, also after a reload, and have it read', async () => {
	const page = await visit();
	await tapControl(page, '画质');
	const menu = page.getByRole('menu', { name: '画质' });
	const rows = menu.getByRole('menuitemradio');
	await menu.waitFor();
	assert.equal(await rows.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))), ROWS);
	assert.match((await menu.locator('.menu-heading').textContent())!, /^画质(本次已用 [\d.]+ MB)?$/);
	assert.is(await row(page, '自动').getAttribute('aria-checked'), 'true');
	assert.equal(await unreachable(page), []);
	await row(page, '流畅').tap();
	await page.getByRole('menu').waitFor({ state: 'detached' });
	await page.getByRole('button', { name: '画质：流畅', exact: true }).waitFor();
	// The focus reads it; a change by itself is a toast's.
	await page.waitForFunction(() => document.activeElement!.matches('[aria-label="画质：流畅"]'));
	await width(page, 426);
	await page.reload();
	await page.getByRole('button', { name: '画质：流畅', exact: true }).waitFor();
	await width(page, 426);
	await tapControl(page, '画质');
	assert.is(await row(page, '流畅').getAttribute('aria-checked'), 'true');
	await row(page, '自动').tap();
	await page.getByRole('button', { name: '画质：自动 · ' }).waitFor();
});

it('should show the focus over the video in white, and be operated by keys', async () => {
	const page = await visit(DESKTOP);
	const { keyboard } = page;
	const seen: string[] = [];
	for (let presses = 0; presses < 12 && !/全屏/.test(seen.join()); presses++) {
		await keyboard.press('Tab');
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
	await chip(page).focus();
	await keyboard.press('Enter');
	await focused(page, '自动');
	assert.is(await chip(page).getAttribute('aria-expanded'), 'true');
	assert.equal(await unreachable(page), []);
	for (const step of 'ArrowDown 高清, End 只听声音, ArrowDown 自动, ArrowUp 只听声音, Home 自动'.split(', ')) {
		await keyboard.press(step.split(' ')[0]!);
		await focused(page, step.split(' ')[1]!);
	}
	assert.is(await page.evaluate(() => document.querySelector('video')!.volume), 1);
	await keyboard.press('Escape');
	await page.getByRole('menu').waitFor({ state: 'detached' });
	await page.waitForFunction(() => document.activeElement!.matches('[aria-label^="画质："]'));
	await keyboard.press('Space');
	await focused(page, '自动');
	await keyboard.press('ArrowDown');
	await keyboard.press('Space');
	await page.getByRole('button', { name: '画质：高清', exact: true }).waitFor();
	assert.is(await page.getByRole('menu').count(), 0);
});

it('should be within reach in full screen on a phone held upright and on its side', async () => {
	const page = await visit();
	for (const [width, height] of [
		[390, 844],
		[844, 390],
	] as const) {
		await page.setViewportSize({ width, height });
		await tapControl(page, '全屏');
		await page.getByRole('button', { name: '退出全屏' }).waitFor();
		await tapControl(page, '画质');
		await row(page, '流畅').waitFor();
		assert.equal(await unreachable(page), [], `${width}x${height}`);
		// Beside it closes it.
		await page.touchscreen.tap(width / 4, height / 3);
		await page.getByRole('menu').waitFor({ state: 'detached' });
		assert.ok(await page.evaluate(() => document.fullscreenElement));
		await page.evaluate(() => document.exitFullscreen());
		await page.getByRole('button', { name: '退出全屏' }).waitFor({ state: 'detached' });
	}
});

it('should be closed by a tap beside it that does nothing else, and by Back, and take no tap once it has faded', async () => {
	const page = await visit();
	for (const place of ['.tab-list button:last-child', '.share', '#video']) {
		await tapControl(page, '画质');
		await row(page, '流畅').waitFor();
		const { x, y, width, height } = (await page.locator(place).boundingBox())!;
		await page.touchscreen.tap(x + width / 2, y + height / 2);
		// At once, as the controls fade 4 s later.
		const after = await page.waitForFunction(() => {
			const { length: others } = document.querySelectorAll('.toast p, .faded');
			return !document.querySelector('.menu') && [document.querySelector('[aria-selected=true]')!.id, others];
		});
		assert.equal(await after.jsonValue(), ['tab-introduction', 0], place);
	}
	await tapControl(page, '画质');
	await row(page, '流畅').waitFor();
	await page.goBack();
	await page.getByRole('menu').waitFor({ state: 'detached' });
	assert.ok(page.url().endsWith('?id=1'));
	/** How many of the controls a tap in their middle hits. */
	const hit = (faded: boolean) =>
		page.locator('.controls button').evaluateAll((buttons, faded) => {
			document.querySelector('.stage')!.classList.toggle('faded', faded);
			return buttons.filter((button) => {
				const { left, top, width, height } = button.getBoundingClientRect();
				return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
			}).length;
		}, faded);
	assert.ok((await hit(false)) > 2);
	assert.is(await hit(true), 0);
});

it('should show nothing of the video beside the cover of sound alone', async () => {
	const page = await visit({ viewport: { width: 844, height: 390 } });
	// Of the bar on the left of the video.
	const bar = () => page.screenshot({ clip: { x: 0, y: 120, width: 60, height: 120 } });
	const before = await bar();
	await tapControl(page, '画质');
	await row(page, '只听声音').tap();
	await page.locator('#cover').waitFor();
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('#cover')!.naturalWidth > 0);
	assert.ok(before.equals(await bar()));
});

it('should stay in place with full screen while other buttons come and go', async () => {
	const page = await visit();
	// Its name stays, whatever the connection carries.
	await tapControl(page, '画质');
	await row(page, '流畅').tap();
	await page.getByRole('button', { name: '画质：流畅', exact: true }).waitFor();
	await width(page, 426);
	const buttons = async (viewport: { width: number; height: number }) => {
		await page.setViewportSize(viewport);
		return page.locator('.controls button').evaluateAll((buttons) =>
			buttons.map((button) => {
				const { left, top, width, height } = button.getBoundingClientRect();
				return { name: button.getAttribute('aria-label')!, place: [left, top, width, height].map(Math.round) };
			}),
		);
	};
	await page.getByRole('button', { name: '静音' }).waitFor();
	const sizes = [
		{ width: 360, height: 640 },
		{ width: 844, height: 390 },
		{ width: 1280, height: 800 },
	];
	const before: Awaited<ReturnType<typeof buttons>>[] = [];
	for (const size of sizes) {
		const all = await buttons(size);
		before.push(all);
		assert.is(all.map(({ name }) => name).join(), '暂停,静音,画质：流畅,全屏');
		// The tab key goes from left to right.
		const lefts = all.map(({ place }) => place[0]!);
		const sorted = [...lefts].sort((a, b) => a - b);
		assert.equal(lefts, sorted);
	}
	for (const name of ['demo', 'demo_sd', 'demo_ld'])
		site.origin.setFault({ path: `/live/${name}`, times: -1, status: 404 });
	await site.origin.stream('demo_ld', 'drop');
	await page.getByRole('button', { name: '暂停' }).waitFor({ state: 'detached' });
	for (const [index, size] of sizes.entries())
		assert.equal(await buttons(size), before[index]!.slice(2), `${size.width}x${size.height}`);
});

const full = (page: Page, is = true) => page.waitForFunction((is) => !!document.fullscreenElement === is, is);

it('should obey keys and double clicks, the first of which loads what obeys', async () => {
	let release!: () => void;
	const before = async (page: Page) => (release = await holdRequests(page, '**/more.*.js'));
	const page = await visit({ ...DESKTOP, before }, '?id=1&userId=42&token=demo');
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

it.run();
