/** Milliseconds by which a busy processor delays the end of a response. */
const DELAY = 50;

/**
 * Measures the spare rate in kbit/s by fetching the page's HTML, which fits a connection's first flight. Infinity:
 * unknown, without sizes (Safari before 16.4) or an answer.
 *
 * @param roundTrip milliseconds, without queueing
 */
export function measureLink(roundTrip: number): Promise<number> {
	// A full buffer takes no entries.
	performance.clearResourceTimings();
	return fetch(location.origin + location.pathname, { cache: 'no-store' })
		.then(async (response) => {
			await response.text();
			const timing = performance.getEntriesByName(response.url).pop() as PerformanceResourceTiming;
			const time = timing.responseEnd - timing.requestStart - roundTrip - DELAY;
			return (timing.transferSize * 8) / Math.max(1, time) || Infinity;
		})
		.catch(() => Infinity);
}
