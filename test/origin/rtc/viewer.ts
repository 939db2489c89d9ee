import { RtpHeader, RtpPacket, type RTCRtpTransceiver } from 'werift';
import { startsKeyframe } from './h264.ts';
import type { Peer } from './peer.ts';
import type { SampleFrame } from './sample.ts';

/** One outgoing RTP stream. */
function createTrack(transceiver: RTCRtpTransceiver | undefined) {
	let sequenceNumber = Math.floor(Math.random() * 0x8000);
	return {
		/** Sends a payload with the next sequence number, so that a pause is not taken for packet loss. */
		send(payload: Buffer, timestamp: number, marker: boolean): void {
			if (!transceiver) return;
			const header = new RtpHeader({ sequenceNumber, timestamp: timestamp >>> 0, marker });
			sequenceNumber = (sequenceNumber + 1) & 0xffff;
			transceiver.sender
				.sendRtp(new RtpPacket(header, payload))
				.catch((error: unknown) => console.warn('[origin] sending:', error));
		},
		/** Sends a packet of a publisher with its original sequence number, so that lost packets remain visible as lost. */
		forward(packet: RtpPacket): void {
			const { sequenceNumber, timestamp, marker } = packet.header;
			const header = new RtpHeader({ sequenceNumber, timestamp, marker });
			transceiver?.sender
				.sendRtp(new RtpPacket(header, packet.payload))
				.catch((error: unknown) => console.warn('[origin] forwarding:', error));
		},
	};
}

/** A connection that plays a stream. */
export class Viewer {
	/** Media can be sent. */
	connected = false;
	/** Video is not sent until the next keyframe. */
	needsKeyframe = true;
	/** Only audio is sent, as from a broadcaster whose camera is off. */
	videoOff = false;
	/** RTP timestamp of the last frame sent, before wrapping to 32 bits. */
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
		if (this.videoOff || (this.needsKeyframe && !frame.key)) return;
		this.needsKeyframe = false;
		this.lastTimestamp = timestamp;
		frame.payloads.forEach((payload, i) => this.#video.send(payload, timestamp, i === frame.payloads.length - 1));
	}

	forward(kind: 'audio' | 'video', packet: RtpPacket): void {
		if (kind === 'audio') {
			this.#audio.forward(packet);
		} else {
			if (this.videoOff || (this.needsKeyframe && !startsKeyframe(packet.payload))) return;
			this.needsKeyframe = false;
			this.#video.forward(packet);
		}
	}

	/** Called when the browser requests a keyframe (PLI). */
	onKeyframeRequest(listener: () => void): void {
		this.peer.video?.sender.onPictureLossIndication.subscribe(listener);
	}
}
