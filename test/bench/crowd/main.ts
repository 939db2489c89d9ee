/**
 * Counts what many open pages send to the servers, on a virtual clock. The pages are the product's own models, calls, player and
 * script loader.
 *
 *     npm run crowd                           every state, 200 pages, ten rounds
 *     npm run crowd -- --pages 50 --rounds 2  fewer
 *     npm run crowd -- --states start,end     some of the states
 *     npm run crowd -- --audience 2000        of 2,000 viewers instead of a million
 *
 * Prints a table. The rounds, each with a seed of its own, are counted as one crowd. States are tried side by side, one on each
 * processor; `--rows` prints those of one state as JSON.
 */
import '../../../src/build/node-version.mjs';
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs, promisify } from 'node:util';
import { compile, compiledPath } from '../../support/compile.ts';
import { number, table } from '../table.ts';
import { count } from './count.ts';
import { simulate } from './simulate.ts';
import { COLUMNS, type State, STATES } from './states.ts';
import type { SeenRequest } from './servers.ts';

/** At most so many requests per viewer and minute, and so many viewers within a second after a change: 6 % of a million. */
const GOALS = { rate: 10, together: 60_000 };

const percent = (share: number) => `${number(share * 100, 1)} %`;

const { values } = parseArgs({
	options: {
		pages: { type: 'string', default: '200' },
		rounds: { type: 'string', default: '10' },
		audience: { type: 'string', default: '1000000' },
		states: { type: 'string', default: STATES.map(({ name }) => name).join() },
		rows: { type: 'boolean', default: false },
	},
});
const pages = Number(values.pages);
const rounds = Number(values.rounds);
const audience = Number(values.audience);
const chosen = STATES.filter(({ name }) => values.states.split(',').includes(name));

/** Seconds that a state takes. */
const lengthOf = ({ windows }: State) => windows.at(-1)!.to;

/** Tries a state. Returns its rows of the table. */
async function rowsOf(state: State): Promise<string[][]> {
	const requests: SeenRequest[] = [];
	for (let seed = 1; seed <= rounds; seed++) requests.push(...(await simulate(state, { pages, seed, audience })));
	return state.windows.map((window) => {
		const { rate, peak, unevenness, together, signalling, back } = count(requests, pages * rounds, window);
		const most = window.silent ? together : Math.max(together, signalling);
		const met = rate <= GOALS.rate && (!window.change || most * audience <= GOALS.together);
		return [
			window.title,
			number(rate, 1),
			number(peak * audience),
			number(unevenness, 1),
			window.change ? percent(together) : '–',
			window.change ? percent(signalling) : '–',
			window.change && back < Infinity ? `${number(back, 1)} s` : '–',
			met ? 'met' : 'MISSED',
		];
	});
}

/** The same in a process of its own, whose clock and globals no other state shares. */
async function rowsInProcess({ name }: State): Promise<string[][]> {
	const { pages, rounds, audience } = values;
	const options = ['--rows', '--states', name, '--pages', pages, '--rounds', rounds, '--audience', audience];
	const { stdout } = await promisify(execFile)(process.execPath, [
		compiledPath('test/bench/crowd/main.ts'),
		...options,
	]);
	return JSON.parse(stdout);
}

if (values.rows) console.log(JSON.stringify(await rowsOf(chosen[0]!)));
else {
	await compile();
	const rows: string[][][] = [];
	// The longest first, so that all processors end together.
	const waiting = [...chosen.entries()].sort(([, a], [, b]) => lengthOf(b) - lengthOf(a));
	let done = 0;
	const work = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const [index, state] = next;
			rows[index] = await rowsInProcess(state);
			console.error(`${++done} of ${chosen.length}: ${state.name}`);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, work));
	console.log(table(['', ...COLUMNS, 'goals'], rows.flat()));
}
