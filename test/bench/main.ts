/**
 * The bench: this page beside the same screen written with common libraries, on emulated mobile links, in one run. It needs Linux
 * and root; only `simulation` and `sizes` run anywhere.
 *
 *     npm run bench                                     every link and row, five rounds
 *     npm run bench -- --links slow3g --rows page,peer --rounds 1    less of it
 *     npm run bench -- --slowdown 1                     on a processor that is not slowed (4 times otherwise)
 *     npm run bench -- watch                            a minute of the stream on links that do not always carry it, with and without qualities
 *     npm run bench -- watch --only drive-1300,rise --rows qualities,peer --rounds 1 --seconds 60
 *     npm run bench -- watch --only steady-700 --rows page --stream demo    with another stream instead of qualities
 *     npm run bench -- watch --only outages-500 --seed 7 --rounds 1    on the drive of that seed
 *     npm run bench -- watch replay                     the same of recordings, beside a page with one file
 *     npm run bench -- watch replay --only fall --rows hour,hour-http1 --rounds 1 --seconds 95
 *     npm run bench -- watch replay --only steady-700 --rows hour-seeks --rounds 1 --seconds 15    ten seeks after 15 s
 *     npm run bench -- simulation                       the choice of a quality over generated links, beside an oracle
 *     npm run bench -- sizes                            what each part of the page weighs
 *
 * Prints tables; nothing here fails.
 */
import '../../src/build/node-version.mjs';
import { parseArgs } from 'node:util';
import { compare } from './compare.ts';
import { LINKS, WATCH_LINKS } from './links.ts';
import { REPLAY_ROWS, ROWS, WATCHED_ROWS } from './rows.ts';
import { compareSimulations } from './simulation/compare.ts';
import { compareRecordings } from './simulation/recordings.ts';
import { compareOutages } from './simulation/outages.ts';
import { printSizes } from './sizes.ts';
import { compareWatching } from './watch.ts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		rounds: { type: 'string' },
		links: { type: 'string' },
		only: { type: 'string' },
		rows: { type: 'string' },
		stream: { type: 'string' },
		seconds: { type: 'string', default: '60' },
		seed: { type: 'string', default: '1' },
		slowdown: { type: 'string', default: '4' },
	},
});
/** On which recordings are watched unless others are named. */
const REPLAY_LINKS = 'steady-3000,steady-700,steady-300,drive-1300,outages-2000';
const [mode, what] = positionals;
const rounds = Number(values.rounds ?? (mode === 'watch' ? 3 : 5));
const seed = Number(values.seed);
const slowdown = Number(values.slowdown);

/** The named ones, in their own order. Throws on a name there is not. */
function chosen<T extends { name: string }>(all: T[], list: string | undefined): T[] {
	const names = all.map(({ name }) => name);
	const unknown = list?.split(',').find((name) => !names.includes(name));
	if (unknown !== undefined) throw new Error(`There is no "${unknown}" among ${names}.`);
	return all.filter(({ name }) => !list || list.split(',').includes(name));
}

const withStream = (row: (typeof ROWS)[number]) =>
	values.stream && row.name !== 'qualities' ? { ...row, stream: values.stream } : row;

const MODES: Record<string, () => Promise<void>> = {
	watch: () =>
		compareWatching({
			rounds,
			firstSeed: seed,
			seconds: Number(values.seconds),
			links: chosen(WATCH_LINKS, values.only ?? values.links ?? (what && REPLAY_LINKS)),
			rows: chosen(what ? REPLAY_ROWS : WATCHED_ROWS, values.rows).map(withStream),
		}),
	async simulation() {
		await compareSimulations();
		compareRecordings();
		await compareOutages(seed);
	},
	sizes: printSizes,
	'': () => compare({ rounds, links: chosen(LINKS, values.links), rows: chosen(ROWS, values.rows), slowdown }),
};

try {
	const run = MODES[mode ?? ''];
	if (!run) throw new Error(`There is no "${mode}" among ${Object.keys(MODES)}.`);
	await run();
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
