/** An estimate of how many lines text takes on a phone: in a narrow box every letter may have one. */

/** Where text is set: CSS pixels of a line, and of a letter. */
export interface Room {
	width: number;
	letter: number;
}

/** On a small phone. */
export const WHOLE_ROOM: Room = { width: 320, letter: 16 };

/** About how many CSS pixels a length is; NaN for a keyword or nothing. `whole` is what 100 % are. */
const pixels = (value: string, whole: number, letter: number): number =>
	parseFloat(value) * (/%/.test(value) ? whole / 100 : /px/.test(value) ? 1 : letter);

/** Least room within an element, whose `style` has to be safe already. */
export function roomIn({ style, tagName }: HTMLElement, { width, letter }: Room): Room {
	const get = (name: string, whole: number) => pixels(style.getPropertyValue(name), whole, letter);
	const size = get('font-size', letter);
	letter = tagName === 'BIG' || /large/.test(style.fontSize) ? letter * 2 : size >= 0 ? size : letter;
	// The least in the page's tables.
	if (/^T[DH]$/.test(tagName)) width = letter * 4;
	if (/^(UL|OL|DD|BL)/.test(tagName)) width -= 40;
	// Percentages of less than nothing would widen it.
	const whole = Math.max(0, width);
	for (const name of ['width', 'max-width']) if (get(name, whole) < width) width = get(name, whole);
	for (const side of ['margin-left', 'margin-right', 'padding-left', 'padding-right']) width -= get(side, whole) || 0;
	return { width, letter };
}

/** Lines of a text, and two for each change of script, which starts a run of its own. */
export const countLines = (text: string, { width, letter }: Room): number =>
	text.length / Math.max(1, width / Math.max(1, letter)) + 2 * text.split(/[\0-~][^\0-~]/).length - 2;
