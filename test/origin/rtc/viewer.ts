import { GenericNack, RtcpTransportLayerFeedback, RtpHeader, RtpPacket, type RTCRtpTransceiver } from 'werift';
import { startsKeyframe } from './h264.ts';
import type { Peer } from './peer.ts';
import type { SampleFrame } from './sample.ts';

/** Packets of video that are sent at once, and milliseconds until more of them: a keyframe of 70 packets overflows a socket's buffer. */
const BURST = 24;
const BURST_PAUSE = 2;

/** Packets that can be sent again: 8 s of the best video, as in the rings of media servers. */
const HISTORY = 1_024;
const WERIFT_HISTORY = 128;

/** Milliseconds there and back before the first measurement. */
const FIRST_ROUND_TRIP = 100;

/**
 * Lets packets that were sent again be requested anew only after a round trip, queue included, as libwebrtc, mediasoup and
 * Jitsi do: Chrome repeats each request ten times, every 100 ms, which keeps a full queue full for ever.
 */
function limitRepeats(sender: RTCRtpTransceiver['sender']): void {
	const sentAgainAt: number[] = [];
	let total = 0;
	let count = 0;
	let roundTrip = FIRST_ROUND_TRIP;
	const handle = sender.handleRtcpPacket.bind(sender);
	// HACK(werift 0.24.4): it answers each request, and makes only a slow average of the round trip public. Remove when it limits them.
	sender.handleRtcpPacket = (packet) => {
		if (packet instanceof RtcpTransportLayerFeedback && packet.feedback instanceof GenericNack) {
			const { feedback } = packet;
			const now = performance.now();
			feedback.lost = feedback.lost.filter((number) => {
				if (now - (sentAgainAt[number % HISTORY] ?? -Infinity) < roundTrip) return false;
				sentAgainAt[number % HISTORY] = now;
				return true;
			});
		}
		handle(packet);
		const measured = sender as unknown as { totalRoundTripTime: number; roundTripTimeMeasurements: number };
		if (measured.roundTripTimeMeasurements > count)
			roundTrip = ((measured.totalRoundTripTime - total) * 1000) / (measured.roundTripTimeMeasurements - count);
		total = measured.totalRoundTripTime;
		count = measured.roundTripTimeMeasurements;
	};
}

/** A packet before it is sent. */
interface OutgoingPacket {
	kind: 'audio' | 'video';
	payload: Buffer;
	timestamp: number;
	marker: boolean;
}

/** Changes what an origin sends of a stream: another packet, null where it is lost, undefined where it is left out. */
export type AlterMedia = (stream: string, packet: OutgoingPacket) => OutgoingPacket | null | undefined;

/** {@link AlterMedia} of one stream. */
export type AlterPacket = (packet: OutgoingPacket) => OutgoingPacket | null | undefined;

/** One outgoing RTP stream. */
function createTrack(
	kind: 'audio' | 'video',
	transceiver: RTCRtpTransceiver | undefined,
	alter: AlterPacket = (packet) => packet,
) {
	let sequenceNumber = Math.floor(Math.random() * 0x8000);
	const history: RtpPacket[] = [];
	if (transceiver) limitRepeats(transceiver.sender);
	// HACK(werift 0.24.4): it keeps the last 128 packets only, 1 s of the best video. Remove when it keeps more.
	transceiver?.sender.onGenericNack.subscribe(({ lost }) => {
		for (const number of lost) {
			const packet = history[number % HISTORY];
			if (packet?.header.sequenceNumber !== number || ((sequenceNumber - 1 - number) & 0xffff) < WERIFT_HISTORY)
				continue;
			void transceiver.sender.dtlsTransport.sendRtp(packet.payload, packet.header);
		}
	});
	return {
		/** Sends a payload with the next sequence number, so that a pause is not taken for packet loss. */
		send(original: Buffer, at: number, isLast: boolean): void {
			if (!transceiver) return;
			const altered = alter({ kind, payload: original, timestamp: at, marker: isLast });
			if (altered === undefined) return;
			const number = sequenceNumber;
			sequenceNumber = (sequenceNumber + 1) & 0xffff;
			if (!altered) return;
			const { payload, timestamp, marker } = altered;
			const header = new RtpHeader({ sequenceNumber: number, timestamp: timestamp >>> 0, marker });
			const packet = new RtpPacket(header, payload);
			history[number % HISTORY] = packet;
			transceiver.sender.sendRtp(packet).catch((error: unknown) => console.warn('[origin] sending:', error));
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
	/** Video of a publisher is not forwarded until the next keyframe. */
	needsKeyframe = true;
	/** Only audio is sent, as from a broadcaster whose camera is off. */
	videoOff = false;
	readonly peer: Peer;
	readonly #audio: ReturnType<typeof createTrack>;
	readonly #video: ReturnType<typeof createTrack>;
	#unsent: { payload: Buffer; timestamp: number; marker: boolean }[] = [];
	#burst: ReturnType<typeof setTimeout> | undefined;

	constructor(peer: Peer, alter?: AlterPacket) {
		this.peer = peer;
		this.#audio = createTrack('audio', peer.audio, alter);
		this.#video = createTrack('video', peer.video, alter);
	}

	sendAudio(packet: Buffer, timestamp: number): void {
		this.#audio.send(packet, timestamp, false);
	}

	sendFrame(frame: SampleFrame, timestamp: number): void {
		if (this.videoOff) return;
		frame.payloads.forEach((payload, i) =>
			this.#unsent.push({ payload, timestamp, marker: i === frame.payloads.length - 1 }),
		);
		if (!this.#burst) this.#sendBurst();
	}

	#sendBurst(): void {
		for (const { payload, timestamp, marker } of this.#unsent.splice(0, BURST))
			this.#video.send(payload, timestamp, marker);
		this.#burst = this.#unsent.length > 0 ? setTimeout(() => this.#sendBurst(), BURST_PAUSE) : undefined;
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
