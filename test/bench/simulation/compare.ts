import { DRIVES } from '../link/drives.ts';
import { step, type WatchLink, WATCH_LINKS } from '../links.ts';
import { number, percent, table } from '../table.ts';
import { figuresOf, type SimulationFigures } from './figures.ts';
import { QUALITIES, watchLink, type Watching } from './page.ts';

/** A kind of link, and the index of the quality that is played first there. */
interface Kind extends WatchLink {
	first: number;
}

const kind = (name: string, first: number, over: Partial<Kind> = {}): Kind => ({
	...WATCH_LINKS.find((link) => link.name === name)!,
	first,
	...over,
});

export const KINDS: Kind[] = [
	kind('steady-3000', 0),
	kind('steady-700', 1),
	kind('steady-700', 0, { name: 'best-first', title: '700 kbit/s, best first' }),
	kind('steady-300', 2),
	kind('rise', 2),
	kind('rise', 0, { title: '3 Mbit/s for 30 s, then 700 kbit/s', ratesOf: step(3000, 700) }),
	kind('rise', 0, { title: '3 Mbit/s for 30 s, then 300 kbit/s', ratesOf: step(3000, 300) }),
	...DRIVES.map(({ name }, i) => kind(name, 2 - i)),
];

/** The ways to play: one stream alone, and the choice among all. */
export const WAYS: [name: string, way: Partial<Watching>][] = [
	...QUALITIES.slice(0, 3).map((quality): (typeof WAYS)[number] => [
		`${number(quality.kbps)} kbit/s`,
		{ first: 0, qualities: [quality] },
	]),
	['choice', {}],
];

/** Plays a kind of link with several seeds; each figure is the mean, `share` that of the oracle's worth. */
export async function play(
	{ name, rate, roundTrip, first, ratesOf = step(rate, rate) }: Kind,
	way: Partial<Watching>,
	seconds: number,
	seeds: number,
) {
	const all: SimulationFigures[] = [];
	// Nothing on a steady link is random.
	for (let seed = 1; seed <= (name.startsWith('drive') ? seeds : 1); seed++) {
		const rates = ratesOf(seconds, seed);
		all.push(figuresOf(rates, await watchLink({ rates, roundTrip, first, seed, who: 'page', ...way })));
	}
	const mean = (figure: 'still' | 'soundAlone' | 'madeUp' | 'kbps' | 'switches' | 'worth' | 'best') =>
		all.reduce((sum, one) => sum + one[figure], 0) / all.length;
	return {
		still: mean('still'),
		soundAlone: mean('soundAlone'),
		madeUp: mean('madeUp'),
		kbps: mean('kbps'),
		switches: mean('switches'),
		mostSwitches: Math.max(...all.map(({ switches }) => switches)),
		share: mean('worth') / mean('best'),
	};
}

/** Prints what each way to play gives on each kind of link, in three minutes of three drives each. */
export async function compareSimulations(): Promise<void> {
	const rows: string[][] = [];
	for (const each of KINDS)
		for (const [name, way] of WAYS) {
			const { still, soundAlone, madeUp, kbps, switches, mostSwitches, share } = await play(each, way, 180, 3);
			rows.push([
				each.title,
				name,
				...[still, soundAlone, madeUp].map((part) => `${percent(part, 1)} %`),
				number(kbps),
				number(switches, 1),
				number(mostSwitches),
				`${percent(share)} %`,
			]);
		}
	const head = ['link', 'played', 'not moving', 'sound alone', 'sound made up', 'kbit/s', 'switches', 'most'];
	console.log(table([...head, 'of the oracle'], rows, 2));
}
