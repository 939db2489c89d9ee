import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Column, type Figures, figuresTable, median } from './figures.ts';
import type { WatchLink } from './links.ts';
import { type Row, withRows } from './rows.ts';
import { number, percent } from './table.ts';
import { trafficUntil } from './traffic.ts';
import { pause, type Visit } from './visit.ts';
import { type SeekFigures, SHOWN, type WatchFigure, watchFigures, type WatchProbe } from './watch-figures.ts';

const PROBE = fileURLToPath(new URL('watch-probe.js', import.meta.url));

/** Pages to watch, rounds, and seconds from the start of the navigation. */
interface WatchPlan {
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
	['index, kB', 'index', 0, 0.001],
	['seek, s', 'far', 1, 0.001],
	['seek back, s', 'back', 1, 0.001],
	['more memory, MB', 'memory'],
	...SHOWN.map(({ title, state }): Column<WatchFigure> => [`${title}, %`, state as WatchFigure, 0, 100]),
];

/** Places of a recording of an hour, in seconds: each is sought, then once more, a little later. */
const PLACES = [1800, 600, 3000, 1200, 2400];
/** Milliseconds for which a place plays before the next is sought. */
const STAY = 3000;

async function seek({ evaluate, memory }: Visit): Promise<SeekFigures> {
	const before = memory();
	const times: number[] = [];
	for (const place of [...PLACES, ...PLACES.map((place) => place + 2)]) {
		times.push(await evaluate<number>(`benchSeek(${place})`));
		await pause(STAY);
	}
	const [far, back] = [times.slice(0, PLACES.length), times.slice(PLACES.length)].map(median) as [number, number];
	return { far, back, memory: memory() - before };
}

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
				const figures = await visitor.visit(row, conditions, async (visit) => {
					const { page, open, evaluate, traffic } = visit;
					await page.addInitScript({ path: PROBE });
					const opened = Date.now();
					await open();
					await pause(opened + seconds * 1000 - Date.now());
					const seen = await evaluate<WatchProbe & { now: number; origin: number }>(
						'({ ...benchWatch, now: performance.now(), origin: performance.timeOrigin })',
					);
					const figures = watchFigures(seen, seen.now, rates);
					const media = traffic().filter(({ url }) => url.includes(`/media/${/^[a-z]*/.exec(row.recording ?? '')}`));
					const { bytes } = trafficUntil(media, seen.origin + figures.firstFrame);
					const index = seen.appended ? bytes - seen.appended : NaN;
					return { ...figures, index, ...(row.seeks ? await seek(visit) : { far: NaN, back: NaN, memory: NaN }) };
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
		const columns = COLUMNS.filter(([, name]) =>
			cells.some(({ visits }) => visits.some((visit) => visit[name] === visit[name])),
		);
		const shown = cells.map(({ link, row, visits }) => ({ link: link.title, row: row.title, visits }));
		console.log(figuresTable(columns, shown));
	});
