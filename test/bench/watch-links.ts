import { DRIVES, driveRates, OUTAGE_DRIVES, outageRates } from './link/drives.ts';
import type { Link } from './links.ts';

/** A link on which a stream is watched. */
export interface WatchLink {
	name: string;
	title: string;
	/** @param seed of a drive @param seconds for which it is needed */
	link(seed: number, seconds: number): Link;
}

const steady = (rate: number, roundTrip: number): WatchLink => {
	const [name, title] = [`steady-${rate}`, `${rate} kbit/s, ${roundTrip} ms`];
	return { name, title, link: () => ({ name, title, rate, roundTrip }) };
};

const RISE = { name: 'rise', title: '300 kbit/s for 30 s, then 3 Mbit/s' };

export const WATCH_LINKS: WatchLink[] = [
	steady(700, 200),
	steady(1_600, 150),
	steady(300, 300),
	steady(3_000, 100),
	{
		...RISE,
		link: (_seed, seconds) => ({
			...RISE,
			roundTrip: 200,
			rate: 1_000,
			rates: [...Array<number>(30).fill(300), ...Array<number>(seconds).fill(3_000)],
		}),
	},
	...DRIVES.map(({ name, title, mean, roundTrip }) => ({
		name,
		title,
		link: (seed: number, seconds: number) => ({
			name,
			title,
			roundTrip,
			rate: mean,
			rates: driveRates(mean, seconds, seed),
		}),
	})),
	...OUTAGE_DRIVES.map((drive) => {
		const { name, title, mean: rate, roundTrip } = drive;
		return {
			name,
			title,
			link: (seed: number, seconds: number) => ({
				name,
				title,
				roundTrip,
				rate,
				rates: outageRates(drive, seconds, seed),
			}),
		};
	}),
];
