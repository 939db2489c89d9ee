/** Elements whose content is not text for a reader. */
const HIDDEN = 'script,style,template,noscript,title,iframe,textarea,select,svg,math';
/** Where a line ends in rich text. */
const LINE_END =
	/<br\b|<\/(p|div|h[1-6]|li|tr|table|ul|ol|blockquote|pre|section|figure|figcaption|center|caption)\b/gi;

/**
 * The text of rich HTML, a string per line; no HTML, so it is safe only as text nodes.
 * The parser's document has no browsing context: it runs no script and fetches nothing.
 */
export function plainText(html: string): string[] {
	const { body } = new DOMParser().parseFromString(
		`<html><body>${html.replace(LINE_END, '\n$&')}</body></html>`,
		'text/html',
	);
	for (const element of Array.from(body.querySelectorAll(HIDDEN))) element.remove();
	return body
		.textContent!.split(/\n/)
		.map((line) => line.trim())
		.filter(Boolean);
}

/** Whether rich HTML shows nothing: neither text nor an image. */
export const isBlank = (html: string) => !/<img\b/i.test(html) && !plainText(html).length;
