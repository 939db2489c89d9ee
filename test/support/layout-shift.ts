import type { Page } from 'playwright-core';

interface Noting {
	shifts: { value: number; nodes: string[] }[];
}

/** Notes what moves without a tap in a page, from its first paint on. To be called before it is loaded. */
export const noteShifts = (page: Page) =>
	page.addInitScript(() => {
		const { shifts } = Object.assign(self as unknown as Noting, { shifts: [] as Noting['shifts'] });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & {
				value: number;
				hadRecentInput: boolean;
				sources: { node: Node | null }[];
			})[])
				if (!entry.hadRecentInput)
					shifts.push({
						value: entry.value,
						nodes: entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 60) : '?')),
					});
		}).observe({ type: 'layout-shift', buffered: true });
	});

/** What has moved, where it is more than a fiftieth of the page; else ''. */
export async function shifted(page: Page): Promise<string> {
	const shifts = await page.evaluate(() => (self as unknown as Noting).shifts);
	return shifts.reduce((sum, { value }) => sum + value, 0) < 0.02 ? '' : JSON.stringify(shifts);
}
