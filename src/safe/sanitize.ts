import createPurifier from 'dompurify';
import { isTooCostly } from './rich-text-limits.ts';
import { safeUrl } from './url.ts';

/**
 * Formatting elements, which the parser opens again in every following block until they are closed: 5 kB make 250,000
 * nodes (https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements). They are parsed under names of
 * their own, which have no such rule.
 */
const FORMATTING = /(<\/?)(?=(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)\b)/gi;
const RENAMED = /(<\/?)x-/g;

/** Tags and attributes rich text may have; the build removes DOMPurify's own longer lists, which these replace. */
const TAGS =
	'#text a x-b x-big blockquote br caption center x-code del div x-em figcaption figure x-font h1 h2 h3 h4 h5 h6 hr x-i img ins li ol p pre x-s section x-small span x-strike x-strong sub sup table tbody td tfoot th thead tr x-u ul'.split(
		' ',
	);
const ATTRIBUTES = 'align alt color colspan dir height href lang rowspan src style title width'.split(' ');

/** Properties of `style` that neither move an element out of its place nor fetch anything; their values may not be negative, computed or over 999. */
const SAFE_STYLE =
	/^(color|background-color|text-align|text-indent|text-decoration(-line)?|font-(size|weight|style)|line-height|(margin|padding)(-(top|right|bottom|left))?|width|max-width)$/;

function keepSafeStyle(element: HTMLElement) {
	const { style } = element;
	for (const name of Array.from(style)) {
		const value = style.getPropertyValue(name);
		if (!SAFE_STYLE.test(name) || /[(\\]|-\d|(^|[^.\d])\d{4}/.test(value.replace(/^rgba?\([\d., ]+\)$/, '')))
			style.removeProperty(name);
	}
	// Written anew: the attribute's text also holds what the CSS parser does not understand.
	if (style.length) style.cssText = style.cssText;
	else element.removeAttribute('style');
}

/** Cells that all tables together may cover; those after it span one. Layout of 30 by 30 cells that span 99 each takes 8 s. */
const MAX_CELLS = 2000;

/**
 * Makes rich HTML safe to show; `imageUrl` gives the URL of an image at the width of the screen. Returns null for what
 * costs too much.
 */
export type Sanitizer = (html: string, imageUrl: (url: string) => string) => string | null;

/**
 * Makes the sanitizer for the rich text of a description (spec §2): no script, form, frame or URL outside http(s),
 * safe style only, links that open a page of their own, images that load when they come into view.
 * Where DOMPurify does not support the engine the result is the text alone, never the HTML.
 */
export function createSanitizer(): Sanitizer {
	const purifier = createPurifier(window);
	if (!purifier.isSupported)
		return (html) => html.replace(/<[^>]*>/g, ' ').replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);

	let imageUrl: (url: string) => string;
	let cells = 0;
	purifier.addHook('afterSanitizeAttributes', (element) => {
		keepSafeStyle(element as HTMLElement);
		const cell = element as HTMLTableCellElement;
		if (cell.colSpan > 99 || cell.rowSpan > 99 || (cells += cell.colSpan * cell.rowSpan || 0) > MAX_CELLS)
			cell.colSpan = cell.rowSpan = 1;
		if (element.tagName === 'A') {
			const url = safeUrl(element.getAttribute('href'));
			if (url) {
				element.setAttribute('href', url);
				element.setAttribute('target', '_blank');
				element.setAttribute('rel', 'noopener noreferrer');
			} else element.removeAttribute('href');
		}
		if (element.tagName === 'IMG') {
			const url = safeUrl(element.getAttribute('src'));
			if (!url) return element.remove();
			element.setAttribute('src', imageUrl(url));
			element.setAttribute('loading', 'lazy');
			element.setAttribute('decoding', 'async');
			if (!element.hasAttribute('alt')) element.setAttribute('alt', '');
		}
	});
	return (html, imageUrlNow) => {
		if (isTooCostly(html)) return null;
		imageUrl = imageUrlNow;
		cells = 0;
		const safe = purifier.sanitize(html.replace(FORMATTING, '$1x-'), {
			ALLOWED_TAGS: TAGS,
			ALLOWED_ATTR: ATTRIBUTES,
			ALLOW_DATA_ATTR: false,
			ALLOW_ARIA_ATTR: false,
		});
		return safe.replace(RENAMED, '$1');
	};
}
