import { DRIVES, driveRates } from '../link/drives.ts';
import { step } from '../links.ts';
import { number, percent, table } from '../table.ts';
import { figuresOf, type SimulationFigures } from './figures.ts';
import { QUALITIES, watchLink, type Watching } from './page.ts';

/** A kind of link, and what is played first there. */
export interface Kind {
	name: string;
	roundTrip: number;
	first: number;
	/** kbit/s of each second, by seed. */
	rates(seconds: number, seed: number): number[];
}

const kind = (name: string, roundTrip: number, first: number, rates: Kind['rates']): Kind => ({
	name,
	roundTrip,
	first,
	rates,
});
const steady = (kbps: number) => step(kbps, kbps);

export const KINDS: Kind[] = [
	kind('3 Mbit/s', 100, 0, steady(3000)),
	kind('700 kbit/s', 200, 1, steady(700)),
	kind('700 kbit/s, best first', 200, 0, steady(700)),
	kind('300 kbit/s', 300, 2, steady(300)),
	kind('300 kbit/s for 30 s, then 3 Mbit/s', 200, 2, step(300, 3000)),
	kind('3 Mbit/s for 30 s, then 700 kbit/s', 200, 0, step(3000, 700)),
	kind('3 Mbit/s for 30 s, then 300 kbit/s', 200, 0, step(3000, 300)),
	...DRIVES.map(({ title, rate, roundTrip }, i) =>
		kind(title, roundTrip, 2 - i, (seconds, seed) => driveRates(rate, seconds, seed)),
	),
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
	{ name, roundTrip, first, rates }: Kind,
	way: Partial<Watching>,
	seconds: number,
	seeds: number,
) {
	const all: SimulationFigures[] = [];
	// Nothing on a steady link is random.
	for (let seed = 1; seed <= (name.startsWith('drive') ? seeds : 1); seed++) {
		const carried = rates(seconds, seed);
		all.push(figuresOf(carried, await watchLink({ rates: carried, roundTrip, first, seed, who: 'page', ...way })));
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

/** Prints what each way to play gives on each kind of link. */
export async function compareSimulations(seconds = 180, seeds = 3): Promise<void> {
	const rows: string[][] = [];
	for (const each of KINDS)
		for (const [name, way] of WAYS) {
			const { still, soundAlone, madeUp, kbps, switches, mostSwitches, share } = await play(each, way, seconds, seeds);
			rows.push([
				each.name,
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
