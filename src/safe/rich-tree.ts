import { OPEN_WEB_PAGE } from '../texts.ts';
import { COPIED, TAGS } from './allowed-html.ts';
import { requestOf } from './foreign-image.ts';
import { createMajority, hidingOf } from './hiding.ts';
import { keepLegible, type Paint } from './legible.ts';
import { countLines, isTooNarrow, type Room, roomIn } from './line-count.ts';
import { keepLinesApart, keepSafeSize, keepSafeStyle } from './safe-style.ts';
import { safeUrl } from './url.ts';

const HIDDEN = 'script style template noscript noembed noframes title textarea select svg math xml rp'.split(' ');

/** Deepest nesting of boxes, and of elements in a line; deeper ones give only content. */
const MAX_BOXES = 40;
const MAX_INLINES = 8;
const FRAME = /^(iframe|o?embed|object)$/;
const INLINE = /^(a|b|big|code|del|em|font|i|ins|mark|rt|ruby|s|small|span|strike|strong|sub|sup|u)$/;

/** Limits; a player costs as much as a hundred elements, and a float changes the lines of all that follow. */
const MAX_PLAYERS = 20;
const MAX_FLOATS = 40;
/** Characters of an attribute. */
const MAX_ATTRIBUTE = 2000;

/** Attributes of lists and their items, and what they may say. */
const COUNTED_BY: Record<string, string[]> = { OL: ['start', 'type', 'reversed'], LI: ['value'] };
const COUNTING = /^(-?\d{1,6}|[1aAiI]|reversed|)$/;
/** Kinds of items in Quill that have no number. */
const BULLETS = /^(bullet|checked|unchecked)$/;
/** How its levels count. */
const LEVELS = ['decimal', 'lower-alpha', 'lower-roman'];
/** Letters by which each step of Quill's is indented; its 3 are much on a phone. */
const INDENT = 1.5;

const TELEPHONE = /^tel:[\d+,;().\s-]{3,40}$/i;
const MAIL = /^mailto:[^\s<>"']{3,400}$/i;
/** Attributes of lazy images, beside which `src` is a placeholder. */
const LAZY =
	'data-src data-original data-lazy-src data-original-src data-actualsrc data-lazyload data-lazy data-echo'.split(' ');
const DATA_IMAGE = /^data:image\/(png|jpe?g|gif|webp);base64,/i;

/** Where content goes: its room and paint, the elements around it, and whether those make it invisible. */
export interface Place {
	room: Room;
	paint: Paint;
	boxes: number;
	inlines: number;
	invisible: boolean;
}

/** Name of an element in the source of {@link parseHtml}. */
export const nameOf = (node: Node) => node.nodeName.toLowerCase().replace(/^x-/, '');

/** Whether a node stands in a line. */
export const isInline = (node: Node) =>
	node.nodeType !== Node.ELEMENT_NODE || /^(img|br)$/.test(nameOf(node)) || INLINE.test(nameOf(node));

const urlOf = (element: Element, ...names: string[]) =>
	names.map((name) => safeUrl(element.getAttribute(name))).find(Boolean) || '';

interface CopierOptions {
	/** Limits images to the screen. */
	imageUrl: (url: string) => string;
	/** URLs that `data:,0` and following stand for. */
	images: string[];
	/** Also shows what its style or attributes hide. */
	showHidden: boolean;
}

/** Id of a place in the description, which nothing else in the page has. */
const idOf = (place: string, before = '') => `${before}rich:${place}`;

/** Reads the name of a place in the page to which a link leads, '' for the page itself; null for other links. */
function placeOf(anchor: Element): string | null {
	const [page, place = ''] = urlOf(anchor, 'href').split('#');
	if (page !== location.href.split('#')[0]) return null;
	try {
		return decodeURIComponent(place);
	} catch {
		return place;
	}
}

/** Creates functions that copy allowed elements and attributes of an inert document into it. */
export function createCopier(parsed: Document, { imageUrl, images, showHidden }: CopierOptions) {
	let players = 0;
	let floats = 0;
	/** Numbers of a list's latest items, by level. */
	const counts = new WeakMap<Node, number[]>();
	const linked = new Set(Array.from(parsed.querySelectorAll('a[href*="#"]'), placeOf));
	const holdsMost = createMajority(parsed.body);

	const create = (name: string, attributes: Record<string, string>) => {
		const element = parsed.createElement(name);
		for (const attribute of Object.keys(attributes)) element.setAttribute(attribute, attributes[attribute]!);
		return element;
	};
	const image = (src: string, attributes: Record<string, string>) =>
		create('img', Object.assign({ loading: 'lazy', decoding: 'async', src }, attributes, requestOf(src)));
	const link = (href: string) => create('a', { href, target: '_blank', rel: 'noopener noreferrer' });

	/** Creates a link, image or player, or a link to a frame; null without a URL, except for links. */
	function createLoader(source: Element, name: string): HTMLElement | null {
		const alt = source.getAttribute('alt') || '';
		if (name === 'a') {
			const href = (source.getAttribute('href') || '').trim();
			if (TELEPHONE.test(href) || MAIL.test(href)) return create('a', { href });
			const place = placeOf(source);
			if (place !== null) return create('a', place ? { href: idOf(place, '#') } : {});
			return urlOf(source, 'href') ? link(urlOf(source, 'href')) : create('a', {});
		}
		let src = urlOf(source, ...LAZY, 'src', 'url', 'data');
		if (name === 'img') {
			const [, index] = /^data:,(\d+)$/.exec(source.getAttribute('src') || '') || [];
			const data = images[+index!] || '';
			src = src ? imageUrl(src) : DATA_IMAGE.test(data) ? data : '';
			return src ? image(src, { alt }) : null;
		}
		for (const child of Array.from(source.querySelectorAll('source,embed'))) src = src || urlOf(child, 'src');
		if (!src) return null;
		if (FRAME.test(name) || ++players > MAX_PLAYERS) {
			const element = link(src);
			element.textContent = `${OPEN_WEB_PAGE} ${src.split('/')[2]}`;
			return element;
		}
		const element = create(name, { controls: '', playsinline: '', preload: 'none', src });
		const poster = urlOf(source, 'poster');
		if (!poster) return element;
		// An attribute would load it at once.
		const box = create('div', {});
		box.append(image(imageUrl(poster), { alt: '', class: 'poster' }), element);
		return box;
	}

	/** Makes colors of old attributes a style. */
	function copyColors(source: Element, { style, tagName }: HTMLElement) {
		const color = (name: string) => (source.getAttribute(name) || '').trim().replace(/^(?=[\da-f]{6}$)/i, '#');
		if (tagName === 'FONT' && !style.color) style.color = color('color');
		if (source.hasAttribute('bgcolor') && !style.backgroundColor) style.backgroundColor = color('bgcolor');
	}

	/** Keeps how a list counts, and what Quill says by classes and marks; it has one list for all kinds and levels. */
	function copyList(source: Element, element: HTMLElement) {
		const { style } = element;
		for (const name of COUNTED_BY[element.tagName] || []) {
			const value = source.getAttribute(name);
			if (value !== null && COUNTING.test(value)) element.setAttribute(name, value);
		}
		const [, align] = /\bql-align-(center|right|justify)/.exec(source.className) || [];
		const [, indent] = /\bql-indent-([1-8])/.exec(source.className) || [];
		if (align) style.textAlign = align;
		if (indent) style.marginLeft = `${+indent * INDENT}em`;
		const list = source.parentNode!;
		if (element.tagName !== 'LI' || nameOf(list) !== 'ol') return;
		const isBullet = BULLETS.test(source.getAttribute('data-list')!);
		const level = indent ? +indent : 0;
		const counted = counts.get(list) || [];
		/** By the browser: the first, and one behind another of its level. */
		const isCounted = !counted.length || (counted.length === level + 1 && counted[level]);
		counted.length = level + 1;
		counted[level] = isBullet ? 0 : (counted[level] || 0) + 1;
		counts.set(list, counted);
		if (isBullet) style.listStyleType = 'disc';
		else if (level) style.listStyleType = LEVELS[level % 3]!;
		if (!isBullet && !isCounted && !element.hasAttribute('value')) element.setAttribute('value', `${counted[level]}`);
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

	/** Copies an element without its content, if it is shown; `inside`, if that is. */
	function copyShell(source: Element, at: Place): { element?: HTMLElement; inside?: Place } {
		const name = nameOf(source);
		const isFrame = FRAME.test(name);
		const hiding = readHiding(source);
		if (HIDDEN.includes(name) || hiding === 'away') return {};
		const invisible = hiding ? hiding === 'invisible' : at.invisible;
		const around = Object.assign({}, at, { invisible });
		// A cell of its own keeps its place.
		if (invisible && (at.invisible || !/^t[dh]$/.test(name))) return { inside: around };
		const inline = INLINE.test(name);
		const inside = Object.assign({}, around, { boxes: at.boxes + +!inline, inlines: at.inlines + +inline });
		if (!isFrame && (!TAGS.includes(name) || inside.boxes > MAX_BOXES || inside.inlines > MAX_INLINES))
			return { inside: around };
		const element =
			isFrame || /^(a|img|video|audio)$/.test(name) ? createLoader(source, name) : parsed.createElement(name);
		if (!element) return name === 'object' ? { inside: around } : {};
		for (const { name, value } of Array.from(source.attributes))
			if (COPIED.includes(name) && value.length <= MAX_ATTRIBUTE) element.setAttribute(name, value);
		const place = source.getAttribute('id') || source.getAttribute('name');
		if (place && linked.has(place)) element.id = idOf(place);
		copyColors(source, element);
		copyList(source, element);
		const narrow = (keepWide: boolean) => {
			if (element.hasAttribute('style')) keepSafeStyle(element, keepWide);
			keepSafeSize(element, keepWide);
			limitFloat(element);
			inside.room = roomIn(element, at.room);
			if (element.hasAttribute('style')) keepLinesApart(element, inline, inside.room.letter);
			inside.paint = keepLegible(element, at.paint);
			if (!element.style.length) element.removeAttribute('style');
			return !/^T[DH]$/.test(element.tagName) && isTooNarrow(source.textContent!.length, inside.room);
		};
		// The content of frames and players is a fallback.
		if (isFrame || /^(img|video|audio|br|hr)$/.test(name)) {
			narrow(false);
			// Links of frames that follow each other would read as one.
			if (isFrame) element.style.display = 'block';
			return { element };
		}
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

/** Created by {@link createCopier}. */
export type Copier = ReturnType<typeof createCopier>;
