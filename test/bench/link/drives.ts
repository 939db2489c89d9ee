import { seededRandom } from './shaper.ts';

/** A link whose rate changes each second, as on a drive. */
export interface Drive {
	name: string;
	title: string;
	/** kbit/s on the average, seconds without a byte included. */
	mean: number;
	/** Milliseconds there and back while nothing waits. */
	roundTrip: number;
}

/** Means as recorded on drives with EVDO, UMTS and LTE. */
export const DRIVES: Drive[] = [
	{ name: 'drive-500', title: 'drive, 0.5 Mbit/s', mean: 500, roundTrip: 200 },
	{ name: 'drive-1300', title: 'drive, 1.3 Mbit/s', mean: 1_300, roundTrip: 150 },
	{ name: 'drive-5000', title: 'drive, 5 Mbit/s', mean: 5_000, roundTrip: 80 },
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
