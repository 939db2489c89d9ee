/** Properties of `style` that neither move an element out of its place nor fetch anything. */
const SAFE_PROPERTY =
	/^(color|background-color|text-align|text-indent|text-decoration(-line)?|font-(size|weight|style)|line-height|(margin|padding)(-(top|right|bottom|left))?|width|max-width)$/;

/** Largest number by its unit, about 1000 px each; numbers with any other unit are refused. */
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

/** Whether a value computes nothing, and none of its numbers is negative or too large. */
function isSafeValue(property: string, value: string): boolean {
	if (property === 'font-weight' || /^rgba?\([\d., ]+\)$/.test(value)) return true;
	if (/[(\\]/.test(value)) return false;
	let safe = true;
	value.replace(NUMBER, (_, number: string, unit: string) => {
		// Not `>`: the largest of an unknown unit is undefined.
		if (!(+number >= 0 && +number <= LARGEST[unit.toLowerCase()]!)) safe = false;
		return '';
	});
	return safe;
}

/** Removes the declarations of an element that are not safe, and its attribute `style` where none is left. */
export function keepSafeStyle(element: HTMLElement): void {
	const { style } = element;
	for (const property of Array.from(style))
		if (!SAFE_PROPERTY.test(property) || !isSafeValue(property, style.getPropertyValue(property)))
			style.removeProperty(property);
	// Written anew: the attribute's text also holds what the CSS parser does not understand.
	if (style.length) style.cssText = style.cssText;
	else element.removeAttribute('style');
}

/** Most CSS pixels that the attributes `width` and `height` may say: for an image, and for anything else. */
const LARGEST_IMAGE = 9999;
const LARGEST_BOX = 999;

/** Removes the attributes `width` and `height` unless they are numbers of a sensible size. */
export function keepSafeSize(element: Element): void {
	const largest = /^(IMG|VIDEO)$/.test(element.tagName) ? LARGEST_IMAGE : LARGEST_BOX;
	for (const name of ['width', 'height'])
		if (!(parseFloat(element.getAttribute(name)!) <= largest)) element.removeAttribute(name);
}
