/** Elements whose content is not text for a reader. */
const HIDDEN = ['script', 'style', 'template', 'noscript', 'title', 'iframe', 'textarea', 'select', 'svg', 'math'];
/** Where a line ends in rich text. */
const LINE_END = /<br\b|<\/(p|div|h\d|li|tr|d[td]|blockquote|pre|section|\w*caption|center)\b/gi;
/** Every other tag, in time linear in its length. */
const TAG = new RegExp(`<(?!/?(?:${HIDDEN.join('|')})\\b)/?[a-z](?:"[^"]*"|'[^']*'|[^<>"']+)*>?`, 'gi');

/** Most characters of HTML that are read at all. */
export const MAX_HTML = 50_000;
/** Most tags of hidden elements that are parsed. */
const MAX_TAGS = 1000;
/** Most characters of plain text. */
const MAX_TEXT = 10_000;

/** The beginning of the HTML without the tags whose content is text. */
export const withoutTags = (html: string) => html.slice(0, MAX_HTML).replace(TAG, '');

/**
 * The text of rich HTML, a string per line; no HTML, so it is safe only as text nodes. Its cost is linear and bounded.
 * The parser's document has no browsing context: it runs no script and fetches nothing.
 */
export function plainText(html: string): string[] {
	const text = withoutTags(html.replace(LINE_END, '\n$&')).split('<', MAX_TAGS).join('<');
	const { body } = new DOMParser().parseFromString(`<html><body>${text}</body></html>`, 'text/html');
	for (const element of Array.from(body.querySelectorAll(HIDDEN.join()))) element.remove();
	return body
		.textContent!.slice(0, MAX_TEXT)
		.split(/\n/)
		.map((line) => line.trim())
		.filter(Boolean);
}

/** Whether rich HTML says nothing: neither text nor anything that is shown in a box of its own. */
export const isBlank = (html: string) =>
	!/<(img|video|audio|iframe|embed|object|svg|canvas)\b/i.test(html) && !plainText(html).length;
