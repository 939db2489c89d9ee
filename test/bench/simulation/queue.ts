/** Something that crosses the link. */
export interface Packet {
	bytes: number;
	arrive(now: number): void;
	drop(now: number): void;
}

/** Bytes per millisecond of so many kbit/s. */
const BYTES = 1 / 8;

/** One direction of a link: packets leave one after another at its rate and wait in a queue of limited size. */
export class Queue {
	#packets: Packet[] = [];
	#waiting = 0;
	#budget = 0;

	/** @param rates kbit/s of each second @param limit bytes that wait at most */
	constructor(
		readonly rates: readonly number[],
		readonly limit: number,
	) {}

	/** kbit/s at a moment. */
	rate(now: number): number {
		return this.rates[Math.min(this.rates.length - 1, Math.floor(now / 1000))]!;
	}

	send(packet: Packet, now: number): void {
		if (this.#waiting + packet.bytes > this.limit) return packet.drop(now);
		this.#packets.push(packet);
		this.#waiting += packet.bytes;
	}

	/** Lets `step` milliseconds pass that end now. */
	advance(now: number, step: number): void {
		this.#budget += this.rate(now - step) * BYTES * step;
		while (this.#packets[0] && this.#packets[0].bytes <= this.#budget) {
			const packet = this.#packets.shift()!;
			this.#budget -= packet.bytes;
			this.#waiting -= packet.bytes;
			packet.arrive(now);
		}
		if (!this.#packets[0]) this.#budget = 0;
	}

	/** Milliseconds that a packet would wait now, at a rate that stays; at most ten seconds. */
	wait(now: number): number {
		return Math.min(10_000, this.#waiting / Math.max(1e-9, this.rate(now) * BYTES));
	}
}
