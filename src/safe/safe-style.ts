import { pixels } from './line-count.ts';

/** Properties that neither move elements elsewhere, cover others, nor fetch. */
const SAFE_PROPERTY =
	/^(color|background-(color|image)|text-align|text-indent|text-decoration(-(line|color|style))?|font-(size|weight|style)|line-height|letter-spacing|vertical-align|list-style-type|box-sizing|display|float|(margin|padding)(-(top|right|bottom|left))?|border-((top|right|bottom|left)-(color|style|width)|(top|bottom)-(left|right)-radius|collapse|spacing)|width|max-width)$/;

/** Largest numbers, about 1000 px each; other units are refused. */
const LARGEST: Record<string, number> = {
	px: 999,
	pt: 749,
	cm: 26,
	mm: 264,
	em: 62,
	rem: 62,
	vw: 100,
	'%': 300,
	'': 10,
};
const NUMBER = /([-+]?(?:\d*\.)?\d+(?:e[-+]?\d+)?)(%|[a-z]*)/gi;
const COLOR = /rgba?\([\d., %/]+\)/g;
/** A gradient, once its colors are left out. */
const GRADIENT = /^(repeating-)?(linear|radial)-gradient\([-\w\s.,#%]*\)$/;
/** Keywords of properties that others could misuse. */
const KEYWORDS: Record<string, RegExp> = {
	display: /^(block|inline|inline-block)$/,
	float: /^(left|right)$/,
	'background-image': GRADIENT,
	'vertical-align': /^[a-z-]+$/,
	'list-style-type': /^[a-z-]+$/,
};

/** Whether a value computes nothing and has no negative or large number. */
function isSafeValue(property: string, value: string): boolean {
	const plain = value.replace(COLOR, '');
	if (property === 'font-weight' || !plain) return true;
	const keywords = KEYWORDS[property];
	if (keywords) return keywords.test(plain);
	if (/[(\\]/.test(plain)) return false;
	// Room for what was placed over it.
	if (/^padding-(top|bottom)/.test(property) && /%/.test(plain)) return false;
	// Larger letters of a long line take long to lay out.
	const share = /^(border-.*width|letter)/.test(property) ? 0.03 : property === 'font-size' ? 0.1 : 1;
	let safe = true;
	plain.replace(NUMBER, (_, number: string, unit: string) => {
		// Not `>`, as unknown units give undefined.
		if (!(+number >= 0 && +number <= LARGEST[unit.toLowerCase()]! * (unit === '%' ? 1 : share))) safe = false;
		return '';
	});
	return safe;
}

const isNarrowing = (property: string, value: string) =>
	/width|left|right|spacing|float/.test(property) ||
	(property === 'font-size' && !(/px$/.test(value) && parseFloat(value) <= 30));

/** Removes unsafe declarations; with `keepWide`, narrowing ones, too. */
export function keepSafeStyle(element: HTMLElement, keepWide: boolean): void {
	const { style } = element;
	// A shorthand in some engines.
	const { whiteSpace } = style;
	// The background of its letters alone, which have no color.
	if (/text/.test(style.getPropertyValue('background-clip') || style.getPropertyValue('-webkit-background-clip')))
		style.background = '';
	for (const property of Array.from(style)) {
		const value = style.getPropertyValue(property);
		const isKept = SAFE_PROPERTY.test(property) && isSafeValue(property, value);
		if (!isKept || (keepWide && isNarrowing(property, value))) style.removeProperty(property);
	}
	// Lines that are not broken would be cut off.
	if (/^(normal|pre|break)/.test(whiteSpace))
		style.whiteSpace = /^(normal|pre-line)$/.test(whiteSpace) ? whiteSpace : 'pre-wrap';
	// Drops what the CSS parser ignored.
	style.cssText = style.cssText;
}

/** Least and largest height of a line, in letters: of less lines overlap. */
const MIN_LINE = 1;
const MAX_LINE = 10;
/** CSS pixels above or below a text in a line that hide nothing of other lines. */
const MAX_EDGE = 3;

/**
 * Keeps lines apart: makes heights of lines relative, so that they hold for larger letters within, and boxes of what has
 * an edge in a line, as `isInline` elements have.
 */
export function keepLinesApart({ style }: HTMLElement, isInline: boolean, letter: number): void {
	const get = (name: string) => pixels(style.getPropertyValue(name), letter, letter);
	const lines = get('line-height') / letter;
	if (lines >= MIN_LINE && lines <= MAX_LINE) style.lineHeight = `${Math.floor(lines * 100) / 100}`;
	else style.lineHeight = '';
	const isInLine = style.display ? style.display === 'inline' : isInline;
	const edge = (side: string) => (get(`padding-${side}`) || 0) + (get(`border-${side}-width`) || 0);
	if (!isInLine || Math.max(edge('top'), edge('bottom')) <= MAX_EDGE) return;
	style.display = 'inline-block';
	style.textIndent = '0';
}

/** CSS pixels. */
const LARGEST_IMAGE = 9999;
const LARGEST_BOX = 999;

/** Removes unreasonable `width` and `height`; with `keepWide`, widths of boxes, too. */
export function keepSafeSize(element: Element, keepWide: boolean): void {
	const isImage = /^(IMG|VIDEO)$/.test(element.tagName);
	const largest = isImage ? LARGEST_IMAGE : LARGEST_BOX;
	if (keepWide && !isImage) element.removeAttribute('width');
	for (const name of ['width', 'height'])
		if (!(parseFloat(element.getAttribute(name)!) <= largest)) element.removeAttribute(name);
}
