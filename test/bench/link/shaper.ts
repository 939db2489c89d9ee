/** A mobile link. */
export interface Link {
	name: string;
	title: string;
	/** Milliseconds there and back while nothing waits. */
	roundTrip: number;
	/** kbit/s, each way; the mean of `rates` where there are some. */
	rate: number;
	/** kbit/s of each second, over and over: a link that changes. */
	rates?: number[];
}

/** One direction of a link: when a packet of `bytes` that arrives at `now` leaves the far end; null: it is dropped. */
export type Shaper = (bytes: number, now: number) => number | null;

/** Smallest queue in bytes: ten full packets, so that a slow link does not drop a single burst. */
const MIN_QUEUE = 15_000;

/** Bytes that wait for the link at most: what its mean rate carries in this many milliseconds, as in the buffers of mobile networks. */
const QUEUE_TIME = 1000;

/**
 * A pseudo-random generator with a seed (mulberry32), numbers from 0 up to 1.
 * The same seed gives the same numbers in each run.
 */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
	};
}

/** When so many bits have left that begin to leave at `from`, on a link whose rates begin at `start`. */
function departure(from: number, bits: number, rates: readonly number[], start: number): number {
	let at = from;
	let left = bits;
	for (let second = Math.floor((from - start) / 1000); ; second++) {
		const rate = rates[second % rates.length]!;
		const end = start + (second + 1) * 1000;
		if (rate && left <= rate * (end - at)) return at + left / rate;
		left -= rate * (end - at);
		at = end;
	}
}

/**
 * Makes one direction of a link: packets leave one after another at the link's rate, wait in a queue of limited size, and
 * arrive half a round trip later. TCP and UDP share it, as they share a phone's radio.
 * @param start when the first of the link's `rates` begins
 */
export function createShaper({ roundTrip, rate, rates = [] }: Link, start = 0): Shaper {
	const rateBySecond = rates.some(Boolean) ? rates : [rate];
	const queueLimit = Math.max(MIN_QUEUE, (rate * QUEUE_TIME) / 8);
	/** When the last accepted packet has left the sender. */
	let busyUntil = start;
	/** The packets that wait, oldest first. */
	const waiting: { until: number; bytes: number }[] = [];
	let queued = 0;
	return (bytes, now) => {
		while (waiting.length && waiting[0]!.until <= now) queued -= waiting.shift()!.bytes;
		if (queued + bytes > queueLimit) return null;
		busyUntil = departure(Math.max(now, busyUntil), bytes * 8, rateBySecond, start);
		waiting.push({ until: busyUntil, bytes });
		queued += bytes;
		return busyUntil + roundTrip / 2;
	};
}
