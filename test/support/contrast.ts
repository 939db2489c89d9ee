import type { Page } from 'playwright-core';

/** Least contrast of text: https://www.w3.org/TR/WCAG21/#contrast-minimum */
const LEAST = 4.5;

/** The texts under a selector with less contrast to what is behind them, gradients too, a line each, and how many texts there are. */
export const faintTexts = (page: Page, selector: string, least = LEAST): Promise<{ texts: number; faint: string[] }> =>
	page.evaluate(
		([selector, least]) => {
			type Colour = [red: number, green: number, blue: number, alpha: number];
			const read = (value: string): Colour => {
				const [red = 0, green = 0, blue = 0, alpha = 1] = value.match(/[\d.]+/g)!.map(Number);
				return [red, green, blue, alpha];
			};
			const over = (front: Colour, back: Colour): Colour => {
				const mix = (index: 0 | 1 | 2) => front[index] * front[3] + back[index] * (1 - front[3]);
				return [mix(0), mix(1), mix(2), 1];
			};
			/** Of a gradient each of its colours; tables have shadows at their sides. */
			const background = (element: Element | null): Colour[] => {
				if (!element) return [[255, 255, 255, 1]];
				const { backgroundColor, backgroundImage } = getComputedStyle(element);
				const solid = background(element.parentElement).map((back) => over(read(backgroundColor), back));
				const stops = element.tagName === 'TABLE' ? null : backgroundImage.match(/rgba?\([^)]*\)/g);
				return stops ? stops.flatMap((stop) => solid.map((back) => over(read(stop), back))) : solid;
			};
			const luminance = (colour: Colour) => {
				const [red, green, blue] = colour
					.slice(0, 3)
					.map((part) => (part <= 10.3 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4));
				return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
			};
			const faint: string[] = [];
			const walker = document.createTreeWalker(document.querySelector(selector)!, NodeFilter.SHOW_TEXT);
			let texts = 0;
			for (let text = walker.nextNode(); text; text = walker.nextNode()) {
				if (!text.textContent!.trim()) continue;
				texts++;
				const front = read(getComputedStyle(text.parentElement!).webkitTextFillColor);
				const contrasts = background(text.parentElement).map((back) => {
					const [darker, lighter] = [over(front, back), back].map(luminance).sort((a, b) => a - b);
					return (lighter! + 0.05) / (darker! + 0.05);
				});
				const contrast = Math.min(...contrasts);
				if (contrast < least) faint.push(`${text.textContent!.trim()}: ${contrast.toFixed(2)}`);
			}
			return { texts, faint };
		},
		[selector, least] as const,
	);
