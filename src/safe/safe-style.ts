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
	// Lines of less height overlap.
	const least = property === 'line-height' ? 1 : 0;
	// Larger letters of a long line take long to lay out.
	const share = /^(border-.*width|letter)/.test(property) ? 0.03 : property === 'font-size' ? 0.1 : 1;
	let safe = true;
	plain.replace(NUMBER, (_, number: string, unit: string) => {
		// Not `>`, as unknown units give undefined.
		if (!(+number >= least && +number <= LARGEST[unit.toLowerCase()]! * (unit === '%' ? 1 : share))) safe = false;
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
	for (const property of Array.from(style)) {
		const value = style.getPropertyValue(property);
		const isKept = SAFE_PROPERTY.test(property) && isSafeValue(property, value);
		if (!isKept || (keepWide && isNarrowing(property, value))) style.removeProperty(property);
	}
	// Drops what the CSS parser ignored.
	if (style.length) style.cssText = style.cssText;
	else element.removeAttribute('style');
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
