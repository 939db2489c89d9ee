import { Queue } from './queue.ts';

/** Bytes that wait for the link at most: what it carries in so many milliseconds on the average, as in the emulator. */
const QUEUE_TIME = 1000;
const MIN_QUEUE = 15_000;
const PACKET = 1200;
const REQUEST_BYTES = 700;
/** Milliseconds after which TCP repeats a packet. */
const REPEAT_TIME = 1000;

/** A link with a queue in each direction. @param rates kbit/s of each second */
export function createDuplexLink(rates: readonly number[], roundTrip: number, now: () => number) {
	const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
	const limit = Math.max(MIN_QUEUE, (mean * QUEUE_TIME) / 8);
	const [down, up] = [new Queue(rates, limit), new Queue(rates, limit)];
	const delays: { at: number; act: () => void }[] = [];
	const later = (at: number, act: () => void) => void delays.push({ at, act });

	function send(queue: Queue, bytes: number, onArrive: () => void): void {
		const arrive = (at: number) => later(at + roundTrip / 2, onArrive);
		const drop = (at: number) => later(at + REPEAT_TIME, () => send(queue, bytes, onArrive));
		queue.send({ bytes, arrive, drop }, now());
	}

	return {
		down,
		up,
		/** Requests so many bytes; resolves with the time of the last. */
		transfer: (bytes: number): Promise<number> =>
			new Promise((resolve) => {
				let left = Math.ceil(bytes / PACKET);
				const packets = Array.from({ length: left }, () => Math.min(bytes, PACKET));
				send(up, REQUEST_BYTES, () => packets.forEach((packet) => send(down, packet, () => --left || resolve(now()))));
			}),
		/** Lets a step pass that ends now. */
		advance(at: number, step: number): void {
			down.advance(at, step);
			up.advance(at, step);
			for (const delayed of delays.splice(0))
				if (delayed.at <= at) delayed.act();
				else delays.push(delayed);
		},
	};
}

export type DuplexLink = ReturnType<typeof createDuplexLink>;
