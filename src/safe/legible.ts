/** Keeps text legible in the light scheme; in the dark one `description.css` sets all colors. */

/** Contrast of large text: https://www.w3.org/TR/WCAG21/#contrast-minimum; cells of tables have a tint. */
const LEAST = 3.4;

/** Red, green and blue, 0 to 255, and alpha. */
type Color = [red: number, green: number, blue: number, alpha: number];

/** Color of a text, and the darkest and lightest of what is behind it. */
export interface Paint {
	text: Color;
	grounds: Color[];
}

/** `--text` and `--brand` of `tokens.css`. */
const TEXT = '#171b22';
const LINK = '#0b63d6';
const WHITE = '#fff';

let context: CanvasRenderingContext2D | null;

/** Reads a CSS color as the browser does; transparent for anything else. */
function readColor(css: string): Color {
	context = context || document.createElement('canvas').getContext('2d')!;
	// Invalid colors leave it as it was.
	context.fillStyle = '#0000';
	if (!/current/i.test(css)) context.fillStyle = css;
	const read = context.fillStyle;
	const hex = parseInt(read.slice(1), 16);
	return (read[0] === '#' ? [hex >> 16, (hex >> 8) & 255, hex & 255, 1] : read.match(/[\d.]+/g)!.map(Number)) as Color;
}

/** Blends a color with the one behind it. */
function over([red, green, blue, alpha]: Color, back: Color): Color {
	const mix = (front: number, index: 0 | 1 | 2) => front * alpha + back[index] * (1 - alpha);
	return [mix(red, 0), mix(green, 1), mix(blue, 2), 1];
}

/** https://www.w3.org/TR/WCAG21/#dfn-relative-luminance, and 0.05: two of these divided are a contrast. */
export function luminance([red, green, blue]: Color): number {
	const linear = (part: number) => (part > 10 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 3295);
	return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05;
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
	const ratios = grounds.map((ground) => luminance(over(text, ground)) / luminance(ground));
	return ratios.every((ratio) => ratio > LEAST) || ratios.every((ratio) => ratio < 1 / LEAST);
}

/** Paint of the page. */
export const pagePaint = (): Paint => ({ text: readColor(TEXT), grounds: [readColor(WHITE)] });

/**
 * Removes colors of an element on which its text is hard to see, or sets others. Its style must already be safe. Returns
 * the paint within.
 */
export function keepLegible({ style, tagName }: HTMLElement, around: Paint): Paint {
	const isLink = tagName === 'A';
	if (!isLink && !style.length) return around;
	// Tables have shadows of the page there.
	if (tagName === 'TABLE') style.background = '';
	const { color, backgroundColor, backgroundImage } = style;
	const solid = extremes([readColor(backgroundColor)], around.grounds);
	const stops = (backgroundImage.match(/rgba?\([^)]*\)|[#\w]+/g) || []).filter(
		(word) => readColor(word)[3] || /^(rgba|transp)/.test(word),
	);
	/** Colors of the text, of which the first that can be seen is taken. */
	const texts: [css: string, text: Color][] = [
		[color, /^(inherit|currentcolor)$/i.test(color) ? around.text : readColor(color)],
		['', isLink ? readColor(LINK) : around.text],
		['inherit', around.text],
		[TEXT, readColor(TEXT)],
		[WHITE, readColor(WHITE)],
	];
	if (!readColor(backgroundColor)[3]) style.backgroundColor = '';
	/** Possible backgrounds of the text: all, without the gradient, without anything of its own. */
	for (const grounds of [extremes(stops.map(readColor), solid), solid, around.grounds]) {
		for (const [css, text] of texts)
			if (isLegible(text, grounds)) {
				style.color = css;
				return { text, grounds };
			}
		style[style.backgroundImage ? 'backgroundImage' : 'backgroundColor'] = '';
	}
	return around;
}
