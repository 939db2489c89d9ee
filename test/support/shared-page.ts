import type { Page } from 'playwright-core';
import type { Site, VisitOptions } from './site.ts';

/** One page for the tests of a file: to load an URL in it costs half of what a new browser context costs. */
export interface SharedPage {
	page: Page;
	/** Uncaught errors and unhandled rejections since the last `reset`. */
	problems: string[];
	/** Ends the visit, forgets who it was, and resets the origin. */
	reset(): Promise<void>;
	/** Loads the page with a query. */
	open(query: string): Promise<Page>;
	/** Holds the requests that a glob matches back until `release` is called, at the latest by `reset`. */
	hold(glob: string): Promise<{ release(): void }>;
}

/** Opens the page of a file, by default with one device pixel for each CSS pixel and without animations. */
export async function openSharedPage(site: Site, options: VisitOptions = {}): Promise<SharedPage> {
	const { page, problems } = await site.visit('?id=0', { deviceScaleFactor: 1, reducedMotion: 'reduce', ...options });
	let held: (() => void)[] = [];
	return {
		page,
		problems,
		async reset() {
			for (const release of held) release();
			held = [];
			await page.unrouteAll({ behavior: 'ignoreErrors' });
			// The visit is kept for reloads, with its token.
			if (page.url().startsWith(site.origin.url)) await page.evaluate(() => sessionStorage.clear());
			await page.goto('about:blank');
			problems.length = 0;
			await site.origin.reset();
		},
		async open(query) {
			await page.goto(`${site.origin.url}/${query}`);
			return page;
		},
		async hold(glob) {
			let release = () => {};
			const released = new Promise<void>((resolve) => (release = resolve));
			held.push(release);
			await page.route(glob, async (route) => {
				await released;
				await route.continue();
			});
			return { release };
		},
	};
}
