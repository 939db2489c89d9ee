import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Test } from 'uvu';
import type { Config } from '../../src/config.ts';
import type { LivePolicy, QualityPolicy } from '../../src/player/core/policy.ts';
import { demo } from './demo-config.ts';
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { launchBrowser, PHONE, type LaunchOptions } from './browser.ts';
import { builtPage } from './built-page.ts';
import { recordToasts } from './toast.ts';

/** Resources of a scenario. */
export interface Scenario {
	origin: Origin;
	/** Opens the page in a phone of its own. `before` runs before the page's own scripts. */
	visit(query: string, before?: (page: Page) => Promise<unknown>): Promise<Page>;
	/** Uncaught errors of its pages. */
	problems: string[];
	/** Starts the origin again, at the same address, once it was closed. */
	restartOrigin(): Promise<Origin>;
}

/** As the visits of `site.ts`. */
const DEVICE = { ...PHONE, deviceScaleFactor: 1, reducedMotion: 'reduce', serviceWorkers: 'block' } as const;

/**
 * Runs the tests of a file side by side in one browser, each on an origin of its own: they wait for clocks more than they work.
 * Returns the function that adds a test; `policy` changes limits of the player, `rts` settings of the streams.
 */
export function sideBySide(it: Test, { atOnce = 3, ...launch }: { atOnce?: number } & LaunchOptions = {}) {
	const scenarios: { act: (scenario: Scenario) => Promise<void>; dist: () => string }[] = [];
	const results: Promise<void>[] = [];
	let browser: Browser;

	async function run({ act, dist }: (typeof scenarios)[number]): Promise<void> {
		const options = { dist: dist(), signKey: DEMO_SIGN_KEY, quiet: true };
		const origins = [await startOrigin(options)];
		const [origin] = origins as [Origin];
		const problems: string[] = [];
		const opened: BrowserContext[] = [];
		try {
			await act({
				origin,
				problems,
				async visit(query, before) {
					const context = await browser.newContext(DEVICE);
					opened.push(context);
					const page = await context.newPage();
					await recordToasts(page);
					page.on('pageerror', (error) => problems.push(String(error)));
					await before?.(page);
					await page.goto(`${origin.url}/${query}`, { waitUntil: 'domcontentloaded' });
					return page;
				},
				async restartOrigin() {
					const again = await startOrigin({ ...options, port: origin.port });
					origins.push(again);
					return again;
				},
			});
		} finally {
			await Promise.all(opened.map((context) => context.close()));
			await Promise.all(origins.map((one) => one.close()));
		}
	}

	it.before(async () => {
		// Builds block this process, so they come before anything that is timed.
		for (const { dist } of scenarios) dist();
		browser = await launchBrowser(launch);
		const running: Promise<void>[] = [];
		for (const [index, scenario] of scenarios.entries()) {
			results[index] = Promise.resolve(running[index - atOnce])
				.catch(() => {})
				.then(() => run(scenario));
			running[index] = results[index]!;
			// Its own test reports a failure.
			results[index]!.catch(() => {});
		}
	});
	it.after(async () => {
		await Promise.allSettled(results);
		await browser.close();
	});

	return (
		name: string,
		act: (scenario: Scenario) => Promise<void>,
		policy: Partial<LivePolicy & QualityPolicy> = {},
		rts: Partial<Config['rts']> = {},
	): void => {
		const config = { ...demo, player: { ...demo.player, ...policy }, rts: { ...demo.rts, ...rts } };
		const index = scenarios.push({ act, dist: () => builtPage(config) }) - 1;
		it(name, () => results[index]);
	};
}
