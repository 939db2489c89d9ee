import type { Cells } from './goals.ts';
import type { Link } from './links.ts';
import { number } from './table.ts';

const WIDTH = 760;
const LEFT = 92;
const RIGHT = 64;
const BAR = 14;
const GROUP = 62;
const TOP = 64;

/** Parts of a bar: empty screen, painted without answering, answering without video. */
const PARTS = [
	{ figure: 'firstPaint', color: '#c9d1db', text: 'nothing on screen' },
	{ figure: 'tabAnswered', color: '#8fbcf5', text: 'painted' },
	{ figure: 'firstFrame', color: '#0b63d6', text: 'answers taps, video loading' },
] as const;

const ROWS = [
	{ name: 'page', text: 'this page' },
	{ name: 'peer', text: 'peer' },
] as const;

/**
 * The loads of page and peer as bars, link by link: an SVG image that can be read on light and dark ground.
 * Each link has a scale of its own, up to the later first frame. Empty when nothing of the two was measured.
 */
export function chart(links: readonly Link[], cells: Cells): string {
	const groups = links.flatMap((link) => {
		const { page, peer } = cells[link.name] ?? {};
		return page && peer ? [{ link, page, peer }] : [];
	});
	if (!groups.length) return '';
	const body = groups.flatMap(({ link, ...figures }, index) => {
		const top = TOP + index * GROUP;
		const scale = (WIDTH - LEFT - RIGHT) / Math.max(figures.page.firstFrame, figures.peer.firstFrame);
		return [
			`<text x="12" y="${top + 21}" font-weight="600">${link.title}</text>`,
			...ROWS.flatMap(({ name, text }, row) => {
				const y = top + row * (BAR + 6);
				let x = LEFT;
				const bars = PARTS.map(({ figure, color }) => {
					const end = Math.max(x, LEFT + figures[name][figure] * scale);
					const bar = `<rect x="${x.toFixed(1)}" y="${y}" width="${(end - x).toFixed(1)}" height="${BAR}" fill="${color}"/>`;
					x = end;
					return bar;
				});
				return [
					...bars,
					`<text x="${(x + 6).toFixed(1)}" y="${y + 11}" font-size="11">${number(figures[name].firstFrame / 1000, 1)} s</text>`,
					`<text x="${LEFT + 6}" y="${y + 11}" font-size="11" fill="#171b22">${text}</text>`,
				];
			}),
		];
	});
	const legend = PARTS.flatMap(({ color, text }, index) => {
		const x = LEFT + index * 180;
		return [
			`<rect x="${x}" y="26" width="12" height="12" fill="${color}"/>`,
			`<text x="${x + 18}" y="36" font-size="12">${text}</text>`,
		];
	});
	const height = TOP + groups.length * GROUP;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui,sans-serif" font-size="13" fill="#171b22"><rect width="100%" height="100%" fill="#fff"/>${[...legend, ...body].join('')}</svg>\n`;
}
