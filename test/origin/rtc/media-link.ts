import type { RTCPeerConnection } from 'werift';
import { createShaper, type Shaper } from '../../bench/link/shaper.ts';

/** Bytes of the headers below DTLS and SRTP. */
const HEADERS = 28;

/** A link by which all media leave an origin. */
export interface MediaLinkLimits {
	/** kbit/s of all streams together. */
	kbps: number;
	/** Milliseconds there and back; all of it is added on the way to the viewer. */
	roundTrip?: number;
}

/** Creates the link that the media of all streams share, as viewers on one phone do. Without limits it carries everything at once. */
export function createMediaLink() {
	let shaper: Shaper | null = null;
	return {
		/** Changes the link; what is under way still arrives. */
		set(limits: MediaLinkLimits | null): void {
			const { kbps = 0, roundTrip = 0 } = limits ?? {};
			const link = { name: '', title: '', rate: kbps, roundTrip: roundTrip * 2 };
			shaper = limits && createShaper(link, performance.now());
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
