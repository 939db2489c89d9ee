/** Elements whose content is not text for a reader. */
const HIDDEN = ['script', 'style', 'template', 'noscript', 'title', 'iframe', 'textarea', 'select', 'svg', 'math'];
/** Where a line ends in rich text. */
const LINE_END =
	/<br\b|<\/(p|div|h[1-6]|li|tr|table|ul|ol|blockquote|pre|section|figure|figcaption|center|caption)\b/gi;
/** Every other tag, in time linear in its length. */
const TAG = new RegExp(`<(?!/?(?:${HIDDEN.join('|')})\\b)/?[a-z](?:"[^"]*"|'[^']*'|[^<>"']+)*>?`, 'gi');

/** Most characters of HTML that are read at all. */
const MAX_HTML = 50_000;
/** Most tags of rich text, each some 0.1 ms. */
const MAX_TAGS = 1000;
/** Most characters of plain text. */
const MAX_PLAIN_TEXT = 10_000;
/** What rich text may have at most. Layout of the other scripts needs further fonts; words inside tags may be attributes. */
const LIMITS = {
	characters: MAX_HTML,
	'characters of text': 25_000,
	'characters of other scripts': 3000,
	tags: MAX_TAGS,
	'words and attributes': 6000,
};
const OTHER_SCRIPT = /[^\0-~\u2010-\u2026\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/;

/** The HTML without the tags whose content is text. */
const withoutTags = (html: string) => html.slice(0, MAX_HTML).replace(TAG, '');

/**
 * Whether rich HTML may take more than 200 ms to parse, sanitize and lay out, and has to be shown as plain text; the
 * console says why. Decided on the text, because the browser's own parser is a part of the cost.
 */
export function isTooCostly(html: string): boolean {
	const sizes = [
		html.length,
		withoutTags(html).length,
		html.split(OTHER_SCRIPT).length - 1,
		html.split('<').length - 1,
		html.split(/["'/\s]+/).length,
	];
	return Object.entries(LIMITS).some(([what, limit], index) => {
		const excess = sizes[index]! > limit;
		if (excess) console.warn(`The description is shown as plain text: more than ${limit} ${what}`);
		return excess;
	});
}

/**
 * The text of rich HTML, a string per line; no HTML, so it is safe only as text nodes. Its cost is linear and bounded.
 * The parser's document has no browsing context: it runs no script and fetches nothing.
 */
export function plainText(html: string): string[] {
	const text = withoutTags(html.replace(LINE_END, '\n$&')).split('<', MAX_TAGS).join('<');
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
