import { RtpHeader, RtpPacket, type RTCRtpTransceiver } from 'werift';
import { startsKeyframe } from './h264.ts';
import type { Peer } from './peer.ts';
import type { SampleFrame } from './sample.ts';

/** One outgoing RTP stream: own sequence numbers, so that a viewer never sees a gap that is no loss. */
function createTrack(transceiver: RTCRtpTransceiver | undefined) {
	let sequenceNumber = Math.floor(Math.random() * 0x8000);
	return {
		send(payload: Buffer, timestamp: number, marker: boolean): void {
			if (!transceiver) return;
			const header = new RtpHeader({ sequenceNumber, timestamp: timestamp >>> 0, marker });
			sequenceNumber = (sequenceNumber + 1) & 0xffff;
			transceiver.sender
				.sendRtp(new RtpPacket(header, payload))
				.catch((error: unknown) => console.warn('[origin] sending:', error));
		},
		/** Sends a packet of another sender under its own number, so that its losses stay losses. */
		forward(packet: RtpPacket): void {
			const { sequenceNumber: number, timestamp, marker } = packet.header;
			const header = new RtpHeader({ sequenceNumber: number, timestamp, marker });
			transceiver?.sender
				.sendRtp(new RtpPacket(header, packet.payload))
				.catch((error: unknown) => console.warn('[origin] forwarding:', error));
		},
	};
}

/** Somebody who watches a stream. */
export class Viewer {
	/** Media can flow. */
	connected = false;
	/** Video is held back until the next keyframe. */
	needsKeyframe = true;
	/** Of the last frame sent, not wrapped. */
	lastTimestamp = 0;
	readonly peer: Peer;
	readonly #audio: ReturnType<typeof createTrack>;
	readonly #video: ReturnType<typeof createTrack>;

	constructor(peer: Peer) {
		this.peer = peer;
		this.#audio = createTrack(peer.audio);
		this.#video = createTrack(peer.video);
	}

	sendAudio(packet: Buffer, timestamp: number): void {
		this.#audio.send(packet, timestamp, false);
	}

	sendFrame(frame: SampleFrame, timestamp: number): void {
		if (this.needsKeyframe && !frame.key) return;
		this.needsKeyframe = false;
		this.lastTimestamp = timestamp;
		frame.payloads.forEach((payload, i) => this.#video.send(payload, timestamp, i === frame.payloads.length - 1));
	}

	forward(kind: 'audio' | 'video', packet: RtpPacket): void {
		if (kind === 'audio') {
			this.#audio.forward(packet);
		} else {
			if (this.needsKeyframe && !startsKeyframe(packet.payload)) return;
			this.needsKeyframe = false;
			this.#video.forward(packet);
		}
	}

	/** Calls back when the browser cannot decode on without a keyframe. */
	onKeyframeWanted(listener: () => void): void {
		this.peer.video?.sender.onPictureLossIndication.subscribe(listener);
	}
}
