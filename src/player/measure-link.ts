/** Milliseconds a busy processor delays the end of a response. */
const DELAY = 50;

/**
 * Measures the rate the link has left, in kbit/s, by fetching the page's HTML, which fits the first flight of a
 * connection. Infinity: unknown, without sizes (Safari before 16.4) or answer.
 *
 * @param roundTrip milliseconds, without queue
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
