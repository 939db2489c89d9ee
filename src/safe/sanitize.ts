import createPurifier from 'dompurify';
import { safeUrl } from './url.ts';

/** What rich text may be made of; the build takes the sanitizer's own longer lists out, because these replace them. */
const TAGS =
	'#text a b big blockquote br caption center code del div em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre s section small span strike strong sub sup table tbody td tfoot th thead tr u ul'.split(
		' ',
	);
const ATTRIBUTES = 'align alt color colspan dir height href lang rowspan src style title width'.split(' ');

/** Properties of `style` that cannot leave their place or fetch anything; nor may their values be negative, computed or over 999. */
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

/**
 * Makes the rich text of a description safe to show (spec §2): no script, form, frame or address outside http(s),
 * SAFE_STYLE style only, links that open on their own, pictures that load when they come into view.
 * `imageUrl` may ask for a picture at the width of the screen; '' leaves the picture's place empty for now.
 * Where the sanitizer cannot work the answer is the text alone, never the HTML.
 */
export function createSanitizer(): (html: string, imageUrl: (address: string) => string) => string {
	const purifier = createPurifier(window);
	if (!purifier.isSupported)
		return (html) => html.replace(/<[^>]*>/g, ' ').replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);

	let imageUrl: (address: string) => string;
	purifier.addHook('afterSanitizeAttributes', (element) => {
		if (element.hasAttribute('style')) keepSafeStyle(element as HTMLElement);
		if (element.tagName === 'A') {
			const address = safeUrl(element.getAttribute('href'));
			if (address) {
				element.setAttribute('href', address);
				element.setAttribute('target', '_blank');
				element.setAttribute('rel', 'noopener noreferrer');
			} else element.removeAttribute('href');
		}
		if (element.tagName === 'IMG') {
			const address = safeUrl(element.getAttribute('src'));
			if (!address) return element.remove();
			const shown = imageUrl(address);
			if (shown) element.setAttribute('src', shown);
			else element.removeAttribute('src');
			element.setAttribute('loading', 'lazy');
			element.setAttribute('decoding', 'async');
			if (!shown || !element.hasAttribute('alt')) element.setAttribute('alt', '');
		}
	});
	return (html, address) => {
		imageUrl = address;
		return purifier.sanitize(html, {
			ALLOWED_TAGS: TAGS,
			ALLOWED_ATTR: ATTRIBUTES,
			ALLOW_DATA_ATTR: false,
			ALLOW_ARIA_ATTR: false,
		});
	};
}
