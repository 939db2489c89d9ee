import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../support/root.ts';
import { type Figures, median, medians } from './figures.ts';
import { type Cells, judge, ratios } from './goals.ts';
import type { Link } from './links.ts';
import { measure } from './measure.ts';
import type { Row, RowName } from './rows.ts';
import { number, table } from './table.ts';
import { printTimeline, timeline } from './timeline.ts';
import { withRows } from './with-rows.ts';

/** Pages to compare, and rounds. */
export interface Plan {
	rounds: number;
	links: Link[];
	rows: Row[];
	/** Times the processor is slowed. */
	slowdown: number;
}

const results = fileURLToPath(new URL('results/latest.json', import.meta.url));
const HEAD = [
	'link',
	'',
	'bytes',
	'requests',
	'first paint',
	'largest paint',
	'shift',
	'tab answered',
	'first frame',
	'first sound',
	'longest task',
	'its work',
];

const cellsOf = (link: string, title: string, f: Figures) => [
	link,
	title,
	number(f.bytes),
	number(f.requests),
	number(f.firstPaint),
	number(f.largestPaint),
	number(f.shift, 3),
	number(f.tabAnswered),
	number(f.firstFrame),
	number(f.firstSound),
	number(f.longestTask),
	number(f.longestWork),
];

/** Builds and serves the rows, visits them round by round, and prints the medians. */
export async function compare({ rounds, links, rows, slowdown }: Plan): Promise<void> {
	await withRows(rows, async (visitor, built) => {
		// A first visit each that is not measured: what a browser does only once.
		for (const row of built) await measure(visitor, row, { link: null, slowdown: 1 });

		const loads: number[] = [];
		const visits = new Map<string, Figures[]>();
		const of = (link: Link, row: Row) => visits.get(`${link.name} ${row.name}`) ?? [];

		/** Medians and verdicts of the rounds so far, which it also writes. */
		async function summarize(done: number) {
			const cells: Cells = {};
			for (const link of links)
				cells[link.name] = Object.fromEntries(rows.map((row) => [row.name, medians(of(link, row))])) as Record<
					RowName,
					Figures
				>;
			const verdicts = judge(cells);
			const made = {
				date: new Date().toISOString(),
				chromium: visitor.browser,
				link: visitor.title,
				rounds: done,
				slowdown,
				processors: availableParallelism(),
				load: median(loads),
			};
			const all = links.flatMap((link) =>
				rows.map((row) => ({
					link: link.name,
					row: row.name,
					median: cells[link.name]![row.name],
					visits: of(link, row),
				})),
			);
			await mkdir(dirname(results), { recursive: true });
			await writeFile(
				results,
				`${JSON.stringify({ ...made, links, cells: all, ratios: ratiosOf(cells), goals: verdicts }, null, '\t')}\n`,
			);
			return { made, cells, verdicts };
		}

		let summary: Awaited<ReturnType<typeof summarize>> | undefined;
		for (let round = 1; round <= rounds; round++) {
			for (const link of links)
				for (const row of built) {
					visits.set(`${link.name} ${row.name}`, [
						...of(link, row),
						await measure(visitor, row, { link, slowdown, seed: round }),
					]);
				}
			loads.push(loadavg()[0]!);
			// After every round, so that a run that is cut off leaves what it measured.
			summary = await summarize(round);
			console.error(`round ${round} of ${rounds}, load ${number(loads.at(-1)!, 1)}`);
		}
		if (!summary) return;
		const { made, cells, verdicts } = summary;
		console.log(
			`Medians of ${rounds}, Chromium ${made.chromium}, ${made.link}, processor slowed ${slowdown} times; milliseconds from the start of the navigation.\n`,
		);
		if (made.load > made.processors)
			console.log(
				`The machine was busy (load ${number(made.load, 1)} on ${made.processors} processors): times are longer than on a quiet machine, those of long scripts above all.\n`,
			);
		console.log(
			table(
				HEAD,
				links.flatMap((link) => rows.map((row) => cellsOf(link.title, row.title, cells[link.name]![row.name]!))),
				2,
			),
		);
		if (verdicts.length) {
			const titles = new Map(links.map(({ name, title }) => [name, title]));
			console.log(
				`\n${table(
					['link', 'goal', '', 'is', 'at most'],
					verdicts.map(({ link, goal, value, limit, met }) => [
						titles.get(link)!,
						goal,
						met ? 'met' : 'MISSED',
						number(value, limit < 10 ? 2 : 0),
						number(limit, limit < 10 ? 2 : 0),
					]),
					3,
				)}`,
			);
		}
		console.log(`\nEvery figure: ${relative(root, results)}`);
	});
}

/** Prints one load of each row on each link, milestone by milestone. */
export async function compareTimelines({ links, rows, slowdown }: Omit<Plan, 'rounds'>): Promise<void> {
	await withRows(rows, async (visitor, built) => {
		for (const link of links)
			for (const row of built)
				printTimeline(`${link.title}, ${row.title}`, await timeline(visitor, row, { link, slowdown, seed: 1 }));
	});
}

/** The page's ratios to the other rows, link by link. */
const ratiosOf = (cells: Cells) =>
	Object.entries(cells).flatMap(([link, { page, peer, floor }]) =>
		page
			? [
					...(peer ? [{ link, beside: 'peer', ...ratios(page, peer) }] : []),
					...(floor ? [{ link, beside: 'floor', ...ratios(page, floor) }] : []),
				]
			: [],
	);
