import { DRIVES, driveRates, OUTAGE_DRIVES, outageRates } from './link/drives.ts';
import type { Link } from './link/shaper.ts';

/** Links on which a page is loaded. */
export const LINKS: Link[] = [
	{ name: '2g', title: '2G', roundTrip: 800, rate: 280 },
	{ name: 'slow3g', title: 'slow 3G', roundTrip: 400, rate: 400 },
	{ name: 'fast3g', title: 'fast 3G', roundTrip: 150, rate: 1_600 },
	{ name: '4g', title: '4G', roundTrip: 60, rate: 9_000 },
];

/** A link on which a stream is watched. */
export interface WatchLink extends Link {
	/** kbit/s of each second; absent: always `rate`. */
	ratesOf?(seconds: number, seed: number): number[];
}

const steady = (rate: number, roundTrip: number): WatchLink => ({
	name: `steady-${rate}`,
	title: `${rate} kbit/s, ${roundTrip} ms`,
	rate,
	roundTrip,
});

/** One rate for 30 s, then another. */
export const step = (before: number, after: number) => (seconds: number) =>
	Array.from({ length: seconds }, (_, second) => (second < 30 ? before : after));

/** `low` kbit/s for 14 s after 20. */
export const dip = (rate: number, low: number) => (seconds: number) =>
	Array.from({ length: seconds }, (_, second) => (second < 20 || second >= 34 ? rate : low));

/** Links on which a stream is watched. */
export const WATCH_LINKS: WatchLink[] = [
	steady(700, 200),
	steady(1_600, 150),
	steady(300, 300),
	steady(3_000, 100),
	{ name: 'rise', title: '300 kbit/s for 30 s, then 3 Mbit/s', roundTrip: 200, rate: 1_000, ratesOf: step(300, 3_000) },
	{ name: 'fall', title: '3 Mbit/s for 30 s, then 300 kbit/s', roundTrip: 200, rate: 1_000, ratesOf: step(3_000, 300) },
	{ name: 'dip', title: '300 kbit/s, 70 for 14 s', roundTrip: 200, rate: 300, ratesOf: dip(300, 70) },
	...DRIVES.map((drive) => ({
		...drive,
		ratesOf: (seconds: number, seed: number) => driveRates(drive.rate, seconds, seed),
	})),
	...OUTAGE_DRIVES.map((drive) => ({
		...drive,
		ratesOf: (seconds: number, seed: number) => outageRates(drive, seconds, seed),
	})),
];
