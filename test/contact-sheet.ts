/**
 * `npm run screenshots -- FOLDER`: every state of the page at five sizes, light and dark, as PNG: a sheet a size and
 * scheme, to be looked at after a change of style. Nothing of it is part of the repository.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
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

export type Step = (page: Page) => Promise<unknown>;

/** One state: the address, what the visitor does, and what the origin does before. */
export type State = [query: string, steps: Step[], before?: (origin: Origin) => unknown];

const shown =
	(text: string): Step =>
	(page) =>
		page.getByText(text, { exact: true }).first().waitFor();
const there =
	(selector: string): Step =>
	(page) =>
		page.locator(selector).first().waitFor({ state: 'attached' });
const press =
	(name: string, role: 'button' | 'tab' = 'button'): Step =>
	(page) =>
		page.getByRole(role, { name }).first().dispatchEvent('click');
const enlarge: Step = (page) => enlargeText(page, 2);
const plays: Step = (page) => page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
const playing = [plays, there('.controls')];

const tab =
	(name: string): Step =>
	async (page) => {
		// In a drawer on a phone on its side.
		const drawer = page.locator('.drawer-toggle');
		await drawer.waitFor({ state: 'attached' });
		if (await drawer.isVisible()) await drawer.dispatchEvent('click');
		await press(name, 'tab')(page);
		await page.locator('.panel:not([aria-hidden])').locator('li, .empty').first().waitFor();
	};
export const CHAT = tab('互动空间');
export const NEWS = tab('相关资讯');

const fails = (status: number) => (origin: Origin) => origin.setFault({ path: DETAIL, times: -1, status });
const as = (userId: string) => `?id=0&userId=${userId}&token=${DEMO_TOKEN}`;
const TABLE = `<h2>赛程</h2><table><tr>${'<th>上午场次</th>'.repeat(9)}</tr>${`<tr>${'<td>机器人</td>'.repeat(9)}</tr>`.repeat(3)}</table><p>以现场公布为准。</p>`;
const UPRIGHT = { id: '7', originRts: 'artc://{host}/live/demo_upright' };

const STATES: Record<string, State> = {
	live: ['?id=1', playing],
	'upright live': ['?id=7', playing, (origin) => origin.setLive(UPRIGHT)],
	qualities: ['?id=1', [plays, press('画质'), there('[role=menu]')]],
	paused: ['?id=1', [...playing, press('暂停'), shown('已暂停，点击继续')]],
	replay: ['?id=3', [there('.controls')]],
	'upright replay': ['?id=8', [there('.controls')]],
	'not started': ['?id=0', [shown('直播尚未开始，开播后自动播放')]],
	ended: ['?id=2', [shown('观看回放')]],
	unknown: ['?id=404404', [shown('没有找到这场直播')]],
	'403, chat': ['?id=1', [shown('暂无观看权限，请重新登录或联系主办方'), CHAT], fails(403)],
	'503, news': ['?id=1', [NEWS], fails(503)],
	chat: [as(VIEWER_ID), [CHAT]],
	deletion: [as(MODERATOR_ID), [CHAT, press('删除'), there('[role=dialog]')]],
	news: ['?id=0', [NEWS]],
	'a table': ['?id=0', [there('.rich table')], (origin) => origin.setLive({ id: '0', description: TABLE })],
	'an image': [
		'?id=0',
		[(page) => page.locator('.rich img[role]').first().dispatchEvent('click'), there('[role=dialog]')],
	],
	'text at 200 %': ['?id=1', [...playing, enlarge]],
	'chat at 200 %': [as(VIEWER_ID), [CHAT, enlarge]],
	'news at 200 %': ['?id=0', [NEWS, enlarge]],
};

/** What a visitor sees in a state, as PNG in base64, and why it was not reached. */
export async function capture(
	browser: Browser,
	origin: Origin,
	[query, steps, before]: State,
	options: BrowserContextOptions,
) {
	const context = await browser.newContext(options);
	try {
		await origin.reset();
		await before?.(origin);
		const page = await context.newPage();
		page.setDefaultTimeout(20_000);
		await page.goto(`${origin.url}/${query}`);
		let note = '';
		try {
			for (const step of steps) await step(page);
		} catch (error) {
			note = (error as Error).message.split('\n')[0]!;
		}
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
				const { png, note } = await capture(browser, origin, state, {
					...(Math.min(...size) < 500 ? PHONE : { locale: 'zh-CN' }),
					viewport: { width: size[0], height: size[1] },
					deviceScaleFactor: 1,
					colorScheme: dark ? 'dark' : 'light',
				});
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
