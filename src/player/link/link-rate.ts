// In the HTML: each byte is paid before the first paint.
/** The rate of the viewer's link, by what has loaded; a load measures it later (`measure-link.ts`). */

/** The rate of the link, in one place: whoever measures notes it here, whoever chooses by it asks here. */
export interface Link {
	/** kbit/s: first by what has loaded, then as measured last; 0: unknown. */
	knownRate: () => number;
}

/** Notes a rate in kbit/s, as a stream that lacks, pieces, segments or a load of the HTML show it; 0 or NaN: none. */
export function noteRate(link: Link, kbps: number): void {
	if (kbps > 0) link.knownRate = () => kbps;
}

/** Timing of a load, in milliseconds. */
export type LoadTiming = Pick<
	PerformanceResourceTiming,
	'connectStart' | 'secureConnectionStart' | 'requestStart' | 'responseStart' | 'responseEnd' | 'transferSize'
>;

/** Bytes; smaller responses are only headers, or cached. */
const MIN_TRANSFER = 5000;

/** Mbit/s; above, Chromium's estimate may be its default for unknown links, 1.6 ± 10 %. */
const MAX_DOWNLINK = 1.2;

/**
 * kbit/s times milliseconds: on mobile networks a distant server is slow, whatever the rate of the moment. Round trips
 * measure up to 20 ms short, as browsers connect before they say so.
 */
const RATE_TIMES_ROUND_TRIP = 170_000;

/** Milliseconds by which a busy processor delays the end of a response. */
export const DELAY = 50;

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
