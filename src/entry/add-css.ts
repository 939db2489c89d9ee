/**
 * Adds the CSS of a later script to the style sheet of the HTML. As a sheet of its own it would need a hash in the
 * Content-Security-Policy, and so bytes of the first flight; the policy does not restrict rules that scripts add.
 */
export function addCss(css: string): void {
	const sheet = document.querySelector('style')!.sheet!;
	// One rule around all of them, because `insertRule` takes one.
	sheet.insertRule(`@media all{${css}}`, sheet.cssRules.length);
}
