/** Keeps text legible in the light scheme; in the dark one `description.css` sets all colors. */

/** Contrast of large text: https://www.w3.org/TR/WCAG21/#contrast-minimum */
const LEAST = 3;

/** Red, green and blue, 0 to 255, and alpha. */
type Color = [red: number, green: number, blue: number, alpha: number];

/** Color of a text, and the darkest and lightest of what is behind it. */
export interface Paint {
	text: Color;
	grounds: Color[];
}

/** `--text`, `--brand` and `--surface` of `tokens.css`. */
const TEXT = '#171b22';
const LINK = '#0b63d6';
const WHITE = '#fff';

/** Elements with colors of their own. */
const OWN: Record<string, [text: string, ground: string]> = {
	A: [LINK, ''],
	MARK: ['#000', '#ff0'],
	TH: ['', 'rgba(120,135,160,.12)'],
};

const NONE: Color = [0, 0, 0, 0];
let context: CanvasRenderingContext2D | null;

/** Reads a CSS color as the browser does; transparent for anything else. */
function readColor(css: string): Color {
	context = context || document.createElement('canvas').getContext('2d');
	if (!context || /current/i.test(css)) return NONE;
	// What is no color leaves it as it was.
	context.fillStyle = 'transparent';
	context.fillStyle = css;
	const read = context.fillStyle;
	const hex = parseInt(read.slice(1), 16);
	if (read[0] === '#') return [hex >> 16, (hex >> 8) & 255, hex & 255, 1];
	return /^rgba/.test(read) ? (read.match(/[\d.]+/g)!.map(Number) as Color) : NONE;
}

/** Blends a color with the one behind it. */
function over(front: Color, back: Color): Color {
	const mix = (index: 0 | 1 | 2) => front[index] * front[3] + back[index] * (1 - front[3]);
	return [mix(0), mix(1), mix(2), 1];
}

/** https://www.w3.org/TR/WCAG21/#dfn-relative-luminance */
function luminance([red, green, blue]: Color): number {
	const linear = (part: number) => (part > 10 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 3295);
	return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The darkest and lightest of colors over others. */
function extremes(colors: Color[], behind: Color[]): Color[] {
	const all: Color[] = [];
	for (const color of colors) for (const ground of behind) all.push(over(color, ground));
	all.sort((a, b) => luminance(a) - luminance(b));
	return all.length ? [all[0]!, all[all.length - 1]!] : behind;
}

/** Whether a text has enough contrast to all that is behind it, and is not between the ends of a gradient. */
function isLegible(text: Color, grounds: Color[]): boolean {
	const ratios = grounds.map((ground) => (luminance(over(text, ground)) + 0.05) / (luminance(ground) + 0.05));
	return ratios.every((ratio) => ratio >= LEAST) || ratios.every((ratio) => ratio <= 1 / LEAST);
}

/** Paint of the page. */
export const pagePaint = (): Paint => ({ text: readColor(TEXT), grounds: [readColor(WHITE)] });

/**
 * Removes colors of an element on which its text is hard to see, or sets others. Its style must already be safe. Returns
 * the paint within.
 */
export function keepLegible(element: HTMLElement, around: Paint): Paint {
	const { style, tagName } = element;
	const own = OWN[tagName];
	if (!own && !style.length) return around;
	// Tables have shadows of the page there.
	if (tagName === 'TABLE') style.background = '';
	const { color, backgroundColor, backgroundImage } = style;
	const [ownText, ownGround] = own || ['', ''];
	const solid = extremes([readColor(backgroundColor || ownGround)], around.grounds);
	const stops = (backgroundImage.match(/rgba?\([^)]*\)|[#\w]+/g) || []).filter(
		(word) => readColor(word)[3] || /^(rgba|transparent)/.test(word),
	);
	/** Colors of the text, of which the first that can be seen is taken. */
	const texts: [css: string, text: Color][] = [
		[color, /^(inherit|currentcolor)$/i.test(color) ? around.text : readColor(color)],
		['', ownText ? readColor(ownText) : around.text],
		['inherit', around.text],
		[TEXT, readColor(TEXT)],
		[WHITE, readColor(WHITE)],
	];
	/** With all that is behind the text, without the gradient, and without anything of its own. */
	const behind = [extremes(stops.map(readColor), solid), solid, around.grounds];
	let within = around;
	let found = false;
	behind.forEach((grounds, dropped) => {
		for (const [css, text] of texts)
			if (!found && isLegible(text, grounds)) {
				found = true;
				within = { text, grounds };
				style.color = css;
				if (dropped) style.backgroundImage = '';
				if (dropped > 1 || !readColor(backgroundColor)[3]) style.backgroundColor = '';
			}
	});
	if (!found) style.color = style.background = '';
	return within;
}
