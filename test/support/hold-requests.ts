import type { Page } from 'playwright-core';

/** Holds the requests of a page that a glob matches; the function it resolves with lets them and later ones go on. */
export async function holdRequests(page: Page, glob: string): Promise<() => void> {
	let release = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	await page.route(glob, async (route) => {
		await released;
		await route.fallback();
	});
	return release;
}
