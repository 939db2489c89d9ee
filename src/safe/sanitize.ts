import createPurifier from 'dompurify';
import { DESCRIPTION_CUT } from '../texts.ts';
import { ATTRIBUTES, TAGS } from './allowed-html.ts';
import { pagePaint } from './legible.ts';
import { WHOLE_ROOM } from './line-count.ts';
import { parseHtml } from './parse-html.ts';
import { type Copier, createCopier, isInline, nameOf, type Place } from './rich-tree.ts';
import { limitTables } from './table-size.ts';

/**
 * Makes rich HTML safe, a slice with each step: gives the same element again and again, whose content grows; at last it
 * is empty where it shows nothing. Gives nothing where DOMPurify is not supported. `imageUrl` limits images to the screen.
 */
export type Sanitizer = (html: string, imageUrl: (url: string) => string) => Iterable<HTMLElement>;

/** Parts and lines in a slice, about 0.025 ms each, and in all. */
const MAX_SLICE = 100;
const MAX_COST = 60_000;
/** Elements and characters that are copied in one go. */
const MAX_ELEMENTS = 40;
const MAX_TEXT = 250;
/** Cost of what is laid out again with each part of it. */
const MAX_GROUP = 400;
/** Their children are of kinds of their own. */
const UNGROUPED = /^([UOD]L|TABLE|T(BODY|HEAD|FOOT|R)|DETAILS|FIGURE)$/;
/** Deepest nesting of what is read. */
const MAX_DEPTH = 200;

const OPTIONS = {
	ALLOWED_TAGS: TAGS.concat('#text'),
	ALLOWED_ATTR: ATTRIBUTES,
	ALLOW_DATA_ATTR: false,
	ALLOW_ARIA_ATTR: false,
	KEEP_CONTENT: false,
	RETURN_DOM: true,
} as const;

const isLarge = (node: Node) =>
	node.nodeType === Node.ELEMENT_NODE &&
	((node as Element).getElementsByTagName('*').length > MAX_ELEMENTS || node.textContent!.length > MAX_TEXT);

/** Cuts a long text node. */
function pieces(node: Node): Node[] {
	if (node.nodeType !== Node.TEXT_NODE || node.nodeValue!.length <= MAX_TEXT) return [node];
	// Between characters, after white space or punctuation if there is any.
	const texts = node.nodeValue!.match(/[^]{1,249}(?:[\s。，,.]|(?![\udc00-\udfff]))/g) || [];
	return texts.map((text) => node.ownerDocument!.createTextNode(text));
}

/**
 * Creates the sanitizer (spec §2): no script, form, frame or URL outside http(s), safe style, links to new pages, lazy
 * images. Every slice is built from allowed names, checked as a tree, and never serialized.
 */
export function createSanitizer(): Sanitizer {
	const purifier = createPurifier(window);
	if (purifier.isSupported) purifier.setConfig(OPTIONS);

	return function* (html, imageUrl) {
		if (!purifier.isSupported) return;
		const content = document.createElement('div');
		content.className = 'rich';
		const parsing = parseHtml(html);
		let step = parsing.next();
		for (; !step.done; step = parsing.next()) yield content;
		const { body, images } = step.value;
		let { whole } = step.value;
		if (!limitTables(body)) whole = false;
		const parsed = body.ownerDocument;
		let copy: Copier['copy'];
		let copyShell: Copier['copyShell'];
		let slice = parsed.createElement('div');
		let cost = 0;
		let total = 0;

		/** Adds what has been copied, once it is checked; returns the last of it. */
		function flush(to: HTMLElement): Node | null {
			if (!slice.firstChild) return null;
			const { firstChild } = purifier.sanitize(slice) as unknown as HTMLElement;
			slice = parsed.createElement('div');
			let last = null;
			for (const child of Array.from(firstChild ? firstChild.childNodes : []))
				last = to.appendChild(document.importNode(child, true));
			return last;
		}

		/** Copies nodes, large ones by their content. */
		function* pour(from: Node, to: HTMLElement, place: Place, depth: number): Generator<HTMLElement> {
			/** Of many parts each group is laid out by itself; a line is cut where there is a break if possible. */
			let group = to;
			let used = 0;
			let wasBreak = false;
			for (const child of Array.from(from.childNodes))
				for (const piece of pieces(child)) {
					const large = isLarge(piece);
					const isFull = used > (wasBreak || !isInline(piece) ? MAX_GROUP : 2 * MAX_GROUP);
					if (isFull || large) flush(group);
					if (isFull && !UNGROUPED.test(to.tagName)) {
						group = to.appendChild(document.createElement('div'));
						used = 0;
					}
					wasBreak = nameOf(piece) === 'br';
					const before = total + cost;
					if (large) {
						const { element, inside } = copyShell(piece as Element, place);
						if (element) slice.appendChild(element);
						const target = element ? (flush(group) as HTMLElement | null) : group;
						cost++;
						// Not `yield*`, for which the bundler has a long helper.
						if (target && inside && depth < MAX_DEPTH)
							for (const part of pour(piece, target, inside, depth + 1)) yield part;
						else if (inside) whole = false;
					} else cost += copy(piece, slice, place);
					used += total + cost - before;
					if (cost > MAX_SLICE) {
						flush(group);
						total += cost;
						cost = 0;
						yield content;
					}
					if (total + cost > MAX_COST) {
						flush(group);
						whole = false;
						return;
					}
				}
			flush(group);
		}

		const place = { room: WHOLE_ROOM, paint: pagePaint(), boxes: 0, inlines: 0, invisible: false };
		const isEmpty = () => !content.textContent!.trim() && !content.querySelector('img,video,audio');
		for (const showHidden of [false, true]) {
			if (!isEmpty()) break;
			({ copy, copyShell } = createCopier(parsed, { imageUrl, images, showHidden }));
			for (const part of pour(body, content, place, 0)) yield part;
		}
		if (isEmpty()) content.textContent = '';
		const places = new Set(Array.from(content.querySelectorAll('[id]'), ({ id }) => `#${id}`));
		for (const link of Array.from(content.querySelectorAll('a[href^="#"]')))
			if (!places.has(link.getAttribute('href')!)) link.removeAttribute('href');
		if (!whole) {
			const end = content.appendChild(document.createElement('p'));
			end.className = 'list-end';
			end.textContent = DESCRIPTION_CUT;
		}
		yield content;
	};
}
