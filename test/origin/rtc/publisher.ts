import type { RtpPacket } from 'werift';
import type { PreparedOffer } from './offer.ts';
import type { Peer } from './peer.ts';

/** Shortest time between two keyframe requests, milliseconds. */
const KEYFRAME_REQUEST_GAP = 300;

/** A connection that publishes a stream. */
export class Publisher {
	readonly peer: Peer;
	#videoSsrc: number | undefined;
	#requestedAt = 0;

	/** @param onPacket called with each media packet */
	constructor(peer: Peer, offer: PreparedOffer, onPacket: (kind: 'audio' | 'video', packet: RtpPacket) => void) {
		this.peer = peer;
		for (const transport of peer.connection.dtlsTransports) {
			transport.onRtp.subscribe((packet) => {
				// Packets of padding only are bandwidth probes of the sender.
				if (packet.payload.length === 0) return;
				if (packet.header.payloadType === offer.audio) onPacket('audio', packet);
				else if (packet.header.payloadType === offer.video) {
					this.#videoSsrc = packet.header.ssrc;
					onPacket('video', packet);
				}
			});
		}
	}

	/** Requests a keyframe (PLI), at most once per `KEYFRAME_REQUEST_GAP`. */
	requestKeyframe(): void {
		if (this.#videoSsrc === undefined || Date.now() - this.#requestedAt < KEYFRAME_REQUEST_GAP) return;
		this.#requestedAt = Date.now();
		this.peer.video?.receiver
			.sendRtcpPLI(this.#videoSsrc)
			.catch((error: unknown) => console.warn('[origin] keyframe request:', error));
	}
}
