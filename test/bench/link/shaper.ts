import type { Link } from '../links.ts';

/** What a shaper decides about a packet: when it leaves the far end of the link, or that it is dropped. */
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

/** Bytes that wait for the link at most: what it carries in this many milliseconds, as in the buffers of mobile networks. */
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

/**
 * Makes one direction of a link: packets leave one after another at the link's rate, wait in a queue of limited size, are
 * lost at random, and arrive half a round trip later. TCP and UDP share it, as they share a phone's radio.
 */
export function createShaper(link: Link, random: () => number): Shaper {
	const { roundTrip, rate } = link;
	const isLost = createLoss(link, random);
	const delay = roundTrip / 2;
	const queueLimit = Math.max(MIN_QUEUE, (rate * QUEUE_TIME) / 8);
	/** When the last accepted packet has left the sender. */
	let busyUntil = 0;
	const backlog = (now: number): number => Math.max(0, busyUntil - now);
	return {
		backlog,
		enqueue(bytes, now) {
			if ((backlog(now) * rate) / 8 + bytes > queueLimit) return { dropped: 'queue' };
			busyUntil = Math.max(now, busyUntil) + (bytes * 8) / rate;
			// A packet lost on the air has used the link all the same.
			if (isLost()) return { dropped: 'loss' };
			return { deliverAt: busyUntil + delay };
		},
	};
}
