import { setImmediate } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Test } from 'uvu';
import type { Config } from '../../src/config.ts';
import { demo } from './demo-config.ts';
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { launchBrowser, type LaunchOptions, PHONE } from './browser.ts';
import { builtPage } from './built-page.ts';
import { recordToasts } from './toast.ts';

/** Any depth of the configuration, given in part. */
type Partly<T> = { [K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object ? Partly<T[K]> : T[K] };

/** A browser and an origin for the tests of one file. */
export interface Site {
	origin: Origin;
	browser: Browser;
	/** Starts the origin again, at the same address, once it was closed. */
	restartOrigin(): Promise<void>;
	/**
	 * Opens the page on a phone that has not seen it; what it throws is collected in `problems`.
	 * By default the device has one pixel a CSS pixel and prefers reduced motion.
	 */
	visit(query: string, options?: VisitOptions): Promise<OpenPage>;
	/** Closes every page that is open. */
	closePages(): Promise<void>;
	close(): Promise<void>;
}

export interface VisitOptions extends BrowserContextOptions {
	/** Runs before the page loads, to install observers or to hold files back. */
	before?: (page: Page) => Promise<unknown>;
	/** Does not wait for the document, which is read only when the scripts that it defers are there. */
	unread?: boolean;
}

export interface OpenPage {
	page: Page;
	/** Uncaught errors and unhandled rejections of the page. */
	problems: string[];
	close(): Promise<void>;
}

/** Merges two levels of configuration, which is as deep as it goes. */
const merged = (over: Partly<Config>) =>
	Object.fromEntries(
		[...new Set([...Object.keys(demo), ...Object.keys(over)])].map((name) => {
			const [base, more] = [(demo as Record<string, unknown>)[name], (over as Record<string, unknown>)[name]];
			return [
				name,
				more === undefined
					? base
					: Array.isArray(more) || typeof more !== 'object'
						? more
						: { ...(base as object), ...more },
			];
		}),
	);

/**
 * Looks are not the point of most tests: fewer pixels and no movement save processor time. A service worker would answer
 * for the origin. A visit that needs them says so.
 */
const CHEAP: BrowserContextOptions = { deviceScaleFactor: 1, reducedMotion: 'reduce', serviceWorkers: 'block' };

export interface SiteOptions extends LaunchOptions {
	/** Changes the demonstration's configuration. */
	config?: Partly<Config>;
	/** One that is open, and stays so. */
	browser?: Browser;
	/** Folder of the page; one built with `config` unless set. */
	dist?: string;
}

/** Folder of the page that is built with the demonstration's configuration, changed. */
export const sitePage = (config: Partly<Config> = {}): string => builtPage(merged(config));

/**
 * Opens a site for the tests of a suite: its origin is reset before each, its pages are closed after each. Its fields
 * are there once the suite has begun.
 */
export function siteFor(it: Test, options?: SiteOptions): Site {
	const site = {} as Site;
	it.before(async () => void Object.assign(site, await openSite(options)));
	it.before.each(() => site.origin.reset());
	it.after.each(() => site.closePages());
	it.after(() => site.close?.());
	return site;
}

/** Reads what pages that are gone have sent, which would count as of the next ones. */
export async function readAll(): Promise<void> {
	for (let turn = 0; turn < 2; turn++) await setImmediate();
}

/** Starts an origin and a browser. */
export async function openSite({
	config,
	browser: open,
	dist = sitePage(config),
	...launch
}: SiteOptions = {}): Promise<Site> {
	const options = { dist, signKey: DEMO_SIGN_KEY, quiet: true };
	const browser = open ?? (await launchBrowser(launch));
	const contexts = new Set<BrowserContext>();
	const site: Site = {
		origin: await startOrigin(options),
		browser,
		async restartOrigin() {
			site.origin = await startOrigin({ ...options, port: site.origin.port });
		},
		async visit(query, { before, unread, ...options } = {}) {
			const context = await browser.newContext({ ...PHONE, ...CHEAP, ...options });
			contexts.add(context);
			const page = await context.newPage();
			await recordToasts(page);
			const problems: string[] = [];
			page.on('pageerror', (error) => problems.push(String(error)));
			await before?.(page);
			// Not `load`: what a test holds back may have been requested before it, and so delay it for ever.
			await page.goto(`${site.origin.url}/${query}`, { waitUntil: unread ? 'commit' : 'domcontentloaded' });
			return { page, problems, close: () => context.close() };
		},
		async closePages() {
			await Promise.all([...contexts].map((context) => context.close()));
			contexts.clear();
			await readAll();
		},
		async close() {
			await (open ? site.closePages() : browser.close());
			await site.origin.close();
		},
	};
	return site;
}

/** Waits for a script of the build that is loaded by others. */
export const scriptRan = (page: Page, name: 'app' | 'stage' | 'rich-text' | 'more' | 'replay') =>
	page.waitForFunction(
		(file) => (self as unknown as { scriptsRan: string[] }).scriptsRan.some((url) => url.includes(file)),
		`/${name}.`,
		{ polling: 100 },
	);

/** Waits until startup is done, with which the page has its icon and loads what handles swipes, unless it has it. */
export const startupDone = (page: Page) =>
	page.locator('[rel=icon]:not([href^="data:"])').waitFor({ state: 'attached' });
