import { createShaper, type Shaper } from '../link/shaper.ts';

const PACKET = 1200;
const REQUEST_BYTES = 700;
/** Milliseconds after which a packet is repeated that found the queue full. */
export const REPEAT_TIME = 1000;

/** A link in both directions. @param rates kbit/s of each second @param now a virtual clock, which `setTimeout` follows */
export function createDuplexLink(rates: number[], roundTrip: number, now: () => number) {
	const rate = rates.reduce((sum, each) => sum + each, 0) / rates.length;
	const link = { name: '', title: '', roundTrip, rate, rates };
	const [down, up] = [createShaper(link), createShaper(link)];

	function send(direction: Shaper, bytes: number, onArrive: () => void): void {
		const at = direction(bytes, now());
		if (at === null) setTimeout(send, REPEAT_TIME, direction, bytes, onArrive);
		else setTimeout(onArrive, Math.ceil(at - now()));
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
	};
}

export type DuplexLink = ReturnType<typeof createDuplexLink>;
