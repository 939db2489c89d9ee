import type { Page } from 'playwright-core';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSite, type Site } from './site.ts';

/** A page that shows one description after another, and must not throw. */
interface DescriptionPage {
	site: Site;
	page: Page;
	/** Shows a description, from its top, below a paragraph of its own, which says that it is there. */
	describe(description: string, fields?: object): Promise<void>;
}

/** Opens a page for the tests of a suite. Its fields are there once the suite has begun. */
export function descriptionPage(it: Test): DescriptionPage {
	let count = 0;
	let problems: string[] = [];
	const one = {
		async describe(description, fields = {}) {
			const mark = `第${++count}篇`;
			const live = { title: mark, summary: '', ...fields, description: `<p>${mark}</p>${description}` };
			one.site.origin.setLive({ id: '0', ...live });
			await one.page.locator('.rich').getByText(mark).waitFor();
			// Images far above are not loaded.
			await one.page.evaluate(() => (document.querySelector('[role=tabpanel]')!.scrollTop = 0));
		},
	} as DescriptionPage;
	it.before(async () => {
		// A broadcast that has not begun is fetched again and again, and so its description.
		// Also a large one, at once.
		one.site = await openSite({ config: { livePollInterval: 100, player: { pausePerCharacter: 0 } } });
		({ page: one.page, problems } = await one.site.visit('?id=0'));
	});
	it.after.each(() => assert.equal(problems, []));
	it.after(() => one.site?.close());
	return one;
}
