import { setTimeout as delay } from 'node:timers/promises';
import type { RTCPeerConnection } from 'werift';
import { createShaper, type Shaper } from '../../bench/link/shaper.ts';

/** Bytes of the headers below DTLS and SRTP. */
const HEADERS = 28;

/** Milliseconds between two portions of a file. */
const PORTION = 20;
/** Bytes of a file that are sent at once, so that its client decides how much it reads ahead. */
const MAX_PORTION = 65_536;

/** A link by which all media leave an origin. */
export interface MediaLinkLimits {
	/** kbit/s of all streams together, and of all files together; 0: nothing gets through. */
	kbps: number;
	/** Milliseconds there and back; all of it is added on the way to the viewer. */
	roundTrip?: number;
}

/** Creates the link that the media of all streams share, as viewers on one phone do. Without limits it carries everything at once. */
export function createMediaLink() {
	let shaper: Shaper | null = null;
	let fileKbps = Infinity;
	/** When the files sent so far have left. */
	let filesUntil = 0;
	/** Files take turns: without, one that looks at the wrong moments gets nothing beside others. */
	let turn: Promise<unknown> = Promise.resolve();
	async function takeBytes(wanted: number): Promise<number> {
		while (!fileKbps || filesUntil > performance.now()) await delay(PORTION);
		const bytes = Math.ceil(Math.min(wanted, MAX_PORTION, (fileKbps * PORTION) / 8));
		filesUntil = Math.max(filesUntil, performance.now() - 5 * PORTION) + (bytes * 8) / fileKbps;
		return bytes;
	}
	return {
		/** Changes the link; what is under way still arrives. */
		set(limits: MediaLinkLimits | null): void {
			const { kbps = 0, roundTrip = 0 } = limits ?? {};
			const link = { name: '', title: '', rate: kbps, roundTrip: roundTrip * 2 };
			shaper = !limits ? null : kbps ? createShaper(link, performance.now()) : () => null;
			fileKbps = limits ? kbps : Infinity;
			filesUntil = 0;
		},
		/** Waits until the link takes bytes of a file. @returns how many */
		takeBytes(wanted: number): Promise<number> {
			const taken = turn.then(() => takeBytes(wanted));
			turn = taken;
			return taken;
		},
		/** Makes a connection send by this link: handshakes, media and reports, but no answers to connectivity checks. */
		attach({ iceTransports }: RTCPeerConnection): void {
			for (const { connection: ice } of iceTransports) {
				const send = ice.send.bind(ice);
				ice.send = async (data) => {
					if (!shaper) return send(data);
					const now = performance.now();
					const deliverAt = shaper(data.length + HEADERS, now);
					if (deliverAt !== null) setTimeout(() => void send(data).catch(() => {}), deliverAt - now);
				};
			}
		},
	};
}
