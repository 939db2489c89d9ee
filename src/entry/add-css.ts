/**
 * Adds the CSS of a later script to the HTML's style sheet. A sheet of its own would need a hash in the
 * Content-Security-Policy, and so bytes of the first flight.
 */
export function addCss(css: string): void {
	const sheet = document.querySelector('style')!.sheet!;
	// `insertRule` takes one rule.
	sheet.insertRule(`@media all{${css}}`, sheet.cssRules.length);
}
