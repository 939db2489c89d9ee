import type { Browser } from 'playwright-core';
import type { Test } from 'uvu';
import { launchBrowser, type LaunchOptions } from './browser.ts';
import { openSite, type Site, type SiteOptions, sitePage } from './site.ts';

/**
 * Runs the tests of a file side by side in one browser, each on a site of its own: they wait for clocks more than they
 * work. Returns the function that adds a test.
 */
export function sideBySide(it: Test, { atOnce = 3, ...launch }: { atOnce?: number } & LaunchOptions = {}) {
	const scenarios: { act: (site: Site) => Promise<void>; config: SiteOptions['config'] }[] = [];
	const results: Promise<void>[] = [];
	let browser: Browser;

	async function run({ act, config }: (typeof scenarios)[number]): Promise<void> {
		const site = await openSite({ config, browser });
		await act(site).finally(() => site.close());
	}

	it.before(async () => {
		// Builds block this process, so they come before anything that is timed.
		for (const { config } of scenarios) sitePage(config);
		browser = await launchBrowser(launch);
		for (const [index, scenario] of scenarios.entries()) {
			results[index] = Promise.resolve(results[index - atOnce])
				.catch(() => {})
				.then(() => run(scenario));
			// Its own test reports a failure.
			results[index]!.catch(() => {});
		}
	});
	it.after(async () => {
		await Promise.allSettled(results);
		await browser.close();
	});

	return (name: string, act: (site: Site) => Promise<void>, config?: SiteOptions['config']): void => {
		const index = scenarios.push({ act, config }) - 1;
		it(name, () => results[index]);
	};
}
