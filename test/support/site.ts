import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Config } from '../../src/config.ts';
import { demo } from './demo-config.ts';
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { launchBrowser, PHONE } from './browser.ts';
import { builtPage } from './built-page.ts';
import { recordToasts } from './toast.ts';

/** Any depth of the configuration, given in part. */
export type Partly<T> = { [K in keyof T]?: T[K] extends unknown[] ? T[K] : T[K] extends object ? Partly<T[K]> : T[K] };

/** A browser and an origin for the tests of one file. */
export interface Site {
	origin: Origin;
	browser: Browser;
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
	before?: (page: Page) => Promise<void>;
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

/** Starts origin and browser with the demonstration's configuration, changed by `config`. */
export async function openSite({
	config = {},
	...launch
}: { config?: Partly<Config> } & Parameters<typeof launchBrowser>[0] = {}): Promise<Site> {
	const dist = builtPage(merged(config));
	const origin = await startOrigin({ dist, signKey: DEMO_SIGN_KEY, quiet: true });
	const browser = await launchBrowser(launch);
	const contexts = new Set<BrowserContext>();
	return {
		origin,
		browser,
		async visit(query, { before, ...options } = {}) {
			const context = await browser.newContext({ ...PHONE, ...CHEAP, ...options });
			contexts.add(context);
			const page = await context.newPage();
			await recordToasts(page);
			const problems: string[] = [];
			page.on('pageerror', (error) => problems.push(String(error)));
			await before?.(page);
			// Not `load`: what a test holds back may have been requested before it, and so delay it for ever.
			await page.goto(`${origin.url}/${query}`, { waitUntil: 'domcontentloaded' });
			return { page, problems, close: () => context.close() };
		},
		async closePages() {
			await Promise.all([...contexts].map((context) => context.close()));
			contexts.clear();
		},
		async close() {
			await browser.close();
			await origin.close();
		},
	};
}

/** Waits for a script of the build that is loaded by others. */
export const scriptRan = (page: Page, name: 'app' | 'live' | 'rich-text' | 'more') =>
	page.waitForFunction(
		(file) => (self as unknown as { scriptsRan: string[] }).scriptsRan.some((url) => url.includes(file)),
		`/${name}.`,
		{ polling: 100 },
	);

/** Waits until startup is done, after which the page handles keys and swipes, and has its icon. */
export const startupDone = (page: Page) =>
	page.locator('[rel=icon]:not([href^="data:"])').waitFor({ state: 'attached' });
