import { DESCRIPTION_CUT } from '../texts.ts';
import { MAX_HTML, MAX_TAGS } from './description-limits.ts';
import { text } from './fields.ts';
import { createMajority, hidingOf } from './hiding.ts';

/** Elements without text for readers. */
const TEXTLESS = 'script,style,template,noscript,title,iframe,textarea,select,svg,math,xml'.replace(/\w+/g, 'x-$&');
const LINE_END = /<br\b|<\/(p|div|h\d|li|tr|d[td]|blockquote|pre|section|\w*caption|center)\b/gi;
/** A tag, also an unfinished one at the end; matches in linear time. */
const TAG = /<(\/?)([a-z][^\s/<>"']*)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^<>"']+)*)>?/gi;
const UNCLOSED = /^(img|br|hr|input|embed|source|track|col|wbr|area|link|meta|param)$/i;
const STYLE = /\sstyle\s*=\s*("[^"]*|'[^']*|\S*)/i;
const QUOTED = /"[^"]*"|'[^']*'/g;

/** Characters. */
const MAX_TEXT = 10_000;

/** Names an element so that no other closes, moves or repeats it, with an attribute for what hides it. */
function renamed(_tag: string, slash: string, name: string, attributes: string): string {
	if (UNCLOSED.test(name)) return '';
	const [, style = ''] = STYLE.exec(attributes) || [];
	return `<${slash}x-${name} ${hidingOf(style.replace(/["']/, ''), /\s(hidden|popover)\b/i.test(attributes.replace(QUOTED, '')))}>`;
}

/** Returns the text of an element, without what is hidden. */
function shownText(body: Element): string {
	const all = body.textContent!;
	const holdsMost = createMajority(body);
	for (const element of Array.from(body.querySelectorAll('[away],[invisible]'))) {
		if (holdsMost(element)) continue;
		if (element.hasAttribute('invisible')) element.before(...Array.from(element.querySelectorAll('[visible]')));
		element.remove();
	}
	return body.textContent!.trim() ? body.textContent! : all;
}

/** Returns rich HTML's text by lines, safe only as text nodes. Linear and bounded; runs and fetches nothing. */
export function plainText(html: string): string[] {
	const written = text(html, MAX_HTML).replace(LINE_END, '\n$&').replace(TAG, renamed).split('<', MAX_TAGS).join('<');
	const { body } = new DOMParser().parseFromString(`<html><body>${written}</body></html>`, 'text/html');
	for (const element of Array.from(body.querySelectorAll(TEXTLESS))) element.remove();
	const all = shownText(body);
	const shown = text(all, MAX_TEXT);
	return shown
		.concat(shown.length < all.length || html.length > MAX_HTML ? `\n${DESCRIPTION_CUT}` : '')
		.split(/\n/)
		.map((line) => line.trim())
		.filter(Boolean);
}

/** Whether its lines of plain text show all of it: without markup, or with neither text nor media. */
export const isPlain = (html: string) =>
	html.length < MAX_TEXT &&
	!(/<\w/.test(html) && (/<(img|video|audio|iframe|o?embed|object)\b/i.test(html) || plainText(html).length));
