import type { Quality } from './qualities.ts';

/** The part of the navigation timing that tells how fast the HTML arrived; milliseconds. */
export type HtmlTiming = Pick<
	PerformanceNavigationTiming,
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

/** kbit/s times milliseconds there and back: on mobile networks what is far behind is slow. */
const RATE_TIMES_ROUND_TRIP = 200_000;

/** A link has to carry this many times the rate of a stream; as in `QUALITY_POLICY`. */
const HEADROOM = 1.3;

/**
 * The rate of the link in kbit/s, from what is known without a request: how fast the HTML arrived, how long its first byte
 * took, and what the browser estimates. 0: unknown. One flight of packets says little above 2 Mbit/s.
 *
 * @param timing missing in Safari before 15
 * @param downlink `navigator.connection.downlink` in Mbit/s; only Chromium has it
 */
export function linkRate(timing: HtmlTiming | undefined, downlink = 0): number {
	const rates = downlink && downlink < MAX_DOWNLINK ? [downlink * 1000] : [];
	if (timing && timing.transferSize >= MIN_TRANSFER && timing.responseEnd) {
		const { connectStart, requestStart, responseStart, responseEnd } = timing;
		// 0 on a reused connection.
		const roundTrip = (timing.secureConnectionStart || timing.connectEnd) - connectStart;
		// The first byte of a TLS record may be read once the last one is there.
		const time = responseEnd - (roundTrip ? requestStart + roundTrip : responseStart);
		rates.push(
			(timing.transferSize * 8) / Math.max(1, time),
			RATE_TIMES_ROUND_TRIP / (roundTrip || responseStart - requestStart),
		);
	}
	return rates[0] ? Math.min(...rates) : 0;
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
