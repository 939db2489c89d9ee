/**
 * Adds CSS to the HTML's style sheet. Another would need a hash in the Content-Security-Policy, in the first flight.
 */
export function addCss(css: string): void {
	// Extensions and web views put sheets of their own before it, and rewrite them.
	const { sheet } = document.getElementById('css') as HTMLStyleElement;
	if (!sheet) return;
	// `insertRule` takes only one rule.
	sheet.insertRule(`@media all{${css}}`, sheet.cssRules.length);
}
