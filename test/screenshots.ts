/**
 * `npm run screenshots`: takes the picture of the page in README, four states side by side, from the built page in a real
 * browser with the stand-in origin. Run by hand when the looks of the page change, then commit `test/fixtures/page.webp`.
 *
 * `npm run screenshots -- FOLDER`: every state of the page at five sizes, light and dark, as PNG: a sheet a size and
 * scheme, to be looked at after a change of style. Nothing of it is part of the repository. Two more arguments pick
 * states by part of their name, and sizes by width.
 */
import '../src/build/node-version.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import demo from './origin/demo.json' with { type: 'json' };
import { DEMO_SIGN_KEY } from './origin/demo.ts';
import { startOrigin } from './origin/index.ts';
import { launchBrowser, PHONE } from './support/browser.ts';
import { builtPage } from './support/built-page.ts';
import { PICTURE, type State, STATES } from './support/page-states.ts';
import { root } from './support/root.ts';

/** Largest size of README's picture, bytes: it is part of the repository. */
const SIZE_LIMIT = 120_000;
const SIZES = [
	[360, 640],
	[390, 844],
	[640, 360],
	[768, 1024],
	[1280, 800],
] as const;

/** What a visitor sees in a state, as a figure, and why it was not reached. */
async function capture(caption: string, [query, steps, before]: State, options: BrowserContextOptions) {
	const context = await browser.newContext(options);
	try {
		await origin.reset();
		await before?.(origin);
		const page = await context.newPage();
		page.setDefaultTimeout(20_000);
		await page.goto(`${origin.url}/${query}`);
		let note = '';
		try {
			for (const step of steps) await step(page, origin);
		} catch (error) {
			note = (error as Error).message.split('\n')[0]!;
		}
		// Images, transitions, the fonts of what came last.
		await page.waitForTimeout(700);
		const png = (await page.screenshot()).toString('base64');
		const image = `<img src="data:image/png;base64,${png}">`;
		return { note, figure: `<figure>${image}<figcaption>${caption} ${note}</figcaption></figure>` };
	} finally {
		await context.close();
	}
}

async function open(figures: string[], style: string, width: number, deviceScaleFactor = 1): Promise<Page> {
	const page = await browser.newPage({ viewport: { width, height: 800 }, deviceScaleFactor });
	await page.setContent(`<!doctype html><style>${style}</style>${figures.join('')}`);
	await page.waitForFunction(() => [...document.images].every((image) => image.complete));
	return page;
}

async function takeReadmePicture(): Promise<void> {
	const figures: string[] = [];
	for (const [caption, { state, options }] of Object.entries(PICTURE)) {
		const { figure, note } = await capture(caption, state, { ...PHONE, ...options });
		if (note) throw new Error(note);
		figures.push(figure);
	}
	const style = `
		body { margin: 0; padding: 24px; width: max-content; display: flex; gap: 24px; background: #eef1f5; font: 500 15px/1 'Noto Sans', sans-serif; color: #3c4653 }
		figure { margin: 0; text-align: center }
		img { display: block; width: 260px; border-radius: 18px; box-shadow: 0 0 0 1px #0001, 0 6px 20px #1b263826 }
		figcaption { padding-top: 16px }`;
	const page = await open(figures, style, 1280, 1.5);
	const png = await page.locator('body').screenshot();
	// Playwright writes PNG and JPEG only; the browser itself encodes WebP.
	const webp = await page.evaluate(
		async ({ source, limit }) => {
			const image = new Image();
			image.src = `data:image/png;base64,${source}`;
			await image.decode();
			const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
			canvas.getContext('2d')!.drawImage(image, 0, 0);
			for (let quality = 0.85; quality > 0.45; quality -= 0.05) {
				const encoded = canvas.toDataURL('image/webp', quality).split(',')[1]!;
				if (encoded.length * 0.75 <= limit) return encoded;
			}
			throw new Error(`The image is larger than ${limit} bytes at every quality.`);
		},
		{ source: png.toString('base64'), limit: SIZE_LIMIT },
	);
	writeFileSync(join(root, 'test/fixtures/page.webp'), webp, 'base64');
	console.log(`test/fixtures/page.webp  ${Math.round(webp.length * 0.75)} bytes`);
}

async function takeSheets(folder: string, only = '', sizes = ''): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const states = Object.entries(STATES).filter(([name]) => new RegExp(only).test(name));
	for (const [width, height] of SIZES.filter(([width]) => !sizes || sizes.split(',').includes(`${width}`)))
		for (const colorScheme of ['light', 'dark'] as const) {
			const figures: string[] = [];
			for (const [name, state] of states) {
				const device = Math.min(width, height) < 500 ? PHONE : { locale: 'zh-CN' };
				const options = { ...device, viewport: { width, height }, deviceScaleFactor: 1, colorScheme };
				figures.push((await capture(name, state, options)).figure);
			}
			const column = Math.min(width, 640);
			const style = `body{margin:0;background:#888;font:14px sans-serif;display:flex;flex-wrap:wrap}figure{margin:8px;width:${column}px}img{width:100%;display:block}`;
			const page = await open(figures, style, Math.floor(2400 / (column + 16)) * (column + 16));
			const file = join(folder, `${width}x${height}-${colorScheme}.png`);
			await page.screenshot({ path: file, fullPage: true });
			await page.close();
			console.log(file);
		}
}

const [folder, ...rest] = process.argv.slice(2);
const withPhrases = { ...demo, chat: { phrases: ['👏', '加油！', '老师辛苦了'] } };
/** A busy machine shows no lower one. */
const oneQuality = { ...demo, rts: { ...demo.rts, qualities: demo.rts.qualities.slice(0, 1) } };
const origin = await startOrigin({
	best: 'hd',
	dist: builtPage(folder ? withPhrases : oneQuality),
	signKey: DEMO_SIGN_KEY,
});
const browser = await launchBrowser();
try {
	if (folder) await takeSheets(folder, ...rest);
	else await takeReadmePicture();
} finally {
	await browser.close();
	await origin.close();
}
