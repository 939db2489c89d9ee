import { OPEN_WEB_PAGE } from '../texts.ts';
import { countLines, type Room, roomIn, WHOLE_ROOM } from './line-count.ts';
import { keepSafeSize, keepSafeStyle } from './safe-style.ts';
import { limitTables } from './table-size.ts';
import { safeUrl } from './url.ts';

/** Elements allowed in rich text. */
export const TAGS =
	'a audio b big blockquote br caption center code dd del details div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins li mark ol p pre s section small span strike strong sub summary sup table tbody td tfoot th thead tr u ul video'.split(
		' ',
	);
const COPIED = 'align color colspan dir height lang open rowspan style title width'.split(' ');
/** Attributes set only by this module. */
const ADDED = 'alt controls decoding href loading playsinline poster preload rel src target'.split(' ');
/** Attributes allowed in rich text. */
export const ATTRIBUTES = COPIED.concat(ADDED);

const HIDDEN = 'script style template noscript noembed noframes title textarea select svg math'.split(' ');

/**
 * Elements parsed as `x-…`: formatting elements, reopened in each block until closed (5 kB make 250,000 nodes,
 * https://html.spec.whatwg.org/#reconstruct-the-active-formatting-elements), slow elements, and forms, whose fields
 * hide properties.
 */
const RENAMED =
	/(<\/?)(?=(b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u|audio|video|object|applet|marquee|template|form|details|summary)\b)/gi;

/** Limit for elements, comments, attributes and quarters of declarations; 0.025 ms each. */
const MAX_PARTS = 1800;
/** Deepest nesting of boxes, and of elements in a line; deeper ones give only content. */
const MAX_BOXES = 40;
const MAX_INLINES = 8;
const INLINE = /^(a|b|big|code|del|em|font|i|ins|mark|s|small|span|strike|strong|sub|sup|u)$/;

/** Limit for lines and changes of script, up to 0.025 ms each. More get full width and less nesting. */
const MAX_LINES = 2000;
const MAX_WIDE_BOXES = 8;
const MAX_WIDE_INLINES = 4;

/** Limit; each costs as much as a hundred elements. */
const MAX_PLAYERS = 20;

const TELEPHONE = /^tel:[\d+*#,;().\s-]{3,40}$/i;

const urlOf = (element: Element, ...names: string[]) =>
	names.map((name) => safeUrl(element.getAttribute(name))).find(Boolean) || '';

/**
 * Copies allowed elements and attributes of rich HTML, without running or fetching anything. `imageUrl` limits images
 * to the screen. null, with a warning, for too many parts or lines.
 */
export function richTree(html: string, imageUrl: (url: string) => string): HTMLElement | null {
	const parsed = new DOMParser().parseFromString(`<body>${html.replace(RENAMED, '$1x-')}`, 'text/html');
	let copied = copyTree(parsed, imageUrl, false);
	if (copied.lines > MAX_LINES) copied = copyTree(parsed, imageUrl, true);
	const { tree, parts, lines } = copied;
	const excess = parts > MAX_PARTS ? `${MAX_PARTS} parts` : lines > MAX_LINES && `${MAX_LINES} lines`;
	if (excess) {
		console.warn(`The description is shown as plain text: more than ${excess}`);
		return null;
	}
	limitTables(tree);
	return tree;
}

/** Copies a parsed document's allowed parts, up to the limits; `isWide` leaves out what makes lines short. */
function copyTree(parsed: Document, imageUrl: (url: string) => string, isWide: boolean) {
	const tree = parsed.createElement('div');
	const maxBoxes = isWide ? MAX_WIDE_BOXES : MAX_BOXES;
	const maxInlines = isWide ? MAX_WIDE_INLINES : MAX_INLINES;
	let parts = 0;
	let lines = 0;
	let players = 0;

	const create = (name: string, attributes: Record<string, string>) => {
		const element = parsed.createElement(name);
		for (const attribute of Object.keys(attributes)) element.setAttribute(attribute, attributes[attribute]!);
		return element;
	};
	const link = (href: string) => create('a', { href, target: '_blank', rel: 'noopener noreferrer' });

	/** Creates a link, image or player, or a link to a frame; null without a URL, except for links. */
	function createLoader(source: Element, name: string): HTMLElement | null {
		const alt = source.getAttribute('alt') || '';
		if (name === 'a') {
			const href = source.getAttribute('href') || '';
			return TELEPHONE.test(href)
				? create('a', { href })
				: urlOf(source, 'href')
					? link(urlOf(source, 'href'))
					: create('a', {});
		}
		// Editors have their own attributes for lazy images.
		let src = urlOf(source, 'src', 'data-src', 'data-original');
		if (name === 'img')
			return src ? create('img', { loading: 'lazy', decoding: 'async', alt, src: imageUrl(src) }) : null;
		for (const child of Array.from(source.querySelectorAll('source'))) src = src || urlOf(child, 'src');
		if (!src) return null;
		if (name === 'iframe' || ++players > MAX_PLAYERS) {
			const element = link(src);
			element.textContent = `${OPEN_WEB_PAGE} ${src.split('/')[2]}`;
			return element;
		}
		const element = create(name, { controls: '', playsinline: '', preload: 'none', src });
		const poster = urlOf(source, 'poster');
		if (poster) element.setAttribute('poster', imageUrl(poster));
		return element;
	}

	/** Copies an element without content; null if it is not shown. */
	function copyElement(source: Element, name: string): HTMLElement | null {
		const element = /^(a|img|video|audio|iframe)$/.test(name) ? createLoader(source, name) : parsed.createElement(name);
		if (!element) return null;
		const attributes = Array.from(source.attributes);
		for (const { name, value } of attributes) if (COPIED.includes(name)) element.setAttribute(name, value);
		parts += attributes.length + element.style.length / 4;
		if (parts > MAX_PARTS) return null;
		if (element.hasAttribute('style')) keepSafeStyle(element, isWide);
		keepSafeSize(element, isWide);
		return element;
	}

	const isWithin = () => parts <= MAX_PARTS && lines <= MAX_LINES;

	const copy = (from: Node, to: Node, room: Room, boxes = 0, inlines = 0): boolean =>
		Array.from(from.childNodes).every((child) => {
			if (child.nodeType === Node.TEXT_NODE) {
				to.appendChild(child.cloneNode());
				lines += countLines(child.nodeValue!, room);
			}
			parts++;
			if (child.nodeType !== Node.ELEMENT_NODE) return isWithin();
			const name = child.nodeName.toLowerCase().replace(/^x-/, '');
			if (HIDDEN.includes(name)) return true;
			const inline = INLINE.test(name);
			const isFrame = name === 'iframe';
			if (!isFrame && (!TAGS.includes(name) || (inline ? inlines >= maxInlines : boxes >= maxBoxes)))
				return copy(child, to, room, boxes, inlines);
			const element = copyElement(child as Element, name);
			if (!element) return isWithin();
			to.appendChild(element);
			// The content of frames and players is a fallback.
			const hasContent = !isFrame && name !== 'video' && name !== 'audio';
			return (
				isWithin() && (!hasContent || copy(child, element, roomIn(element, room), boxes + +!inline, inlines + +inline))
			);
		});

	copy(parsed.body, tree, WHOLE_ROOM);
	return { tree, parts, lines };
}
