import { type Link, seededRandom } from './shaper.ts';

/** Links whose rate changes each second, with the means of drives that were recorded with EVDO, UMTS and LTE. */
export const DRIVES: Link[] = [
	{ name: 'drive-500', title: 'drive, 0.5 Mbit/s', rate: 500, roundTrip: 200 },
	{ name: 'drive-1300', title: 'drive, 1.3 Mbit/s', rate: 1_300, roundTrip: 150 },
	{ name: 'drive-5000', title: 'drive, 5 Mbit/s', rate: 5_000, roundTrip: 80 },
];

/** A drive with outages as they were recorded. */
export interface OutageDrive extends Link {
	/** Seconds of the outages that were recorded. */
	outages: number[];
	/** Seconds of the recording. */
	recorded: number;
	/** Standard deviation of the rate's logarithm, so that the tenth percentile is as recorded. */
	spread: number;
}

/** Repeats numbers: `[length, count]`. */
const times = (...counts: [number, number][]): number[] =>
	counts.flatMap(([length, count]) => Array<number>(count).fill(length));

/** Outages of recorded drives: EVDO at 0.5 Mbit/s, UMTS at 2.0, LTE at 5.2; in both directions. */
export const OUTAGE_DRIVES: OutageDrive[] = [
	{
		name: 'outages-500',
		title: 'drive with outages, 0.5 Mbit/s',
		rate: 500,
		roundTrip: 200,
		outages: times([1, 8], [2, 3], [3, 1], [4, 1], [5, 2], [6, 2], [7, 1], [10, 1], [11, 1], [16, 1], [28, 1]),
		recorded: 1_062,
		spread: 0.75,
	},
	{
		name: 'outages-2000',
		title: 'drive with outages, 2 Mbit/s',
		rate: 2_000,
		roundTrip: 150,
		outages: times([1, 5], [2, 6], [3, 2], [4, 3], [5, 2], [6, 1], [9, 1], [17, 1]),
		recorded: 928,
		spread: 1,
	},
	{
		name: 'outages-5200',
		title: 'drive with outages, 5.2 Mbit/s',
		rate: 5_200,
		roundTrip: 80,
		outages: times([3, 2], [5, 1], [8, 1], [9, 1]),
		recorded: 786,
		spread: 0.85,
	},
];

/** Standard deviation of the rate's logarithm: with the outages the tenth percentile is an eighth of the mean. */
const SPREAD = 0.84;

/** Share of the logarithm that stays from one second to the next. */
const CORRELATION = 0.85;

/** Probability that an outage begins in a second whose rate is below the median; never in another one. */
const OUTAGE_START = 0.09;

/** Probability that an outage lasts another second. */
const OUTAGE_CONTINUE = 0.55;

/** Longest outage, seconds. */
const MAX_OUTAGE = 5;

/** A number of the normal distribution around 0 with deviation 1 (Box and Muller). */
const normal = (random: () => number): number =>
	Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * Generates the rate of each second of a drive in kbit/s: log-normal and autocorrelated, with outages of 1 to 5 s.
 * The same seed gives the same drive, and another mean only scales it. A drive has exactly its mean, unless it is all outage.
 */
export function driveRates(mean: number, seconds: number, seed: number): number[] {
	const random = seededRandom(seed);
	let level = normal(random);
	let outage = 0;
	const rates = Array.from({ length: seconds }, () => {
		level = CORRELATION * level + Math.sqrt(1 - CORRELATION ** 2) * normal(random);
		const goesOn = random() < (outage ? OUTAGE_CONTINUE : level < 0 ? OUTAGE_START : 0);
		outage = goesOn && outage < MAX_OUTAGE ? outage + 1 : 0;
		return outage ? 0 : Math.exp(SPREAD * level);
	});
	const total = rates.reduce((sum, rate) => sum + rate, 0);
	return rates.map((rate) => (total ? (rate * mean * seconds) / total : 0));
}

/** Seconds of an outage from which on it has bursts, kbit/s of one, and seconds per burst. */
const BURSTS = { from: 9, kbps: 60, every: 7 };

/** Generates the rate of each second of a drive as {@link driveRates}, with outages as recorded and short bursts in long ones. */
export function outageRates(drive: OutageDrive, seconds: number, seed: number): number[] {
	const { rate: mean, outages, recorded, spread } = drive;
	const random = seededRandom(seed);
	const total = outages.reduce((sum, length) => sum + length, 0);
	// They begin where the rate is below its median.
	const start = (2 * outages.length) / (recorded - total);
	let level = normal(random);
	let length = 0;
	let left = 0;
	const rates = Array.from({ length: seconds }, () => {
		level = CORRELATION * level + Math.sqrt(1 - CORRELATION ** 2) * normal(random);
		const [begins, which, bursts] = [random(), random(), random()];
		if (left) left--;
		else if (level < 0 && begins < start) {
			length = outages[Math.floor(which * outages.length)]!;
			left = length;
		}
		if (!left) return Math.exp(spread * level);
		const hasBurst = length >= BURSTS.from && left < length && left > 1 && bursts < 1 / BURSTS.every;
		return hasBurst ? -1 : 0;
	});
	const sum = rates.reduce((all, rate) => all + Math.max(0, rate), 0);
	return rates.map((rate) => (rate < 0 ? BURSTS.kbps : sum ? (rate * mean * seconds) / sum : 0));
}

/** kbit/s below which the link is gone: it carries no stream with a picture. */
export const GONE = 150;

/** Share of the seconds in which a link is gone. */
export const goneShare = (rates: readonly number[]): number =>
	rates.filter((rate) => rate < GONE).length / (rates.length || 1);

/** A minute whose link is gone for a while, comes back thin, and is as before after that. */
export interface ThinReturn {
	/** kbit/s of each second. */
	rates: number[];
	/** kbit/s before, on average. */
	wide: number;
	/** The second in which it comes back. */
	back: number;
}

/** Generates a minute that is gone for 8 to 20 s, and then carries 150 to 600 kbit/s for 5 to 15 s. @param least kbit/s before */
export function thinReturn(least: number, most: number, seed: number): ThinReturn {
	const random = seededRandom(seed);
	const between = (low: number, high: number) => low + (high - low) * random();
	const wide = least * (most / least) ** random();
	const start = Math.round(between(10, 22));
	const back = start + Math.round(between(8, 20));
	const end = back + Math.round(between(5, 15));
	const thin = between(150, 600);
	const rates = Array.from({ length: 60 }, (_, second) => {
		if (second >= start && second < back) return 0;
		if (second < start || second >= end) return wide * between(0.8, 1.2);
		return Math.min(600, Math.max(GONE, thin * between(0.75, 1.25)));
	});
	return { rates, wide, back };
}
