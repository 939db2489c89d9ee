import { keepSafeSize, keepSafeStyle } from './safe-style.ts';
import { limitTables } from './table-size.ts';
import { safeUrl } from './url.ts';

/** Elements and attributes of rich text. */
export const TAGS =
	'a b big blockquote br caption center code del div em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre s section small span strike strong sub sup table tbody td tfoot th thead tr u ul'.split(
		' ',
	);
const COPIED = 'align alt color colspan dir height href lang rowspan src style title width'.split(' ');
/** Attributes that only this module sets. */
const ADDED = 'target rel loading decoding'.split(' ');
export const ATTRIBUTES = COPIED.concat(ADDED);

/** Elements whose content is not for readers. */
const HIDDEN = 'script style template noscript noembed noframes title textarea select iframe svg math'.split(' ');

/**
 * Elements that are parsed under a name beginning with `x-`: formatting elements, which the parser opens again in every
 * following block until they are closed, so that 5 kB make 250,000 nodes
 * (https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements); elements that take long to make; and
 * forms, whose fields hide their properties.
 */
const RENAMED =
	/(<\/?)(?=(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u|audio|video|object|applet|marquee|template|form|details|summary)\b)/gi;

/** Most nodes; a thousand tags make fewer. */
const MAX_NODES = 4000;
/** How deep boxes may be nested, and elements within a line. Deeper ones are left out, but not what is in them. */
const MAX_DEPTH = { box: 40, inline: 16 };
const INLINE = /^(a|b|big|code|del|em|font|i|ins|s|small|span|strike|strong|sub|sup|u)$/;

/**
 * Parses rich HTML, once, into a tree of allowed elements and attributes in a document without a browsing context,
 * which runs no script and fetches nothing. `imageUrl` gives the URL of an image at the width of the screen. Null where
 * there are too many nodes.
 */
export function richTree(html: string, imageUrl: (url: string) => string): HTMLElement | null {
	const parsed = new DOMParser().parseFromString(`<body>${html.replace(RENAMED, '$1x-')}`, 'text/html');
	const tree = parsed.createElement('div');
	let nodes = 0;

	/** Copies an element without its content; null where it is not to be shown. */
	function copyElement(source: Element, name: string): HTMLElement | null {
		const element = parsed.createElement(name);
		for (const { name, value } of Array.from(source.attributes))
			if (COPIED.includes(name)) element.setAttribute(name, value);
		if (element.hasAttribute('style')) keepSafeStyle(element);
		keepSafeSize(element);
		const url = safeUrl(element.getAttribute('href'));
		element.removeAttribute('href');
		if (name === 'a' && url) {
			element.setAttribute('href', url);
			element.setAttribute('target', '_blank');
			element.setAttribute('rel', 'noopener noreferrer');
		}
		const src = safeUrl(element.getAttribute('src'));
		element.removeAttribute('src');
		if (name === 'img') {
			if (!src) return null;
			element.setAttribute('loading', 'lazy');
			element.setAttribute('src', imageUrl(src));
			element.setAttribute('decoding', 'async');
			if (!element.hasAttribute('alt')) element.setAttribute('alt', '');
		}
		return element;
	}

	const copy = (from: Node, to: Node, depth = { box: 0, inline: 0 }): boolean =>
		Array.from(from.childNodes).every((child) => {
			if (child.nodeType === Node.TEXT_NODE) to.appendChild(child);
			if (child.nodeType !== Node.ELEMENT_NODE) return ++nodes <= MAX_NODES;
			const name = child.nodeName.toLowerCase().replace(/^x-/, '');
			if (HIDDEN.includes(name)) return true;
			const kind = INLINE.test(name) ? 'inline' : 'box';
			if (!TAGS.includes(name) || depth[kind] >= MAX_DEPTH[kind]) return copy(child, to, depth);
			const element = copyElement(child as Element, name);
			if (!element) return true;
			to.appendChild(element);
			return ++nodes <= MAX_NODES && copy(child, element, { ...depth, [kind]: depth[kind] + 1 });
		});

	if (!copy(parsed.body, tree)) return null;
	limitTables(tree);
	return tree;
}
