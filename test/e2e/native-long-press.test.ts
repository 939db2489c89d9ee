/** The long press with real touch input, because Chromium's own scrolling and menu take part in it. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { bundle } from '../support/bundle.ts';

const it = suite('long press');
const PICTURE =
	'data:image/svg+xml,' +
	encodeURIComponent(
		'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><path d="M0 0h300v200H0z" fill="red"/></svg>',
	);

let browser: Browser;
let page: Page;
let touch: CDPSession;

it.before(async () => {
	browser = await launchBrowser();
	const context = await browser.newContext(PHONE);
	page = await context.newPage();
	touch = await context.newCDPSession(page);
	await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width"><style>body{margin:0}img{display:block}</style>
		<main><a href="#followed"><img src="${PICTURE}" width="300" height="200"></a><p style="height:3000px">text</p></main>`);
	await page.addScriptTag({
		content: await bundle(`
			import { watchLongPress } from './src/native/long-press.ts';
			window.presses = [];
			window.menus = [];
			watchLongPress(document.querySelector('main'), async (image) => {
				presses.push(Math.round(performance.now() - window.down));
				await new Promise((resolve) => setTimeout(resolve, 100));
			});
			addEventListener('touchstart', () => (window.down = performance.now()), true);
			addEventListener('contextmenu', (event) => menus.push(event.defaultPrevented));
		`),
	});
});
it.after(() => browser?.close());
it.before.each(() => page.evaluate('presses.length = menus.length = 0; location.hash = ""; scrollTo(0, 0)'));

const pause = (milliseconds: number) => page.waitForTimeout(milliseconds);
const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
	touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
const presses = (): Promise<number[]> => page.evaluate('presses');

it('should fire at 500 ms without context menu and without following the link', async () => {
	await fingers('touchStart', [100, 100]);
	await page.waitForFunction('presses.length');
	await fingers('touchEnd');
	await pause(200);
	const [after, ...more] = await presses();
	assert.equal(more, []);
	assert.ok(after! >= 480, `after ${after} ms`);
	assert.not((await page.evaluate<boolean[]>('menus')).includes(false));
	assert.not.match(page.url(), 'followed');
});

it('should not prevent the click of a tap', async () => {
	await fingers('touchStart', [100, 100]);
	await pause(50);
	await fingers('touchEnd');
	await page.waitForFunction('location.hash == "#followed"');
	assert.equal(await presses(), []);
});

it('should not fire on text or prevent its context menu', async () => {
	await fingers('touchStart', [100, 400]);
	await pause(800);
	await fingers('touchEnd');
	assert.equal(await presses(), []);
	assert.not((await page.evaluate<boolean[]>('menus')).includes(true));
});

// From here on the page's time is the test's; the system's own long press above has a clock of its own.
it('should fire after 500 ms of the page, and not when the finger lifts after 400 ms', async () => {
	await page.clock.install({ time: 0 });
	await page.clock.pauseAt(1000);
	for (const held of [400, 500]) {
		await fingers('touchStart', [100, 100]);
		await page.clock.runFor(held);
		await fingers('touchEnd');
		await page.clock.runFor(600);
		assert.is((await presses()).length, held < 500 ? 0 : 1, `${held} ms`);
	}
});

it('should tolerate a small movement but not a scroll', async () => {
	await fingers('touchStart', [100, 150]);
	await fingers('touchMove', [104, 153]);
	await page.clock.runFor(700);
	await fingers('touchEnd');
	assert.is((await presses()).length, 1);
	await page.clock.runFor(200);

	await fingers('touchStart', [100, 150]);
	for (let y = 140; y > 60; y -= 20) await fingers('touchMove', [100, y]);
	await page.clock.runFor(700);
	await fingers('touchEnd');
	assert.is((await presses()).length, 1);
});

it('should not fire for two fingers', async () => {
	await fingers('touchStart', [100, 100]);
	await fingers('touchStart', [100, 100], [200, 150]);
	await page.clock.runFor(800);
	await fingers('touchEnd');
	assert.equal(await presses(), []);
});

it.run();
