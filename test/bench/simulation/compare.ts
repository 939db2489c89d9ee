import { QUALITY_POLICY } from '../../../src/player/core/policy.ts';
import { DRIVES, driveRates } from '../link/drives.ts';
import { number, table } from '../table.ts';
import { bestWorth, worth } from './oracle.ts';
import { type Conditions, type Outcome, simulate } from './simulate.ts';

/** A kind of link, and what is played first there. */
export interface Kind {
	name: string;
	roundTrip: number;
	first: number;
	/** kbit/s of each second, by seed. */
	rates(seconds: number, seed: number): number[];
}

const steady = (kbps: number) => (seconds: number) => Array<number>(seconds).fill(kbps);

export const KINDS: Kind[] = [
	{ name: '3 Mbit/s', roundTrip: 100, first: 0, rates: steady(3000) },
	{ name: '700 kbit/s', roundTrip: 200, first: 1, rates: steady(700) },
	{ name: '700 kbit/s, best first', roundTrip: 200, first: 0, rates: steady(700) },
	{ name: '300 kbit/s', roundTrip: 300, first: 2, rates: steady(300) },
	{
		name: '300 kbit/s for 30 s, then 3 Mbit/s',
		roundTrip: 200,
		first: 2,
		rates: (seconds) => Array.from({ length: seconds }, (_, second) => (second < 30 ? 300 : 3000)),
	},
	...[700, 300].map((kbps) => ({
		name: `3 Mbit/s for 30 s, then ${kbps} kbit/s`,
		roundTrip: 200,
		first: 0,
		rates: (seconds: number) => Array.from({ length: seconds }, (_, second) => (second < 30 ? 3000 : kbps)),
	})),
	...DRIVES.map(({ title, mean, roundTrip }, i) => ({
		name: title,
		roundTrip,
		first: 2 - i,
		rates: (seconds: number, seed: number) => driveRates(mean, seconds, seed),
	})),
];

/** The ways to play. */
export const WAYS: [name: string, conditions: Partial<Conditions>][] = [
	['1,130 kbit/s', { first: 0, policy: null }],
	['400 kbit/s', { first: 1, policy: null }],
	['130 kbit/s', { first: 2, policy: null }],
	['choice', {}],
	['choice, buffer to 1 s', { freezeStep: 500, maxBuffer: 1000 }],
];

/** Plays a kind of link with several seeds; each figure is the mean. */
export function play(
	kind: Kind,
	conditions: Partial<Conditions>,
	seconds: number,
	seeds: number,
): Record<string, number> {
	// Nothing on a steady link is random.
	const count = kind.name.startsWith('drive') ? seeds : 1;
	const all = Array.from({ length: count }, (_, seed) => {
		const rates = kind.rates(seconds, seed + 1);
		const { roundTrip, first } = kind;
		const outcome: Outcome = simulate({ rates, roundTrip, first, seed, ...conditions });
		return { ...outcome, worth: worth(outcome), best: bestWorth(rates, QUALITY_POLICY.maxSwitches) };
	});
	const mean = (of: (outcome: (typeof all)[number]) => number) => all.reduce((sum, one) => sum + of(one), 0) / count;
	return {
		frozen: mean(({ frozen }) => frozen / seconds / 10),
		longest: mean(({ longest }) => longest / 1000),
		soundAlone: mean(({ soundAlone }) => soundAlone / seconds / 10),
		madeUp: mean(({ madeUp }) => madeUp * 100),
		kbps: mean(({ kbps }) => kbps),
		switches: mean(({ switches }) => switches),
		mostSwitches: Math.max(...all.map(({ switches }) => switches)),
		tries: mean(({ tries }) => tries),
		share: (mean(({ worth }) => worth) / mean(({ best }) => best)) * 100,
	};
}

/** Prints what each way to play gives on each kind of link. */
export function compareSimulations(seconds = 180, seeds = 3): void {
	const rows = KINDS.flatMap((kind) =>
		WAYS.map(([way, conditions]) => {
			const is = play(kind, conditions, seconds, seeds);
			return [
				kind.name,
				way,
				`${number(is['frozen']!, 1)} %`,
				`${number(is['soundAlone']!, 1)} %`,
				`${number(is['madeUp']!, 1)} %`,
				number(is['kbps']!),
				number(is['switches']!, 1),
				number(is['mostSwitches']!),
				number(is['tries']!, 1),
				`${number(is['share']!)} %`,
			];
		}),
	);
	const head = [
		'link',
		'played',
		'not moving',
		'sound alone',
		'sound made up',
		'kbit/s',
		'switches',
		'most',
		'tries',
		'of the oracle',
	];
	console.log(table(head, rows, 2));
}
