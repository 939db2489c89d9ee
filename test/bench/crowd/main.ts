/**
 * Counts what many open pages send to the servers, on a virtual clock. The pages are the product's own models, calls, player and
 * script loader.
 *
 *     npm run crowd                           every state, 200 pages, ten rounds
 *     npm run crowd -- --pages 50 --rounds 2  fewer
 *     npm run crowd -- --states start,end     some of the states
 *     npm run crowd -- --audience 2000        of 2,000 viewers instead of a million
 *
 * Prints a table. The rounds, each with a seed of its own, are counted as one crowd.
 */
import '../../../src/build/node-version.mjs';
import { parseArgs } from 'node:util';
import { number, table } from '../table.ts';
import { count } from './count.ts';
import { simulate } from './simulate.ts';
import { COLUMNS, STATES } from './states.ts';
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
	},
});
const pages = Number(values.pages);
const rounds = Number(values.rounds);
const audience = Number(values.audience);
const chosen = STATES.filter(({ name }) => values.states.split(',').includes(name));

const rows: string[][] = [];
for (const state of chosen) {
	const requests: SeenRequest[] = [];
	for (let seed = 1; seed <= rounds; seed++) requests.push(...(await simulate(state, { pages, seed, audience })));
	for (const window of state.windows) {
		const { rate, peak, unevenness, together, signalling, back } = count(requests, pages * rounds, window);
		const most = window.silent ? together : Math.max(together, signalling);
		const met = rate <= GOALS.rate && (!window.change || most * audience <= GOALS.together);
		rows.push([
			window.title,
			number(rate, 1),
			number(peak * audience),
			number(unevenness, 1),
			window.change ? percent(together) : '–',
			window.change ? percent(signalling) : '–',
			window.change && back < Infinity ? number(back, 1) : '–',
			met ? 'met' : 'MISSED',
		]);
	}
	console.error(`${chosen.indexOf(state) + 1} of ${chosen.length}: ${state.name}`);
}
console.log(table(['', ...COLUMNS, 'goals'], rows));
