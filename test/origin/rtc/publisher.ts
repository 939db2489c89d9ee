import type { RtpPacket } from 'werift';
import type { PreparedOffer } from './offer.ts';
import type { Peer } from './peer.ts';

/** Most frequent requests for a keyframe, milliseconds. */
const KEYFRAME_GAP = 300;

/** Somebody who sends a stream. */
export class Publisher {
	readonly peer: Peer;
	#videoSource: number | undefined;
	#asked = 0;

	/** @param onPacket what to do with each packet that arrives */
	constructor(peer: Peer, offer: PreparedOffer, onPacket: (kind: 'audio' | 'video', packet: RtpPacket) => void) {
		this.peer = peer;
		for (const transport of peer.connection.dtlsTransports) {
			transport.onRtp.subscribe((packet) => {
				// Padding without content is the sender's way to probe the link.
				if (packet.payload.length === 0) return;
				if (packet.header.payloadType === offer.audio) onPacket('audio', packet);
				else if (packet.header.payloadType === offer.video) {
					this.#videoSource = packet.header.ssrc;
					onPacket('video', packet);
				}
			});
		}
	}

	/** Asks for a keyframe, unless it was asked for just now. */
	requestKeyframe(): void {
		if (this.#videoSource === undefined || Date.now() - this.#asked < KEYFRAME_GAP) return;
		this.#asked = Date.now();
		this.peer.video?.receiver
			.sendRtcpPLI(this.#videoSource)
			.catch((error: unknown) => console.warn('[origin] keyframe request:', error));
	}
}
