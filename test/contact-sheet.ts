/**
 * `npm run screenshots -- FOLDER`: every state of the page at five sizes, light and dark, as PNG: a sheet a size and
 * scheme, to be looked at after a change of style. Nothing of it is part of the repository.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { DEMO_TOKEN, MODERATOR_ID, VIEWER_ID } from './origin/demo.ts';
import type { Origin } from './origin/index.ts';
import { PHONE } from './support/browser.ts';
import { enlargeText } from './support/layout-checks.ts';

const DETAIL = '/juvenile/api/live/detail';
const SIZES = [
	[360, 640],
	[390, 844],
	[844, 390],
	[1280, 800],
	[1920, 1080],
] as const;

/** One state: what the origin does before the visit, and the visitor after it. */
interface State {
	query: string;
	before?: (origin: Origin) => unknown;
	reach: (page: Page) => Promise<unknown>;
}

const shown = (text: string) => (page: Page) => page.getByText(text, { exact: true }).first().waitFor();
const plays = (page: Page) => page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
const hasControls = (page: Page) => page.locator('.controls').first().waitFor();
const press = (page: Page, name: string, role: 'button' | 'tab' = 'button') =>
	page.getByRole(role, { name }).first().dispatchEvent('click');

async function openTab(page: Page, name: string) {
	// In a drawer on a phone on its side.
	const drawer = page.locator('.drawer-toggle');
	await drawer.waitFor({ state: 'attached' });
	if (await drawer.isVisible()) await drawer.dispatchEvent('click');
	await press(page, name, 'tab');
	await page.locator('.panel:not([aria-hidden])').locator('li, .empty').first().waitFor();
}

const fails = (status: number) => (origin: Origin) => origin.setFault({ path: DETAIL, times: -1, status });

const STATES: Record<string, State> = {
	live: {
		query: '?id=1',
		async reach(page) {
			await plays(page);
			await hasControls(page);
		},
	},
	'upright live': {
		query: '?id=7',
		before: (origin) => origin.setLive({ id: '7', originRts: 'artc://{host}/live/demo_upright' }),
		async reach(page) {
			await plays(page);
			await hasControls(page);
		},
	},
	qualities: {
		query: '?id=1',
		async reach(page) {
			await plays(page);
			await press(page, '画质');
			await page.getByRole('menu').waitFor();
		},
	},
	paused: {
		query: '?id=1',
		async reach(page) {
			await plays(page);
			await hasControls(page);
			await press(page, '暂停');
			await shown('已暂停，点击继续')(page);
		},
	},
	replay: { query: '?id=3', reach: hasControls },
	'upright replay': { query: '?id=8', reach: hasControls },
	'not started': { query: '?id=0', reach: shown('直播尚未开始，开播后自动播放') },
	ended: { query: '?id=2', reach: shown('观看回放') },
	unknown: { query: '?id=404404', reach: shown('没有找到这场直播') },
	'403, chat': {
		query: '?id=1',
		before: fails(403),
		async reach(page) {
			await shown('暂无观看权限，请重新登录或联系主办方')(page);
			await openTab(page, '互动空间');
		},
	},
	'503, news': {
		query: '?id=1',
		before: fails(503),
		async reach(page) {
			await openTab(page, '相关资讯');
		},
	},
	chat: {
		query: `?id=0&userId=${VIEWER_ID}&token=${DEMO_TOKEN}`,
		reach: (page) => openTab(page, '互动空间'),
	},
	deletion: {
		query: `?id=0&userId=${MODERATOR_ID}&token=${DEMO_TOKEN}`,
		async reach(page) {
			await openTab(page, '互动空间');
			await press(page, '删除');
			await page.getByRole('dialog').waitFor();
		},
	},
	news: { query: '?id=0', reach: (page) => openTab(page, '相关资讯') },
	'a table': {
		query: '?id=0',
		before: (origin) =>
			origin.setLive({
				id: '0',
				description: `<h2>赛程</h2><table><tr>${'<th>上午场次</th>'.repeat(9)}</tr>${`<tr>${'<td>机器人</td>'.repeat(9)}</tr>`.repeat(3)}</table><p>以现场公布为准。</p>`,
			}),
		reach: (page) => page.locator('.rich table').waitFor({ state: 'attached' }),
	},
	'an image': {
		query: '?id=0',
		async reach(page) {
			await page.locator('.rich img[role]').first().dispatchEvent('click');
			await page.getByRole('dialog').waitFor();
		},
	},
	'text at 200 %': {
		query: '?id=1',
		async reach(page) {
			await plays(page);
			await hasControls(page);
			await enlargeText(page, 2);
		},
	},
	'chat at 200 %': {
		query: `?id=0&userId=${VIEWER_ID}&token=${DEMO_TOKEN}`,
		async reach(page) {
			await openTab(page, '互动空间');
			await enlargeText(page, 2);
		},
	},
	'news at 200 %': {
		query: '?id=0',
		async reach(page) {
			await openTab(page, '相关资讯');
			await enlargeText(page, 2);
		},
	},
};

/** A state at one size, as PNG. */
async function capture(browser: Browser, origin: Origin, state: State, size: readonly [number, number], dark: boolean) {
	const [width, height] = size;
	const phone = Math.min(width, height) < 500;
	const { userAgent, ...rest } = PHONE;
	const context = await browser.newContext({
		...(phone ? { ...rest, userAgent: userAgent! } : { locale: 'zh-CN' }),
		viewport: { width, height },
		deviceScaleFactor: 1,
		colorScheme: dark ? 'dark' : 'light',
	});
	try {
		await origin.reset();
		await state.before?.(origin);
		const page = await context.newPage();
		page.setDefaultTimeout(20_000);
		await page.goto(`${origin.url}/${state.query}`);
		let note = '';
		await state.reach(page).catch((error: Error) => (note = error.message.split('\n')[0]!));
		// Images, transitions, the fonts of what came last.
		await page.waitForTimeout(700);
		return { note, png: (await page.screenshot()).toString('base64') };
	} finally {
		await context.close();
	}
}

/** Writes the sheets into a folder; `only` picks states by part of their name, `sizes` by width. */
export async function contactSheet(
	browser: Browser,
	origin: Origin,
	folder: string,
	only = '',
	sizes = '',
): Promise<void> {
	mkdirSync(folder, { recursive: true });
	const states = Object.entries(STATES).filter(([name]) => new RegExp(only).test(name));
	for (const size of SIZES.filter(([width]) => !sizes || sizes.split(',').includes(`${width}`)))
		for (const dark of [false, true]) {
			const figures: string[] = [];
			for (const [name, state] of states) {
				const { png, note } = await capture(browser, origin, state, size, dark);
				figures.push(
					`<figure><img src="data:image/png;base64,${png}"><figcaption>${name} ${note}</figcaption></figure>`,
				);
			}
			const width = Math.min(size[0], 640);
			const page = await browser.newPage({
				viewport: { width: Math.floor(2400 / (width + 16)) * (width + 16), height: 800 },
			});
			await page.setContent(
				`<!doctype html><style>body{margin:0;background:#888;font:14px sans-serif;display:flex;flex-wrap:wrap}figure{margin:8px;width:${width}px}img{width:100%;display:block}</style>${figures.join('')}`,
			);
			const file = join(folder, `${size.join('x')}-${dark ? 'dark' : 'light'}.png`);
			writeFileSync(file, await page.screenshot({ fullPage: true }));
			await page.close();
			console.log(file);
		}
}
