/** Elements without text for readers. */
const HIDDEN = ['script', 'style', 'template', 'noscript', 'title', 'iframe', 'textarea', 'select', 'svg', 'math'];
const LINE_END = /<br\b|<\/(p|div|h\d|li|tr|d[td]|blockquote|pre|section|\w*caption|center)\b/gi;
/** Other tags; matches in linear time. */
const TAG = new RegExp(`<(?!/?(?:${HIDDEN.join('|')})\\b)/?[a-z](?:"[^"]*"|'[^']*'|[^<>"']+)*>?`, 'gi');

/** Characters. */
export const MAX_HTML = 50_000;
/** Limit for tags of hidden elements. */
const MAX_TAGS = 1000;
/** Characters. */
const MAX_TEXT = 10_000;

/** Removes tags, except those of hidden elements. */
export const withoutTags = (html: string) => html.slice(0, MAX_HTML).replace(TAG, '');

/** Returns rich HTML's text by lines, safe only as text nodes. Linear and bounded; runs and fetches nothing. */
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

/** Whether rich HTML shows neither text nor media. */
export const isBlank = (html: string) =>
	!/<(img|video|audio|iframe|embed|object|svg|canvas)\b/i.test(html) && !plainText(html).length;
