/**
 * Adds CSS to the HTML's style sheet. Another would need a hash in the Content-Security-Policy, in the first flight.
 */
export function addCss(css: string): void {
	const sheet = document.querySelector('style')!.sheet!;
	// `insertRule` takes only one rule.
	sheet.insertRule(`@media all{${css}}`, sheet.cssRules.length);
}
