/** Estimates the lines a text takes on a phone: in a narrow box every letter may have one. */

/** Room for text: CSS pixels of a line, and of a letter. */
export interface Room {
	width: number;
	letter: number;
}

/** Room on a small phone. */
export const WHOLE_ROOM: Room = { width: 320, letter: 16 };

/** Converts a length to about as many CSS pixels; NaN for a keyword or nothing. `whole` is 100 %. */
const pixels = (value: string, whole: number, letter: number): number =>
	parseFloat(value) * (/%/.test(value) ? whole / 100 : /px/.test(value) ? 1 : letter);

/** Least room within an element, whose `style` must already be safe. */
export function roomIn({ style, tagName }: HTMLElement, { width, letter }: Room): Room {
	const get = (name: string, whole: number) => pixels(style.getPropertyValue(name), whole, letter);
	const size = get('font-size', letter);
	letter = tagName === 'BIG' || /large/.test(style.fontSize) ? letter * 2 : size >= 0 ? size : letter;
	// The narrowest cell of the page's tables.
	if (/^T[DH]$/.test(tagName)) width = letter * 4;
	if (/^(UL|OL|DD|BL)/.test(tagName)) width -= 40;
	// Percentages of a negative width would widen it.
	const whole = Math.max(0, width);
	for (const name of ['width', 'max-width']) if (get(name, whole) < width) width = get(name, whole);
	for (const side of ['margin-left', 'margin-right', 'padding-left', 'padding-right']) width -= get(side, whole) || 0;
	return { width, letter };
}

/** Lines of a text, and two for each change of script, which starts a new run. */
export const countLines = (text: string, { width, letter }: Room): number =>
	text.length / Math.max(1, width / Math.max(1, letter)) + 2 * text.split(/[\0-~][^\0-~]/).length - 2;
