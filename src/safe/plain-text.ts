/** Elements whose content is not text for a reader. */
const HIDDEN = ['script', 'style', 'template', 'noscript', 'title', 'iframe', 'textarea', 'select', 'svg', 'math'];
/** Where a line ends in rich text. */
const LINE_END =
	/<br\b|<\/(p|div|h[1-6]|li|tr|table|ul|ol|blockquote|pre|section|figure|figcaption|center|caption)\b/gi;
/** Every other tag, in time linear in its length. */
const TAG = new RegExp(`<(?!/?(?:${HIDDEN.join('|')})\\b)/?[a-z](?:"[^"]*"|'[^']*'|[^<>"']+)*>?`, 'gi');

/** Most characters of HTML that are read at all. */
const MAX_HTML = 50_000;
/** Most characters of text; of plain text that is shown instead, fewer. */
const MAX_TEXT = 25_000;
const MAX_PLAIN_TEXT = 10_000;
/** Most characters that need further fonts or change the direction. */
const MAX_OTHER = 3000;
const OTHER = /[^\0-~\u2010-\u2026\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/;
/** Most tags of rich text, each some 0.1 ms. */
const MAX_TAGS = 1000;
/** Most attributes and words inside tags, which cannot be distinguished before parsing. */
const MAX_ATTRIBUTES = 6000;

/** The HTML without the tags whose content is text. */
const withoutTags = (html: string) => html.slice(0, MAX_HTML).replace(TAG, '');

/**
 * Whether rich HTML may take more than 200 ms to parse, sanitize and lay out, and has to be shown as plain text; the
 * console says why. Decided on the text, because the browser's own parser is a part of the cost.
 */
export function isTooCostly(html: string): boolean {
	const excess = (
		[
			['characters', html.length, MAX_HTML],
			['characters of text', withoutTags(html).length, MAX_TEXT],
			['characters of other scripts', html.split(OTHER).length - 1, MAX_OTHER],
			['tags', html.split('<').length - 1, MAX_TAGS],
			['attributes', html.split(/["'/\s]+/).length, MAX_ATTRIBUTES],
		] as const
	).filter(([, size, limit]) => size > limit);
	for (const [what, size, limit] of excess)
		console.warn(`The description is shown as plain text: ${size} ${what}, more than ${limit}`);
	return excess.length > 0;
}

/**
 * The text of rich HTML, a string per line; no HTML, so it is safe only as text nodes. Its cost is linear and bounded.
 * The parser's document has no browsing context: it runs no script and fetches nothing.
 */
export function plainText(html: string): string[] {
	const text = withoutTags(html.replace(LINE_END, '\n$&'));
	const { body } = new DOMParser().parseFromString(`<html><body>${text}</body></html>`, 'text/html');
	for (const element of Array.from(body.querySelectorAll(HIDDEN.join()))) element.remove();
	return body
		.textContent!.slice(0, MAX_PLAIN_TEXT)
		.split(/\n/)
		.map((line) => line.trim())
		.filter(Boolean);
}

/** Whether rich HTML shows nothing: neither text nor an image. */
export const isBlank = (html: string) => !/<img\b/i.test(html) && !plainText(html).length;
