/** Properties that neither move elements elsewhere nor fetch. */
const SAFE_PROPERTY =
	/^(color|background-color|text-align|text-indent|text-decoration(-line)?|font-(size|weight|style)|line-height|(margin|padding)(-(top|right|bottom|left))?|width|max-width)$/;

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

/** Whether a value computes nothing and has no negative or large number. */
function isSafeValue(property: string, value: string): boolean {
	if (property === 'font-weight' || /^rgba?\([\d., ]+\)$/.test(value)) return true;
	if (/[(\\]/.test(value)) return false;
	let safe = true;
	value.replace(NUMBER, (_, number: string, unit: string) => {
		// Not `>`, as unknown units give undefined.
		if (!(+number >= 0 && +number <= LARGEST[unit.toLowerCase()]!)) safe = false;
		return '';
	});
	return safe;
}

const isNarrowing = (property: string, value: string) =>
	/width|left|right/.test(property) || (property === 'font-size' && !(/px$/.test(value) && parseFloat(value) <= 30));

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
