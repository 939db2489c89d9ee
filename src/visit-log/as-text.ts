import type { LiveTally, Names, Tally } from './tally.ts';

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const seconds = (ms: number): string => (ms ? `${(ms / 1000).toFixed(1)} s` : '–');

/** Columns of every table of visits. */
const COLUMNS = ['visits', 'started', 'left before', 'failed', 'first frame', '90 %', 'still', 'stalls/min'];

/** A tally as the cells of {@link COLUMNS}; shares are of those who waited for a start. */
function cellsOf(tally: Tally): string[] {
	const share = (count: number) => (tally.wanted > 0 ? percent(count / tally.wanted) : '–');
	return [
		`${tally.visits}`,
		share(tally.started),
		share(tally.leavers),
		share(tally.failed),
		seconds(tally.firstFrame(0.5)),
		seconds(tally.firstFrame(0.9)),
		tally.played ? percent(tally.stillShare) : '–',
		tally.played ? (tally.stills / (tally.played / 60_000)).toFixed(2) : '–',
	];
}

const byVisits = (names: Names<Tally>) => [...names].sort(([, a], [, b]) => b.visits - a.visits);

/** The tables of a live: the heading of the first column, and rows of cells. */
export function tablesOf({ all, hours, engines, networks, transports, qualities, codes }: LiveTally) {
	const row = ([name, tally]: [string, Tally]) => [name, ...cellsOf(tally)];
	const sum = [...qualities.values()].reduce((total, { count }) => total + count, 0) || 1;
	const byCount = (names: typeof codes) => [...names].sort(([, a], [, b]) => b.count - a.count);
	return [
		{
			head: ['hour', ...COLUMNS],
			rows: [...[...hours].sort(([a], [b]) => (a < b ? -1 : 1)), ['all', all] as [string, Tally]].map(row),
		},
		{ head: ['engine', ...COLUMNS], rows: byVisits(engines).map(row) },
		{ head: ['connection', ...COLUMNS], rows: byVisits(networks).map(row) },
		{ head: ['played by', ...COLUMNS], rows: byVisits(transports).map(row) },
		{
			head: ['quality', 'of the time played'],
			rows: byCount(qualities).map(([kbps, { count }]) => [
				kbps === '0' ? 'unnamed' : `${kbps} kbit/s`,
				percent(count / sum),
			]),
		},
		{ head: ['words and code', 'reports'], rows: byCount(codes).map(([code, { count }]) => [code, `${count}`]) },
	].filter(({ rows }) => rows.length);
}

/** Tables for a terminal, live by live. */
export function asText(lives: Map<string, LiveTally>): string {
	return [...lives]
		.map(([id, live]) => {
			const tables = tablesOf(live).map(({ head, rows }) => {
				const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]!.length)));
				return [head, ...rows]
					.map((cells) =>
						cells.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[0]!))).join('  '),
					)
					.join('\n');
			});
			return `live ${id}\n\n${tables.join('\n\n')}\n`;
		})
		.join('\n\n');
}
