/** Elements without text for readers. */
const HIDDEN = ['script', 'style', 'template', 'noscript', 'title', 'iframe', 'textarea', 'select', 'svg', 'math'];
/** Ends of lines in rich text. */
const LINE_END = /<br\b|<\/(p|div|h\d|li|tr|d[td]|blockquote|pre|section|\w*caption|center)\b/gi;
/** Every other tag, matched in linear time. */
const TAG = new RegExp(`<(?!/?(?:${HIDDEN.join('|')})\\b)/?[a-z](?:"[^"]*"|'[^']*'|[^<>"']+)*>?`, 'gi');

/** Most characters of HTML read. */
export const MAX_HTML = 50_000;
/** Most tags of hidden elements parsed. */
const MAX_TAGS = 1000;
/** Most characters of plain text. */
const MAX_TEXT = 10_000;

/** Removes tags except those of hidden elements. */
export const withoutTags = (html: string) => html.slice(0, MAX_HTML).replace(TAG, '');

/**
 * Converts rich HTML to lines of text, safe only as text nodes, at bounded linear cost. The parser's document runs no
 * script and fetches nothing.
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

/** Whether rich HTML shows nothing: no text, image, media or frame. */
export const isBlank = (html: string) =>
	!/<(img|video|audio|iframe|embed|object|svg|canvas)\b/i.test(html) && !plainText(html).length;
