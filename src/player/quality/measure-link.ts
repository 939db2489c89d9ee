/** Milliseconds by which a busy processor delays the end of a response. */
const DELAY = 50;

/** Milliseconds from the response to its timing. */
const TIMING_TIMEOUT = 1000;

/** Observes a response's timing, also past a full buffer. `read` resolves after the response; undefined: none. */
function observeTiming() {
	const timings: PerformanceEntry[] = [];
	let onTimings = () => {};
	const observer = new PerformanceObserver((list) => {
		timings.push(...list.getEntries());
		onTimings();
	});
	observer.observe({ entryTypes: ['resource'] });
	return {
		read: (url: string) =>
			new Promise<PerformanceResourceTiming | undefined>((resolve) => {
				const find = () => timings.find(({ name }) => name === url) as PerformanceResourceTiming | undefined;
				onTimings = () => find() && resolve(find());
				onTimings();
				setTimeout(resolve, TIMING_TIMEOUT);
			}),
		stop: () => observer.disconnect(),
	};
}

/**
 * Measures the spare rate in kbit/s by fetching the page's HTML, which fits a connection's first flight. 0: no answer;
 * Infinity: unknown, without sizes (Safari before 16.4).
 *
 * @param roundTrip milliseconds, without queueing
 */
export async function measureLink(roundTrip: number): Promise<number> {
	const { read, stop } = observeTiming();
	try {
		const response = await fetch(location.origin + location.pathname, { cache: 'no-store' });
		await response.text();
		const timing = await read(response.url);
		if (!timing) return Infinity;
		const time = timing.responseEnd - timing.requestStart - roundTrip - DELAY;
		return (timing.transferSize * 8) / Math.max(1, time) || Infinity;
	} catch {
		return 0;
	} finally {
		stop();
	}
}
