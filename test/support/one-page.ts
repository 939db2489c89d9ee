import type { Page } from 'playwright-core';
import type { Test } from 'uvu';
import { openSite, readAll, type Site, type VisitOptions } from './site.ts';

/** A site and the page that all tests of a file open, which keeps the viewport and media of a test. */
export interface OnePage {
	site: Site;
	page: Page;
	/** Opens a URL by way of an empty one, so that nothing counts as a reload. */
	open(query: string): Promise<Page>;
}

/**
 * Opens a page for the tests of a suite: 390x844, with reduced motion, in light colours, before each. Its fields are
 * there once the suite has begun; `before` runs once, before the page loads.
 */
export function onePage(it: Test, config: object = {}, before?: VisitOptions['before']): OnePage {
	const one = {
		async open(query: string) {
			await one.page.goto('about:blank');
			// Not `load`, as in `visit`.
			await one.page.goto(`${one.site.origin.url}/${query}`, { waitUntil: 'domcontentloaded' });
			return one.page;
		},
	} as OnePage;
	it.before(async () => {
		one.site = await openSite({ config: { livePollInterval: 300, chatPollInterval: 0, ...config } });
		({ page: one.page } = await one.site.visit('icon.svg', { before }));
	});
	it.before.each(async () => {
		await one.page.unrouteAll({ behavior: 'ignoreErrors' });
		await one.page.goto('about:blank');
		await readAll();
		await one.site.origin.reset();
		await one.page.setViewportSize({ width: 390, height: 844 });
		await one.page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
	});
	it.after(() => one.site?.close());
	return one;
}

/** Shows a tab of a page, and waits for its list. */
export async function openTab(page: Page, name: string): Promise<void> {
	await page.getByRole('tab', { name }).tap();
	await page.getByRole('tabpanel', { name }).getByRole('listitem').first().waitFor();
}
