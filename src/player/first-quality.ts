import type { Quality } from './qualities.ts';

/** The part of a resource's or the navigation's timing that tells how fast it arrived; milliseconds. */
export type LoadTiming = Pick<
	PerformanceResourceTiming,
	| 'connectStart'
	| 'connectEnd'
	| 'secureConnectionStart'
	| 'requestStart'
	| 'responseStart'
	| 'responseEnd'
	| 'transferSize'
>;

/** A smaller answer is headers alone, or comes from a cache. */
const MIN_TRANSFER = 5000;

/** kbit/s of a link of which nothing is known. */
const UNKNOWN_RATE = 650;

/** Chromium reports 1.6 Mbit/s, give or take a tenth, of a link of which it knows nothing. */
const MAX_DOWNLINK = 1.2;

/** Milliseconds by which a busy processor delays the end of a response. */
const DELAY = 50;

/** A link has to carry this many times the rate of a stream; as in `QUALITY_POLICY`. */
const HEADROOM = 1.3;

/**
 * The rate of the link in kbit/s, from what is known without a request: how fast the largest file arrived, HTML or bundle,
 * and what the browser estimates. A rate within the error of its timing is no limit. 0: unknown.
 *
 * @param timings entries of other types are ignored; Safari before 16.4 has no sizes
 * @param downlink `navigator.connection.downlink` in Mbit/s; only Chromium has it
 */
export function linkRate(timings: readonly LoadTiming[], downlink = 0): number {
	let rate = downlink && downlink < MAX_DOWNLINK ? downlink * 1000 : Infinity;
	let roundTrip = Infinity;
	let largest: LoadTiming | undefined;
	for (const timing of timings)
		if (timing.transferSize >= MIN_TRANSFER && timing.responseEnd) {
			const { connectStart, secureConnectionStart, connectEnd, requestStart, responseStart } = timing;
			const connected = (secureConnectionStart || connectEnd) - connectStart;
			const replied = responseStart - requestStart;
			// Of a connection that had been begun before only the end is counted; the first byte of a TLS record may be read
			// once the last one is there.
			roundTrip = Math.min(roundTrip, connected * 3 > replied ? connected : replied);
			if (!largest || timing.transferSize > largest.transferSize) largest = timing;
		}
	if (largest) {
		const time = largest.responseEnd - largest.requestStart - roundTrip - DELAY;
		rate = Math.min(rate, (largest.transferSize * 8) / Math.max(1, time));
	}
	return rate < Infinity ? rate : 0;
}

/**
 * The index of the quality to begin with: the best that fits the link, none better than the one watched last, and the
 * lowest with a picture where data is to be saved. Sound alone only where there is nothing else.
 *
 * @param rate by {@link linkRate}
 * @param last name of the quality that this session watched last, '' for none
 */
export function firstQuality(
	qualities: readonly Pick<Quality, 'name' | 'kbps' | 'audioOnly'>[],
	rate: number,
	saveData: boolean,
	last: string,
): number {
	const lowest = qualities.filter(({ audioOnly }) => !audioOnly).length - 1;
	let index = qualities.findIndex(({ name }) => name === last);
	const carried = rate || (index < 0 ? UNKNOWN_RATE : Infinity);
	index = saveData ? lowest : Math.max(0, index);
	while (index < lowest && qualities[index]!.kbps * HEADROOM > carried) index++;
	return Math.max(0, Math.min(index, lowest));
}
