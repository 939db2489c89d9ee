import type { Page } from 'playwright-core';
import type { Test } from 'uvu';
import type { Fault } from '../../origin/faults.ts';
import type { Origin } from '../../origin/index.ts';
import { openSite, type Site } from '../site.ts';

/** A fault for any path. */
export type Failure = Omit<Fault, 'path'>;

/** Ways in which any call fails as a whole, by name. */
export const FAILURES: Record<string, Failure> = {
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

/** The same without null, which a list may be. */
export const LIST_FAILURES = Object.fromEntries(Object.entries(FAILURES).filter(([name]) => name !== 'recData null'));

/** Some of a table, by name. */
export const pick = <T>(table: Record<string, T>, ...names: string[]): Record<string, T> =>
	Object.fromEntries(names.map((name) => [name, table[name]!]));

/** One case of a table, with an origin that no other case uses at the same time. */
export interface Case {
	origin: Origin;
	visit(query: string, before?: (page: Page) => Promise<void>): Promise<Page>;
}

/** Runs the cases of a table and returns what went wrong, a line each, with the name of the case first. */
export type RunCases = <T>(
	table: Record<string, T>,
	act: (one: Case, value: T, name: string) => Promise<void>,
) => Promise<string[]>;

/** Reports uncaught errors through the page's function `uncaught`. */
function reportUncaught() {
	const { uncaught } = self as unknown as { uncaught(what: string): void };
	addEventListener('error', (event) => event instanceof ErrorEvent && uncaught(`error ${event.message}`));
	addEventListener('unhandledrejection', (event) => uncaught(`unhandledrejection ${event.reason}`));
}

/** Opens origins and browser connections for a suite. Returns what runs cases on them, so many side by side. */
export function runnerOfCases(it: Test, parallel: number): RunCases {
	let sites: Site[] = [];
	it.before(async () => {
		sites = await Promise.all(Array.from({ length: parallel }, () => openSite({ config: { chatPollInterval: 0 } })));
	});
	it.after(async () => void (await Promise.all(sites.map((site) => site.close()))));

	/** Runs one case and returns what went uncaught in its pages. */
	async function runOne({ origin, visit, closePages }: Site, act: (one: Case) => Promise<void>): Promise<string[]> {
		await origin.reset();
		const uncaught: string[] = [];
		try {
			await act({
				origin,
				async visit(query, before) {
					const { page } = await visit(query, {
						async before(page) {
							page.on('pageerror', (error) => uncaught.push(`pageerror ${error}`));
							await page.exposeFunction('uncaught', (what: string) => void uncaught.push(what));
							await page.addInitScript(reportUncaught);
							await before?.(page);
						},
					});
					return page;
				},
			});
			return uncaught;
		} finally {
			await closePages();
		}
	}

	return async (table, act) => {
		const wrong: string[] = [];
		const waiting = Object.entries(table);
		const work = async (site: Site) => {
			for (let next = waiting.shift(); next; next = waiting.shift()) {
				const [name, value] = next;
				try {
					wrong.push(...(await runOne(site, (one) => act(one, value, name))).map((what) => `${name}: ${what}`));
				} catch (error) {
					wrong.push(`${name}: ${(error as Error).message}`);
				}
			}
		};
		await Promise.all(sites.map(work));
		return wrong;
	};
}

/** Turns to a tab. Not by touch: a tap that the browser takes for no gesture on a busy machine is lost. */
export const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();

/** Opens each tab, to check that the page reacts. */
export async function checkTabs(page: Page): Promise<void> {
	for (const [text, name] of [
		['直播介绍', 'introduction'],
		['互动空间', 'chat'],
		['相关资讯', 'news'],
	] as const) {
		await openTab(page, text);
		await page.waitForFunction(
			(name) =>
				document.getElementById(`tab-${name}`)!.getAttribute('aria-selected') === 'true' &&
				!document.getElementById(`panel-${name}`)!.hasAttribute('aria-hidden'),
			name,
		);
	}
}
