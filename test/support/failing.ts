import type { Page } from 'playwright-core';
import demo from '../origin/demo.json' with { type: 'json' };
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import type { Fault } from '../origin/faults.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { launchBrowser, PHONE } from './browser.ts';
import { builtPage } from './built-page.ts';

/** Ways in which any call fails as a whole, by name. */
export const FAILURES: Record<string, Omit<Fault, 'path'>> = {
	'404': { status: 404 },
	'500': { status: 500 },
	'an empty body': { body: '' },
	'HTML instead of JSON': {
		body: '<!doctype html><html><body>Sign in to this network</body></html>',
		contentType: 'text/html',
	},
	'truncated JSON': { body: '{"code":200,"message":"success","recData":{"id":"1","liveComm' },
	'recData null': { body: { code: 200, recData: null } },
	'recData absent': { body: { code: 500, message: '系统繁忙' } },
	'recData a text': { body: { code: 200, recData: 'success' } },
	'recData a number': { body: { code: 200, recData: 7 } },
	'null as the whole': { body: 'null' },
	'5 MB that are not JSON': { body: 'x'.repeat(5_000_000) },
	'a hang': { hang: true },
	'a cut in the middle': { cut: true },
};

/** One case: a page of its own on an origin of its own, so that cases run side by side. */
export interface Case {
	origin: Origin;
	visit(query: string, before?: (page: Page) => Promise<void>): Promise<Page>;
	/** What went uncaught in any of its pages. */
	uncaught: string[];
}

/** A browser for many cases, of which so many run at once. */
export async function openCases(atOnce = 4) {
	const browser = await launchBrowser();
	const dist = builtPage(demo);

	async function run(act: (one: Case) => Promise<void>): Promise<string[]> {
		const origin = await startOrigin({ dist, signKey: DEMO_SIGN_KEY, quiet: true });
		const context = await browser.newContext(PHONE);
		const uncaught: string[] = [];
		try {
			await context.exposeFunction('uncaught', (what: string) => void uncaught.push(what));
			await context.addInitScript(() => {
				addEventListener(
					'error',
					(event) => event instanceof ErrorEvent && (self as any).uncaught(`error ${event.message}`),
				);
				addEventListener('unhandledrejection', (event) => (self as any).uncaught(`unhandledrejection ${event.reason}`));
			});
			await act({
				origin,
				uncaught,
				async visit(query, before) {
					const page = await context.newPage();
					page.on('pageerror', (error) => uncaught.push(`pageerror ${error}`));
					page.setDefaultTimeout(60_000);
					await before?.(page);
					await page.goto(`${origin.url}/${query}`);
					return page;
				},
			});
			return uncaught;
		} finally {
			await context.close();
			await origin.close();
		}
	}

	return {
		/** Runs `act` for each; answers with what went wrong, by name. */
		async each<T>(
			cases: Record<string, T>,
			act: (one: Case, value: T, name: string) => Promise<void>,
		): Promise<string[]> {
			const wrong: string[] = [];
			const waiting = Object.entries(cases);
			const work = async () => {
				for (let next = waiting.shift(); next; next = waiting.shift()) {
					const [name, value] = next;
					try {
						wrong.push(...(await run((one) => act(one, value, name))).map((what) => `${name}: ${what}`));
					} catch (error) {
						wrong.push(`${name}: ${(error as Error).message}`);
					}
				}
			};
			await Promise.all(Array.from({ length: atOnce }, work));
			return wrong;
		},
		close: () => browser.close(),
	};
}

/** Turns to each tab and back, as a person does to see whether the page is alive. */
export async function tabsAnswer(page: Page): Promise<void> {
	for (const [index, name] of ['直播介绍', '互动空间', '相关资讯'].entries()) {
		await page.getByRole('tab', { name }).tap();
		await page.waitForFunction(
			(index) =>
				document.getElementById(`tab-${index}`)!.getAttribute('aria-selected') === 'true' &&
				!document.getElementById(`panel-${index}`)!.hasAttribute('aria-hidden'),
			index,
		);
	}
}
