import { DELAY } from './link-rate.ts';

/** Milliseconds from the response to its timing. */
const TIMING_TIMEOUT = 1000;
/** Milliseconds after which there is no answer. */
const TIMEOUT = 30_000;

/** Requests the page's HTML past caches, without the query, which has secrets. Resolves to its timing, also past a full buffer. */
async function load(method: 'HEAD' | 'GET'): Promise<PerformanceResourceTiming | undefined> {
	let onTimings = () => {};
	const timings: PerformanceEntry[] = [];
	const observer = new PerformanceObserver((list) => {
		timings.push(...list.getEntries());
		onTimings();
	});
	observer.observe({ entryTypes: ['resource'] });
	try {
		const response = await fetch(location.origin + location.pathname, { cache: 'no-store', method });
		await response.text();
		return await new Promise((resolve) => {
			onTimings = () => {
				const timing = timings.find(({ name }) => name === response.url);
				if (timing) resolve(timing as PerformanceResourceTiming);
			};
			onTimings();
			setTimeout(resolve, TIMING_TIMEOUT);
		});
	} finally {
		observer.disconnect();
	}
}

/**
 * Creates what measures the spare rate in kbit/s: by the time that the page's HTML takes, which fits a connection's first
 * flight, beyond what its headers alone take, which is the time of round trip and server. The first byte would say
 * less: a TLS record is readable only with its last one. 0: no answer; Infinity: unknown, without sizes (Safari before 16.4).
 */
export function createLinkMeter(): () => Promise<number> {
	let underWay: Promise<number> | null = null;
	async function measure(): Promise<number> {
		// What plays may hold up one of both.
		const [before, page, after] = [await load('HEAD'), await load('GET'), await load('HEAD')];
		if (!before || !page || !after) return Infinity;
		const timeOf = ({ requestStart, responseEnd }: PerformanceResourceTiming) => responseEnd - requestStart;
		const time = timeOf(page) - Math.min(timeOf(before), timeOf(after)) - DELAY;
		return (page.transferSize * 8) / Math.max(1, time) || Infinity;
	}
	// Two at once would find the timings of each other.
	return () =>
		(underWay ??= new Promise<number>((resolve) => {
			const timer = setTimeout(resolve, TIMEOUT, 0);
			measure()
				.catch(() => 0)
				.then((kbps) => {
					clearTimeout(timer);
					resolve(kbps);
				});
		}).then((kbps) => {
			underWay = null;
			return kbps;
		}));
}
