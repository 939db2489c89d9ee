import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Column, type Figures, figuresTable } from './figures.ts';
import type { WatchLink } from './links.ts';
import { type Row, withRows } from './rows.ts';
import { number, percent } from './table.ts';
import { pause } from './visit.ts';
import { SHOWN, type WatchFigure, watchFigures, type WatchProbe } from './watch-figures.ts';

const PROBE = fileURLToPath(new URL('watch-probe.js', import.meta.url));

/** Pages to watch, rounds, and seconds from the start of the navigation. */
export interface WatchPlan {
	rounds: number;
	/** Of the first round. */
	firstSeed: number;
	seconds: number;
	links: WatchLink[];
	rows: Row[];
}

const COLUMNS: Column<WatchFigure>[] = [
	['first frame, s', 'firstFrame', 1, 0.001],
	['link gone, %', 'gone', 0, 100],
	['not moving, %', 'still', 0, 100],
	['longest, s', 'longest', 1, 0.001],
	['made-up sound, %', 'madeUp', 1, 100],
	['longest silence, s', 'longestSilence', 1, 0.001],
	['connections', 'connections'],
	['switches', 'switches'],
	['kbit/s', 'kbps'],
	['best after, s', 'best', 1, 0.001],
	...SHOWN.map(({ title, state }): Column<WatchFigure> => [`${title}, %`, state as WatchFigure, 0, 100]),
];

/**
 * Prints how a stream is watched on links that do not carry all of it, or not always. The seed of a round, which decides about a
 * drive, is the same for all rows.
 */
export const compareWatching = ({ rounds, firstSeed, seconds, links, rows }: WatchPlan): Promise<void> =>
	withRows(rows, async (visitor, built) => {
		const cells = links.flatMap((link) => built.map((row) => ({ link, row, visits: [] as Figures<WatchFigure>[] })));
		for (let seed = firstSeed; seed < firstSeed + rounds; seed++)
			for (const { link, row, visits } of cells) {
				// The link starts when the page is opened, a moment before its clock.
				const rates = link.ratesOf?.(seconds + 60, seed);
				const conditions = { link: { ...link, ...(rates && { rates }) }, slowdown: 1 };
				const figures = await visitor.visit(row, conditions, async ({ page, open, evaluate }) => {
					await page.addInitScript({ path: PROBE });
					const opened = Date.now();
					await open();
					await pause(opened + seconds * 1000 - Date.now());
					const seen = await evaluate<WatchProbe & { now: number }>('({ ...benchWatch, now: performance.now() })');
					return watchFigures(seen, seen.now, rates);
				});
				visits.push(figures);
				const { firstFrame, still, longest } = figures;
				console.error(
					`${link.title}, ${row.title}, seed ${seed}: first frame ${number(firstFrame / 1000, 1)} s, not moving ${percent(still)} %, longest ${number(longest / 1000, 1)} s, load ${number(loadavg()[0]!, 1)}`,
				);
			}
		console.log(
			`Medians of ${rounds}, Chromium ${visitor.browser}, ${seconds} s from the start of the navigation; shares of the time since the first frame.\n`,
		);
		const shown = cells.map(({ link, row, visits }) => ({ link: link.title, row: row.title, visits }));
		console.log(figuresTable(COLUMNS, shown));
	});
