import type { Quality } from '../core/list-qualities.ts';
import type { Policy } from '../core/policy.ts';

/** Timing of a load, in milliseconds. */
export type LoadTiming = Pick<
	PerformanceResourceTiming,
	'connectStart' | 'secureConnectionStart' | 'requestStart' | 'responseStart' | 'responseEnd' | 'transferSize'
>;

/** Bytes; smaller responses are only headers, or cached. */
const MIN_TRANSFER = 5000;

/** kbit/s assumed for an unknown link. */
const UNKNOWN_RATE = 650;

/** Mbit/s; above, Chromium's estimate may be its default for unknown links, 1.6 ± 10 %. */
const MAX_DOWNLINK = 1.2;

/**
 * kbit/s times milliseconds: on mobile networks a distant server is slow, whatever the rate of the moment. Round trips
 * measure up to 20 ms short, as browsers connect before they say so.
 */
const RATE_TIMES_ROUND_TRIP = 170_000;

/** Milliseconds by which a busy processor delays the end of a response. */
const DELAY = 50;

/**
 * Estimates the link's rate in kbit/s from the largest file (HTML or bundle) and the browser's estimate. 0: unknown, or
 * within the error of timing.
 *
 * @param timings entries of other types are ignored; Safari before 16.4 has no sizes
 * @param downlink `navigator.connection.downlink` in Mbit/s (Chromium)
 */
export function linkRate(timings: readonly LoadTiming[], downlink = 0): number {
	let rate = (downlink < MAX_DOWNLINK && downlink * 1000) || Infinity;
	let roundTrip = Infinity;
	let largest: LoadTiming | undefined;
	for (const timing of timings)
		if (timing.transferSize >= MIN_TRANSFER && timing.responseEnd) {
			const { connectStart, secureConnectionStart, requestStart, responseStart } = timing;
			const connected = secureConnectionStart - connectStart;
			const replied = responseStart - requestStart;
			// A reused connection has no connect time; a TLS record's first byte may be readable only with its last.
			roundTrip = Math.min(roundTrip, connected * 3 > replied ? connected : replied);
			if (!largest || timing.transferSize > largest.transferSize) largest = timing;
		}
	if (largest) {
		rate = Math.min(rate, RATE_TIMES_ROUND_TRIP / roundTrip);
		const time = largest.responseEnd - largest.requestStart - roundTrip - DELAY;
		rate = Math.min(rate, (largest.transferSize * 8) / Math.max(1, time));
	}
	return rate < Infinity ? rate : 0;
}

/**
 * Chooses the best quality that fits the link, not above `last`; with saveData the lowest with video. Sound alone only
 * if there is nothing else.
 *
 * @param rate from {@link linkRate}
 * @param last name of the one watched last; '' for none
 */
export function firstQuality(
	qualities: readonly Pick<Quality, 'name' | 'kbps' | 'audioOnly'>[],
	rate: number,
	saveData: boolean,
	last: string,
	{ headroom }: Pick<Policy, 'headroom'>,
): number {
	const lowest = qualities.filter(({ audioOnly }) => !audioOnly).length - 1;
	let index = qualities.findIndex(({ name }) => name === last);
	const carried = rate || (index < 0 ? UNKNOWN_RATE : Infinity);
	index = saveData ? lowest : Math.max(0, index);
	while (index < lowest && qualities[index]!.kbps * headroom > carried) index++;
	return Math.max(0, Math.min(index, lowest));
}
