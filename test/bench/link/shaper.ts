import type { Link } from '../links.ts';

/** Fate of a packet: when it leaves the far end of the link, or why it is dropped. */
export type Verdict = { deliverAt: number } | { dropped: 'queue' | 'loss' };

/** One direction of a link. */
export interface Shaper {
	/** Decides about a packet of `bytes` that arrives at `now`. Call it in the order the packets arrive. */
	enqueue(bytes: number, now: number): Verdict;
	/** Milliseconds until everything that was accepted has left the sender. */
	backlog(now: number): number;
}

/** Smallest queue in bytes: ten full packets, so that a slow link does not drop a single burst. */
const MIN_QUEUE = 15_000;

/** Bytes that wait for the link at most: what its mean rate carries in this many milliseconds, as in the buffers of mobile networks. */
const QUEUE_TIME = 1000;

/**
 * A pseudo-random generator with a seed (mulberry32), numbers from 0 up to 1.
 * The same seed gives the same losses in each run.
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

/** Decides which packets are lost: a share of them, in bursts of a mean length (Gilbert model). */
function createLoss({ loss = 0, burst }: Link, random: () => number): () => boolean {
	const first = burst ? loss / (burst * (1 - loss)) : loss;
	const next = burst ? 1 - 1 / burst : loss;
	let lost = false;
	return () => (lost = random() < (lost ? next : first));
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
 * Makes one direction of a link: packets leave one after another at the link's rate, wait in a queue of limited size, are
 * lost at random, and arrive half a round trip later. TCP and UDP share it, as they share a phone's radio.
 * @param start when the first of the link's `rates` begins
 */
export function createShaper(link: Link, random: () => number, start = 0): Shaper {
	const { roundTrip, rate } = link;
	const rates = link.rates?.some(Boolean) ? link.rates : [rate];
	const isLost = createLoss(link, random);
	const delay = roundTrip / 2;
	const queueLimit = Math.max(MIN_QUEUE, (rate * QUEUE_TIME) / 8);
	/** When the last accepted packet has left the sender. */
	let busyUntil = start;
	/** The packets that wait, oldest first. */
	const waiting: { until: number; bytes: number }[] = [];
	let queued = 0;
	const backlog = (now: number): number => Math.max(0, busyUntil - now);
	return {
		backlog,
		enqueue(bytes, now) {
			while (waiting.length && waiting[0]!.until <= now) queued -= waiting.shift()!.bytes;
			if (queued + bytes > queueLimit) return { dropped: 'queue' };
			busyUntil = departure(Math.max(now, busyUntil), bytes * 8, rates, start);
			waiting.push({ until: busyUntil, bytes });
			queued += bytes;
			// A packet lost on the air has used the link all the same.
			if (isLost()) return { dropped: 'loss' };
			return { deliverAt: busyUntil + delay };
		},
	};
}
