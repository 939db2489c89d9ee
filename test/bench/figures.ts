/** Figures of a visit, or medians of several. Milliseconds from the start of the navigation; Infinity: never. */
export interface Figures {
	/** Bytes on the wire until a tap on a tab is answered, headers included. */
	bytes: number;
	/** Requests sent until then. */
	requests: number;
	firstPaint: number;
	largestPaint: number;
	/** Cumulative layout shift. */
	shift: number;
	/** A tap on the second tab is answered. */
	tabAnswered: number;
	/** The first decoded video frame is given to the screen. */
	firstFrame: number;
	/** Received sound plays, or would without the browser's autoplay rules; to 100 ms. */
	firstSound: number;
	/** Wall-clock milliseconds of the longest task on the main thread; 0 when none is over 50. */
	longestTask: number;
	/** Milliseconds of processor time of the longest task, times the slowdown: what it takes where nothing else runs. */
	longestWork: number;
}

/** The middle value, of an even number the mean of the middle two. NaN when there is none. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	if (!sorted.length) return NaN;
	return sorted.length % 2
		? sorted[middle]!
		: sorted[middle - 1] === sorted[middle]
			? sorted[middle]!
			: (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The medians of several visits, figure by figure. */
export function medians(visits: readonly Figures[]): Figures {
	const names = Object.keys(visits[0] ?? {}) as (keyof Figures)[];
	return Object.fromEntries(
		names.map((name) => [name, median(visits.map((visit) => visit[name]))]),
	) as unknown as Figures;
}

/** A shift of the layout: when, and its score. */
export interface Shift {
	at: number;
	score: number;
}

/** Cumulative layout shift: the largest window of shifts less than 1 s apart and at most 5 s long (https://web.dev/articles/cls). */
export function cumulativeShift(shifts: readonly Shift[]): number {
	let largest = 0;
	let sum = 0;
	let first = -Infinity;
	let last = -Infinity;
	for (const { at, score } of [...shifts].sort((a, b) => a.at - b.at)) {
		if (at - last >= 1000 || at - first >= 5000) {
			sum = 0;
			first = at;
		}
		sum += score;
		last = at;
		largest = Math.max(largest, sum);
	}
	return largest;
}
