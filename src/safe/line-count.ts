/** Estimates the lines a text takes on a phone: in a narrow box every letter may have one. */

/** Room for text: CSS pixels of a line, of a letter, and between letters. */
export interface Room {
	width: number;
	letter: number;
	spacing: number;
	/** Line ends of the source are kept. */
	keepsLines?: boolean;
}

/** Room on a small phone. */
export const WHOLE_ROOM: Room = { width: 320, letter: 16, spacing: 0 };

/** CSS pixels of units; others are of a letter. */
const PIXELS: Record<string, number> = { px: 1, pt: 4 / 3, rem: 16, cm: 38, mm: 3.8, vw: 3.2 };

/** Lines that a text in a narrow box may have, and letters in a line of a longer one. */
const MAX_NARROW_LINES = 20;
const MIN_LETTERS = 8;

/** Converts a length to about as many CSS pixels; NaN for a keyword or nothing. `whole` is 100 %. */
export function pixels(value: string, whole: number, letter: number): number {
	const [unit = ''] = /%|[a-z]+$/.exec(value) || [];
	return parseFloat(value) * (unit === '%' ? whole / 100 : PIXELS[unit] || letter);
}

/** Least room within an element, whose `style` must already be safe. */
export function roomIn({ style, tagName }: HTMLElement, { width, letter, spacing, keepsLines }: Room): Room {
	const isStyled = style.length > 0;
	const get = (name: string, whole: number) => (isStyled ? pixels(style.getPropertyValue(name), whole, letter) : NaN);
	const size = get('font-size', letter);
	letter = tagName === 'BIG' || /large/.test(style.fontSize) ? letter * 2 : size >= 0 ? size : letter;
	const between = get('letter-spacing', 0);
	if (between >= 0) spacing = between;
	if (tagName === 'PRE' || style.whiteSpace) keepsLines = style.whiteSpace !== 'normal';
	// The narrowest cell of the page's tables.
	if (/^T[DH]$/.test(tagName)) width = (letter + spacing) * 4;
	if (/^(UL|OL|DD|BL)/.test(tagName)) width -= 40;
	// Percentages of a negative width would widen it.
	const whole = Math.max(0, width);
	for (const name of ['width', 'max-width']) if (get(name, whole) < width) width = get(name, whole);
	for (const side of ['left', 'right'])
		for (const name of [`margin-${side}`, `padding-${side}`, `border-${side}-width`]) width -= get(name, whole) || 0;
	return { width, letter, spacing, keepsLines };
}

const lettersIn = ({ width, letter, spacing }: Room) => Math.max(1, width / Math.max(1, letter + spacing));

/** Lines of a text, and two for each change of script, which starts a new run. */
export const countLines = (text: string, room: Room): number =>
	text.length / lettersIn(room) +
	(room.keepsLines ? text.split('\n').length : 1) +
	2 * text.split(/[\0-~][^\0-~]/).length -
	3;

/** Whether a text of this length would become a column of letters. */
export const isTooNarrow = (length: number, room: Room): boolean =>
	lettersIn(room) < MIN_LETTERS && length / lettersIn(room) > MAX_NARROW_LINES;
