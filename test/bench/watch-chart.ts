import { number } from './table.ts';
import { SHOWN, type WatchFigures } from './watch-figures.ts';

/** Medians of a row on a link. */
export interface WatchCell {
	link: string;
	row: string;
	figures: WatchFigures;
}

const WIDTH = 760;
const LEFT = 156;
const RIGHT = 56;
const BAR = 14;
const TOP = 64;

const COLORS = ['#0b63d6', '#4f97ea', '#a9cdf7', '#c9d1db'];

/**
 * The time since the first frame as bars: moving, by the quality that is played, and the rest of it blank. An SVG image that can be
 * read on light and dark ground. Empty without cells.
 */
export function watchChart(cells: readonly WatchCell[]): string {
	if (!cells.length) return '';
	let y = TOP - 22;
	const body = cells.flatMap(({ link, row, figures: { still, shares } }, index) => {
		const isNew = link !== cells[index - 1]?.link;
		y += isNew ? 48 : BAR + 6;
		const played = shares.reduce((total, share) => total + share, 0);
		// Sound alone does not move.
		const motion = played > shares.at(-1)! ? (1 - still) / (played - shares.at(-1)!) : 0;
		let x = LEFT;
		const bars = shares.map((share, at) => {
			const width = share * (at < shares.length - 1 ? motion : 1) * (WIDTH - LEFT - RIGHT);
			const bar = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" fill="${COLORS[at]}"/>`;
			x += width;
			return bar;
		});
		return [
			...(isNew ? [`<text x="12" y="${y - 8}" font-weight="600">${link}</text>`] : []),
			`<text x="${LEFT - 8}" y="${y + 11}" font-size="11" text-anchor="end">${row}</text>`,
			`<rect x="${LEFT}" y="${y}" width="${WIDTH - LEFT - RIGHT}" height="${BAR}" fill="#f3f4f6"/>`,
			...bars,
			`<text x="${WIDTH - RIGHT + 6}" y="${y + 11}" font-size="11">${number((1 - still) * 100)} %</text>`,
		];
	});
	const legend = [...SHOWN.map(({ title }, at) => (at < 3 ? `${title} kbit/s` : 'sound alone')), 'not moving'].flatMap(
		(text, at) => [
			`<rect x="${12 + at * 140}" y="16" width="12" height="12" fill="${COLORS[at] ?? '#f3f4f6'}" stroke="#c9d1db"/>`,
			`<text x="${30 + at * 140}" y="26" font-size="12">${text}</text>`,
		],
	);
	const height = y + BAR + 16;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui,sans-serif" font-size="13" fill="#171b22"><rect width="100%" height="100%" fill="#fff"/>${[...legend, ...body].join('')}</svg>\n`;
}
