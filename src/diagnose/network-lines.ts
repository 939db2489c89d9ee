import type { Level, Line } from './code.ts';

/** Milliseconds, and kbit/s, from which on a line is amber, and red. */
const REACH = [1500, 5000];
const ROUND_TRIP = [250, 800];
const RATE = [1000, 250];
/** Requests that measure a round trip. */
const TRIES = 3;
/** Milliseconds below which a load says nothing of the rate. */
const MIN_LOAD = 5;

/** Level of a number by two limits. */
export const levelOf = (value: number, [amber, red]: readonly number[] = REACH): Level =>
	amber! < red! ? (value < amber! ? 0 : value < red! ? 1 : 2) : value > amber! ? 0 : value > red! ? 1 : 2;

/** Loads a file past caches. Rejects if it cannot be loaded. */
async function loadFile(url: string, method = 'GET') {
	const begun = performance.now();
	const response = await fetch(url, { method, cache: 'no-store' });
	const reached = performance.now() - begun;
	if (!response.ok) throw new Error(`${response.status}`);
	const text = await response.text();
	return { text, reached, took: performance.now() - begun - reached };
}

/** How the page's host is reached; `html` is what it has sent. */
export async function networkLines(): Promise<{ lines: Line[]; html: string }> {
	try {
		const { text: html, reached } = await loadFile('./');
		let roundTrip = Infinity;
		for (let count = 0; count < TRIES; count++) roundTrip = Math.min(roundTrip, (await loadFile('./', 'HEAD')).reached);
		const script = await loadFile('./rts.js');
		const [entry] = performance.getEntriesByName(
			new URL('./rts.js', location.href).href,
		) as PerformanceResourceTiming[];
		const bytes = (entry && entry.encodedBodySize) || script.text.length / 3;
		const rate = (bytes * 8) / Math.max(script.took, MIN_LOAD);
		return {
			html,
			lines: [
				['pg', levelOf(reached), reached],
				['rr', levelOf(roundTrip, ROUND_TRIP), roundTrip],
				['kb', levelOf(rate, RATE), rate],
			],
		};
	} catch {
		return { html: '', lines: [['pg', 2]] };
	}
}
