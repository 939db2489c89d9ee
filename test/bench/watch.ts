import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../support/root.ts';
import { networkProblem } from './link/network.ts';
import type { Row } from './rows.ts';
import { number, table } from './table.ts';
import { type Built, pause, type Visitor } from './visit.ts';
import { watchChart, type WatchCell } from './watch-chart.ts';
import { SHOWN, type WatchFigures, watchFigures, watchMedians, type WatchProbe } from './watch-figures.ts';
import type { WatchLink } from './watch-links.ts';
import { withRows } from './with-rows.ts';

const PROBE = fileURLToPath(new URL('watch-probe.js', import.meta.url));
const results = fileURLToPath(new URL('results/watch.json', import.meta.url));
const chartFile = fileURLToPath(new URL('results/watch.svg', import.meta.url));

/** Pages to watch, rounds, and seconds from the start of the navigation. */
export interface WatchPlan {
	rounds: number;
	/** Of the first round. */
	firstSeed: number;
	seconds: number;
	links: WatchLink[];
	rows: Row[];
}

function watch(
	{ visit }: Visitor,
	row: Built,
	watched: WatchLink,
	seed: number,
	seconds: number,
): Promise<WatchFigures> {
	// The link starts when the page is opened, a moment before its clock.
	const link = watched.link(seed, seconds + 60);
	return visit(row, { link, slowdown: 1, seed }, async ({ page, open, evaluate, probe }) => {
		await page.addInitScript({ path: PROBE });
		const opened = Date.now();
		await open();
		await pause(opened + seconds * 1000 - Date.now());
		const seen = await evaluate<WatchProbe & { now: number }>('({ ...benchWatch, now: performance.now() })');
		const { firstSound } = await probe();
		return watchFigures({ ...seen, firstSound }, seen.now, link.rates);
	});
}

const percent = (share: number, digits = 0) => number(share * 100, digits);

const cellsOf = ({ link, row, figures: f }: WatchCell): string[] => [
	link,
	row,
	number(f.firstFrame / 1000, 1),
	number(f.firstSound / 1000, 1),
	percent(f.gone),
	percent(f.still),
	number(f.longestFreeze / 1000, 1),
	percent(f.madeUp, 1),
	percent(f.silent),
	number(f.longestSilence / 1000, 1),
	number(f.connections),
	number(f.switches),
	number(f.kbps),
	...f.shares.map((share) => percent(share)),
];

const HEAD = [
	...[
		'link',
		'',
		'first frame, s',
		'first sound, s',
		'link gone, %',
		'not moving, %',
		'longest, s',
		'made-up sound, %',
		'no sound, %',
		'longest silence, s',
	],
	...['connections', 'switches', 'kbit/s', ...SHOWN.map(({ title }) => `${title}, %`)],
];

/**
 * Prints how a stream is watched on links that do not carry all of it, or not always. The seed of a round, which decides about a
 * drive, is the same for all rows.
 * @throws Error where there can be no link below TCP
 */
export async function compareWatching({ rounds, firstSeed, seconds, links, rows }: WatchPlan): Promise<void> {
	const problem = networkProblem();
	if (problem) throw new Error(`A stream can only be watched on a link below TCP: ${problem}.`);
	await withRows(rows, async (visitor, built) => {
		const visits = new Map<string, WatchFigures[]>();
		const loads: number[] = [];
		for (let seed = firstSeed; seed < firstSeed + rounds; seed++)
			for (const link of links)
				for (const row of built) {
					const key = `${link.name} ${row.name}`;
					const figures = await watch(visitor, row, link, seed, seconds);
					visits.set(key, [...(visits.get(key) ?? []), figures]);
					loads.push(loadavg()[0]!);
					const { firstFrame, gone, still, longestFreeze, connections, switches } = figures;
					console.error(
						`${link.title}, ${row.title}, seed ${seed}: first frame ${number(firstFrame / 1000, 1)} s, ` +
							`link gone ${percent(gone)} %, not moving ${percent(still)} %, longest ${number(longestFreeze / 1000, 1)} s, ` +
							`${connections} connections, ${switches} switches, load ${number(loads.at(-1)!, 1)}`,
					);
				}
		const cells: WatchCell[] = links.flatMap((link) =>
			rows.map((row) => ({
				link: link.title,
				row: row.title,
				figures: watchMedians(visits.get(`${link.name} ${row.name}`)!),
			})),
		);
		const made = { chromium: visitor.browser, link: visitor.title, rounds, seconds, load: Math.max(...loads) };
		await mkdir(dirname(results), { recursive: true });
		await writeFile(results, `${JSON.stringify({ ...made, cells, visits: Object.fromEntries(visits) }, null, '\t')}\n`);
		await writeFile(chartFile, watchChart(cells));
		console.log(
			`Medians of ${rounds}, Chromium ${made.chromium}, ${made.link}, ${seconds} s from the start of the navigation; shares of the time since the first frame; load up to ${number(made.load, 1)}.\n`,
		);
		console.log(table(HEAD, cells.map(cellsOf), 2));
		console.log(`\nEvery figure: ${relative(root, results)}; a chart: ${relative(root, chartFile)}`);
	});
}
