import { loadavg } from 'node:os';
import { type Column, type Figures, figuresTable } from './figures.ts';
import type { Link } from './link/shaper.ts';
import { type LoadFigure, measure } from './measure.ts';
import { type Row, withRows } from './rows.ts';
import { number } from './table.ts';

interface Plan {
	rounds: number;
	links: Link[];
	rows: Row[];
	/** Times the processor is slowed. */
	slowdown: number;
}

const COLUMNS: Column<LoadFigure>[] = [
	['bytes', 'bytes'],
	['requests', 'requests'],
	['first paint', 'firstPaint'],
	['largest paint', 'largestPaint'],
	['shift', 'shift', 3],
	['tab answered', 'tabAnswered'],
	['first video frame', 'firstFrame'],
	["stream's frame", 'streamFrame'],
	['longest task', 'longestTask'],
];

/** Builds and serves the rows, visits them round by round, and prints the medians so far. */
export const compare = ({ rounds, links, rows, slowdown }: Plan): Promise<void> =>
	withRows(rows, async (visitor, built) => {
		// A first visit each that is not measured: what a browser does only once.
		for (const row of built) await measure(visitor, row, { link: null, slowdown: 1 });
		const cells = links.flatMap((link) => built.map((row) => ({ link, row, visits: [] as Figures<LoadFigure>[] })));
		for (let round = 1; round <= rounds; round++) {
			for (const { link, row, visits } of cells) visits.push(await measure(visitor, row, { link, slowdown }));
			console.log(
				`\nMedians of ${round}, Chromium ${visitor.browser}, processor slowed ${slowdown} times, load ${number(loadavg()[0]!, 1)}; milliseconds from the start of the navigation.\n`,
			);
			const shown = cells.map(({ link, row, visits }) => ({ link: link.title, row: row.title, visits }));
			console.log(figuresTable(COLUMNS, shown));
		}
	});
