import { DESCRIPTION_CUT } from '../texts.ts';
import { MAX_HTML } from './description-limits.ts';
import { text } from './fields.ts';

/** Elements without text for readers. */
const HIDDEN = ['script', 'style', 'template', 'noscript', 'title', 'iframe', 'textarea', 'select', 'svg', 'math'];
const LINE_END = /<br\b|<\/(p|div|h\d|li|tr|d[td]|blockquote|pre|section|\w*caption|center)\b/gi;
/** Other tags, also an unfinished one at the end; matches in linear time. */
const TAG = new RegExp(`<(?!/?(?:${HIDDEN.join('|')})\\b)/?[a-z](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^<>"']+)*>?`, 'gi');

/** Limit for tags of hidden elements. */
const MAX_TAGS = 1000;
/** Characters. */
const MAX_TEXT = 10_000;
const MAX_BLANK = 20_000;

/** Returns rich HTML's text by lines, safe only as text nodes. Linear and bounded; runs and fetches nothing. */
export function plainText(html: string): string[] {
	const untagged = text(html, MAX_HTML).replace(LINE_END, '\n$&').replace(TAG, '').split('<', MAX_TAGS).join('<');
	const { body } = new DOMParser().parseFromString(`<html><body>${untagged}</body></html>`, 'text/html');
	for (const element of Array.from(body.querySelectorAll(HIDDEN.join()))) element.remove();
	const shown = text(body.textContent, MAX_TEXT);
	return shown
		.concat(shown.length < body.textContent!.length || html.length > MAX_HTML ? `\n${DESCRIPTION_CUT}` : '')
		.split(/\n/)
		.map((line) => line.trim())
		.filter(Boolean);
}

/** Whether rich HTML shows neither text nor media. */
export const isBlank = (html: string) =>
	html.length < MAX_BLANK &&
	!/<(img|video|audio|iframe|embed|object|svg|canvas)\b/i.test(html) &&
	!plainText(html).length;
