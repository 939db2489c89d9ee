import { watchStatus } from './connect-status.ts';
import { openConnection } from '../play/connection.ts';
import { ErrorCode, rtsError } from '../play/errors.ts';
import { type Emitter, throwLater } from '../play/events.ts';
import type { LocalStream } from './local-stream.ts';
import { MessageId, type Report } from '../play/message-id.ts';
import { negotiate } from '../play/negotiation.ts';
import { publishSignalling, publishUrl } from './publish-signalling.ts';
import { renameTracks } from './rename-tracks.ts';
import { editOpus, hasH264 } from '../play/sdp.ts';
import type { SignalConfig } from '../play/signalling.ts';
import type { Whep } from '../play/whep.ts';

/** Milliseconds to the reply (spec §9). */
const PUBLISH_TIMEOUT = 5000;

/** A local stream, or an object of the shape the SDK accepts. */
export interface PublishedStream extends Pick<LocalStream, 'mediaStream' | 'audioTrack' | 'videoTrack'> {
	traceId?: string;
	setEncodeParam?(pc: RTCPeerConnection): unknown;
	/** Called without `report` at the end. */
	setReporter?(report?: Report): unknown;
}

/** Attaches or detaches a stream. Its exceptions become uncaught errors. */
async function attach(stream: PublishedStream, pc?: RTCPeerConnection, report?: Report, traceId = ''): Promise<void> {
	try {
		stream.traceId = traceId;
		if (stream.setReporter) stream.setReporter(report);
		if (pc && stream.setEncodeParam) await stream.setEncodeParam(pc);
	} catch (error) {
		throwLater(error);
	}
}

/** Publishes one stream at a time. */
export interface Publisher {
	/** Replaces the current stream. Resolves with the trace id. Rejects with an {@link RtsError}. */
	publish(address: string, stream: PublishedStream, config?: SignalConfig): Promise<string>;
	/** Ends the stream or pending `publish`. Safe at any time. */
	unpublish(): Promise<void>;
}

/** Calls `onClosed` when the server closes the connection; only the transport tells. */
function watchTransport(pc: RTCPeerConnection, onClosed: () => void): void {
	const { transport } = pc.getSenders()[0] || {};
	if (transport)
		transport.onstatechange = () => {
			if (transport.state === 'closed' && pc.signalingState !== 'closed') onClosed();
		};
}

/** Offers a track as H.264 first: servers may take the first codec, and phones decode it best. */
function preferH264(pc: RTCPeerConnection, track: MediaStreamTrack): void {
	try {
		const { codecs } = RTCRtpSender.getCapabilities('video')!;
		codecs.sort((a, b) => +hasH264(b.mimeType) - +hasH264(a.mimeType));
		for (const transceiver of pc.getTransceivers())
			if (transceiver.sender.track === track) transceiver.setCodecPreferences(codecs);
	} catch {
		// Chrome before 76 and Firefox before 128 have no codec preferences.
	}
}

/**
 * Creates a publisher.
 *
 * @param emit for `connectStatusChange` and `onError`
 */
export function createPublisher(report: Report, emit: Emitter['emit'], whep: Whep = {}): Publisher {
	let endCurrent: () => void = () => {};

	const publish: Publisher['publish'] = async (address, stream, config) => {
		endCurrent();
		const signalling = publishSignalling(`${address}`, PUBLISH_TIMEOUT, whep);
		if (!signalling) throw rtsError(ErrorCode.ERROR_PUBLISH_URL, 'url need artc://');
		const { audioTrack, videoTrack, mediaStream } = stream || {};
		if (!audioTrack) throw rtsError(ErrorCode.ERROR_PUBLISH_NOAUDIO, 'publish need audiotrack');

		let lastStep = performance.now();
		const stepTime = (): number => -Math.round(lastStep - (lastStep = performance.now()));
		/** Milliseconds; -1: not reached. */
		const times = { purl: address, coct: -1, hrct: -1, act: -1, tcid: '' };
		const reportTimes = (): void => report(MessageId.START_PUBLISH, times);
		let ended = false;
		let lost = false;
		const onLost = (): void => {
			if (lost) return;
			lost = true;
			report(MessageId.ERROR, { err: ErrorCode.ERROR_PC_DISCONNECTED });
			emit('onError', rtsError(ErrorCode.ERROR_PC_DISCONNECTED, '', times.tcid));
		};

		const connection = openConnection(
			(pc) => {
				pc.addTrack(audioTrack, mediaStream);
				if (videoTrack) {
					pc.addTrack(videoTrack, mediaStream);
					preferH264(pc, videoTrack);
				}
				return { offerToReceiveAudio: false, offerToReceiveVideo: false };
			},
			undefined,
			(sdp) => renameTracks(editOpus(sdp)),
		);
		const { signalUrl } = config || {};
		const request = { url: publishUrl(address), audio: true, video: !!videoTrack, signalUrl };
		const negotiation = negotiate(connection, signalling, request, {
			nativeMessage: true,
			onOffer: () => {
				times.coct = stepTime();
			},
			onReply: (reply, pc) => {
				times.hrct = stepTime();
				times.tcid = reply.traceId;
				// As in the SDK, which reports the browser's message for null.
				reply.answer = reply.answer || { type: null as never };
				watchStatus(pc, emit);
			},
			onAnswer: (pc) => {
				times.act = stepTime();
				watchTransport(pc, onLost);
				return attach(stream, pc, report, times.tcid);
			},
			onLost,
			onFail: reportTimes,
			onEnd: () => {
				ended = true;
				void attach(stream);
			},
		});
		endCurrent = () => {
			if (!ended) report(MessageId.STOP_PUBLISH);
			negotiation.end();
		};
		await negotiation.done;
		reportTimes();
		return times.tcid;
	};

	return { publish, unpublish: async () => endCurrent() };
}
