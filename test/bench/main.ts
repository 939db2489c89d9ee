/**
 * The bench: this page beside the same screen written with common libraries and an empty page, on emulated mobile links, in one run.
 *
 *     npm run bench                                     every link and row, five rounds
 *     npm run bench -- --rounds 9                       more of them
 *     npm run bench -- --links slow3g --rows page,peer  less of it
 *     npm run bench -- --slowdown 1                     on a processor that is not slowed (4 times otherwise)
 *     npm run bench -- timeline --links slow3g --rows page    one load, milestone by milestone
 *     npm run bench -- loss                             a minute of the stream on links that lose packets, with and without the jitter buffer
 *     npm run bench -- watch                            a minute of the stream on links that do not always carry it, with and without qualities
 *     npm run bench -- watch --only drive-1300,rise --rows qualities,peer --rounds 1 --seconds 60
 *     npm run bench -- watch --only steady-700 --rows page --stream demo    with another stream instead of qualities
 *     npm run bench -- watch --only steady-700 --photos 300    with three photographs of 300 kB in the description
 *     npm run bench -- watch --only outages-500 --seed 7 --rounds 1    on the drive of that seed
 *     npm run bench -- simulation                        the choice of a quality over generated links, beside an oracle; in seconds
 *     npm run bench -- sizes                            what each part of the page weighs
 *
 * Prints a table and the goals, and writes all figures to `test/bench/results/latest.json`.
 * A goal that is missed is only printed; nothing here fails.
 */
import '../../src/build/node-version.mjs';
import { parseArgs } from 'node:util';
import { compare, compareTimelines } from './compare.ts';
import { LINKS, LOSSY_LINKS } from './links.ts';
import { compareLoss } from './loss.ts';
import { ROWS, WATCHED_ROWS } from './rows.ts';
import { compareSimulations } from './simulation/compare.ts';
import { compareOutages } from './simulation/outages.ts';
import { printSizes } from './sizes.ts';
import { compareWatching } from './watch.ts';
import { WATCH_LINKS } from './watch-links.ts';

const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join();

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		rounds: { type: 'string' },
		links: { type: 'string' },
		only: { type: 'string' },
		rows: { type: 'string' },
		stream: { type: 'string' },
		photos: { type: 'string' },
		seconds: { type: 'string', default: '60' },
		seed: { type: 'string', default: '1' },
		slowdown: { type: 'string', default: '4' },
	},
});

/** The named ones, in their own order. Throws on a name there is not. */
function chosen<T extends { name: string }>(all: T[], list = names(all)): T[] {
	const wanted = list.split(',');
	const unknown = wanted.find((name) => !all.some((item) => item.name === name));
	if (unknown !== undefined) throw new Error(`There is no "${unknown}" among ${names(all)}.`);
	return all.filter(({ name }) => wanted.includes(name));
}

try {
	const [mode] = positionals;
	const rounds = Number(values.rounds ?? (mode === 'watch' ? 3 : 5));
	const rows = chosen(mode === 'watch' ? WATCHED_ROWS : ROWS, values.rows).map((row) => ({
		...row,
		...(values.stream && row.name !== 'qualities' && { stream: values.stream }),
		...(values.photos && { photos: Number(values.photos) }),
	}));
	if (mode === 'watch')
		await compareWatching({
			rounds,
			rows,
			firstSeed: Number(values.seed),
			seconds: Number(values.seconds),
			links: chosen(WATCH_LINKS, values.only ?? values.links),
		});
	else if (mode === 'simulation') {
		compareSimulations();
		await compareOutages(Number(values.seed));
	} else if (mode === 'sizes') await printSizes();
	else if (mode === 'loss') await compareLoss({ rounds, links: chosen(LOSSY_LINKS, values.links), row: rows[0]! });
	else {
		const plan = { links: chosen(LINKS, values.links), rows, slowdown: Number(values.slowdown) };
		if (mode === 'timeline') await compareTimelines(plan);
		else await compare({ ...plan, rounds });
	}
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
