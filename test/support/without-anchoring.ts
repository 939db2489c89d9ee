import type { Page } from 'playwright-core';

/** Takes scroll anchoring away, which WebKit does not have. */
export const withoutAnchoring = (page: Page): Promise<unknown> =>
	page.addInitScript(() => {
		CSS.supports = () => false;
		// The policy of the page lets no style element in.
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('* { overflow-anchor: none !important; content-visibility: visible !important }');
		document.adoptedStyleSheets = [sheet];
	});
