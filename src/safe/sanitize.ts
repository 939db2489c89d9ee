import createPurifier from 'dompurify';
import { safeUrl } from './url.ts';

/** Tags and attributes rich text may have; the build removes DOMPurify's own longer lists, which these replace. */
const TAGS =
	'#text a b big blockquote br caption center code del div em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre s section small span strike strong sub sup table tbody td tfoot th thead tr u ul'.split(
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
	if (!style.length) element.removeAttribute('style');
}

/** Makes rich HTML safe to show; `imageUrl` gives the URL of an image at the width of the screen. */
export type Sanitizer = (html: string, imageUrl: (url: string) => string) => string;

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
	purifier.addHook('afterSanitizeAttributes', (element) => {
		if (element.hasAttribute('style')) keepSafeStyle(element as HTMLElement);
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
		imageUrl = imageUrlNow;
		return purifier.sanitize(html, {
			ALLOWED_TAGS: TAGS,
			ALLOWED_ATTR: ATTRIBUTES,
			ALLOW_DATA_ATTR: false,
			ALLOW_ARIA_ATTR: false,
		});
	};
}
