import { OPEN_WEB_PAGE } from '../texts.ts';
import { requestOf } from './foreign-image.ts';
import { createMajority, hidingOf } from './hiding.ts';
import { keepLegible, type Paint } from './legible.ts';
import { countLines, isTooNarrow, type Room, roomIn } from './line-count.ts';
import { keepLinesApart, keepSafeSize, keepSafeStyle } from './safe-style.ts';
import { safeUrl } from './url.ts';

/** Elements allowed in rich text. */
export const TAGS =
	'a audio b big blockquote br caption center code dd del details div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins li mark ol p pre s section small span strike strong sub summary sup table tbody td tfoot th thead tr u ul video'.split(
		' ',
	);
const COPIED = 'align colspan dir height lang open rowspan style title width'.split(' ');
/** Attributes set only by this module. */
const ADDED = 'alt controls decoding href loading playsinline poster preload referrerpolicy rel src target'.split(' ');
/** Attributes allowed in rich text. */
export const ATTRIBUTES = COPIED.concat(ADDED);

const HIDDEN = 'script style template noscript noembed noframes title textarea select svg math xml rp datalist'.split(
	' ',
);

/** Deepest nesting of boxes, and of elements in a line; deeper ones give only content. */
const MAX_BOXES = 40;
const MAX_INLINES = 8;
const INLINE = /^(a|b|big|code|del|em|font|i|ins|mark|s|small|span|strike|strong|sub|sup|u)$/;

/** Limits; a player costs as much as a hundred elements, and a float changes the lines of all that follow. */
const MAX_PLAYERS = 20;
const MAX_FLOATS = 40;
/** Characters of an attribute. */
const MAX_ATTRIBUTE = 2000;

const TELEPHONE = /^tel:[\d+*#,;().\s-]{3,40}$/i;
const MAIL = /^mailto:[^\s<>"']{3,400}$/i;
const DATA_IMAGE = /^data:image\/(png|jpe?g|gif|webp);base64,/i;

/** Where content goes: its room and paint, the elements around it, and whether those make it invisible. */
export interface Place {
	room: Room;
	paint: Paint;
	boxes: number;
	inlines: number;
	invisible: boolean;
}

/** A copied element without content, if it is shown; `inside`, if its content is. */
export interface Shell {
	element?: HTMLElement;
	inside?: Place;
}

/** Name of an element in the source of {@link parseHtml}. */
export const nameOf = (node: Node) => node.nodeName.toLowerCase().replace(/^x-/, '');

/** Whether a node stands in a line. */
export const isInline = (node: Node) =>
	node.nodeType !== Node.ELEMENT_NODE || /^(img|br)$/.test(nameOf(node)) || INLINE.test(nameOf(node));

const urlOf = (element: Element, ...names: string[]) =>
	names.map((name) => safeUrl(element.getAttribute(name))).find(Boolean) || '';

/** Options of {@link createCopier}. */
export interface CopierOptions {
	/** Limits images to the screen. */
	imageUrl: (url: string) => string;
	/** URLs that `data:,0` and following stand for. */
	images: string[];
	/** Also shows what its style or attributes hide. */
	showHidden: boolean;
}

/** Creates functions that copy allowed elements and attributes of an inert document into it. */
export function createCopier(parsed: Document, { imageUrl, images, showHidden }: CopierOptions) {
	let players = 0;
	let floats = 0;
	const holdsMost = createMajority(parsed.body);

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
			const href = (source.getAttribute('href') || '').trim();
			if (TELEPHONE.test(href) || MAIL.test(href)) return create('a', { href });
			return urlOf(source, 'href') ? link(urlOf(source, 'href')) : create('a', {});
		}
		// Editors have their own attributes for lazy images.
		let src = urlOf(source, 'src', 'data-src', 'data-original');
		if (name === 'img') {
			const [, index] = /^data:,(\d+)$/.exec(source.getAttribute('src') || '') || [];
			const data = images[+index!] || '';
			src = src ? imageUrl(src) : DATA_IMAGE.test(data) ? data : '';
			return src
				? create('img', Object.assign({ loading: 'lazy', decoding: 'async', alt, src }, requestOf(src)))
				: null;
		}
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

	/** Makes colors of old attributes a style. */
	function copyColors(source: Element, { style, tagName }: HTMLElement) {
		const color = (name: string) => (source.getAttribute(name) || '').trim().replace(/^(?=[\da-f]{6}$)/i, '#');
		if (tagName === 'FONT' && !style.color) style.color = color('color');
		if (source.hasAttribute('bgcolor') && !style.backgroundColor) style.backgroundColor = color('bgcolor');
	}

	/** Keeps floats to images and tables, and to a few. */
	function limitFloat(element: HTMLElement) {
		const align = element.getAttribute('align') || '';
		const isFloat = (element.hasAttribute('style') && element.style.cssFloat) || /left|right/i.test(align);
		const mayFloat = /^(IMG|TABLE)$/.test(element.tagName);
		if (!isFloat || (mayFloat && ++floats <= MAX_FLOATS)) return;
		element.style.cssFloat = '';
		if (mayFloat) element.removeAttribute('align');
	}

	function readHiding(source: Element) {
		const isHidden = ['hidden', 'popover'].some((name) => source.hasAttribute(name));
		const hiding = hidingOf(source.getAttribute('style') || '', isHidden);
		if (!hiding || hiding === 'visible') return hiding;
		return showHidden || holdsMost(source) ? 'visible' : hiding;
	}

	/** Copies an element without its content. */
	function copyShell(source: Element, place: Place): Shell {
		const name = nameOf(source);
		const hiding = readHiding(source);
		if (HIDDEN.includes(name) || hiding === 'away') return {};
		const invisible = hiding ? hiding === 'invisible' : place.invisible;
		const around = Object.assign({}, place, { invisible });
		// A cell of its own keeps its place.
		if (invisible && (place.invisible || !/^t[dh]$/.test(name))) return { inside: around };
		const inline = INLINE.test(name);
		const isFrame = name === 'iframe';
		const inside = Object.assign({}, around, { boxes: place.boxes + +!inline, inlines: place.inlines + +inline });
		if (!isFrame && (!TAGS.includes(name) || inside.boxes > MAX_BOXES || inside.inlines > MAX_INLINES))
			return { inside: around };
		const element = /^(a|img|video|audio|iframe)$/.test(name) ? createLoader(source, name) : parsed.createElement(name);
		if (!element) return {};
		for (const { name, value } of Array.from(source.attributes))
			if (COPIED.includes(name) && value.length <= MAX_ATTRIBUTE) element.setAttribute(name, value);
		copyColors(source, element);
		const narrow = (keepWide: boolean) => {
			if (element.hasAttribute('style')) keepSafeStyle(element, keepWide);
			keepSafeSize(element, keepWide);
			limitFloat(element);
			inside.room = roomIn(element, place.room);
			if (element.hasAttribute('style')) keepLinesApart(element, inline, inside.room.letter);
			inside.paint = keepLegible(element, place.paint);
			if (!element.style.length) element.removeAttribute('style');
			return !/^T[DH]$/.test(element.tagName) && isTooNarrow(source.textContent!.length, inside.room);
		};
		// The content of frames and players is a fallback.
		if (/^(img|video|audio|iframe|br|hr)$/.test(name)) return (narrow(false), { element });
		return narrow(false) && narrow(true) ? { inside: around } : { element, inside };
	}

	/** Copies a node with its content. Returns its cost: parts, and lines of text. */
	function copy(node: Node, to: Node, place: Place): number {
		if (node.nodeType === Node.TEXT_NODE) {
			if (place.invisible) return 1;
			to.appendChild(node.cloneNode());
			return 1 + countLines(node.nodeValue!, place.room);
		}
		if (node.nodeType !== Node.ELEMENT_NODE) return 1;
		const { element, inside } = copyShell(node as Element, place);
		if (element) to.appendChild(element);
		let cost =
			1 +
			(node as Element).attributes.length +
			(element && element.hasAttribute('style') ? element.style.length / 4 : 0);
		if (inside) for (const child of Array.from(node.childNodes)) cost += copy(child, element || to, inside);
		return cost;
	}

	return { copyShell, copy };
}
