import { artcPublish } from './artc.ts';
import { openConnection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import type { LocalStream } from './local-stream.ts';
import { MessageId, type Report } from './message-id.ts';
import { negotiate } from './negotiation.ts';
import { addOpusNack, renameTracks } from './sdp.ts';

/** Milliseconds within which signalling must answer (spec §9). */
const PUBLISH_TIMEOUT = 5000;

/** Publishes one stream at a time. */
export interface Publisher {
	/** Starts to send a stream, ending the one before. Resolves with the trace id. Rejects with an {@link RtsError}. */
	publish(address: string, stream: LocalStream): Promise<string>;
	/** Ends sending or the pending `publish`. Safe to call at any time. */
	unpublish(): Promise<void>;
}

/**
 * Makes a publisher.
 *
 * @param report receives the usage reports (spec §7)
 * @param onError called when the connection has failed for good
 */
export function createPublisher(report: Report, onError: (error: RtsError) => void): Publisher {
	let endCurrent: () => void = () => {};

	const publish: Publisher['publish'] = async (address, stream) => {
		endCurrent();
		const signalling = artcPublish(PUBLISH_TIMEOUT);
		if (!signalling.accepts(address)) throw rtsError(ErrorCode.ERROR_PUBLISH_URL, 'url need artc://');
		const { audioTrack, videoTrack, mediaStream } = stream || {};
		if (!audioTrack) throw rtsError(ErrorCode.ERROR_PUBLISH_NOAUDIO, 'publish need audiotrack');

		let lastStep = performance.now();
		/** Milliseconds since the last step. */
		const stepTime = (): number => -Math.round(lastStep - (lastStep = performance.now()));
		/** Milliseconds for offer, request and answer; -1 for a step that was not reached. */
		const times = { purl: address, coct: -1, hrct: -1, act: -1, tcid: '' };
		const reportTimes = (): void => report(MessageId.START_PUBLISH, times);
		let ended = false;

		const connection = openConnection(
			(pc) => {
				pc.addTrack(audioTrack, mediaStream);
				if (videoTrack) pc.addTrack(videoTrack, mediaStream);
				// Nothing is received on this connection.
				return { offerToReceiveAudio: false, offerToReceiveVideo: false };
			},
			(sdp) => renameTracks(addOpusNack(sdp)),
		);
		const request = { url: address, audio: true, video: !!videoTrack };
		const negotiation = negotiate(connection, signalling, request, {
			nativeMessage: true,
			onOffer: () => {
				times.coct = stepTime();
			},
			onReply: (reply) => {
				times.hrct = stepTime();
				times.tcid = stream.traceId = reply.traceId;
				// The SDK applies a missing answer as null; the error then has the browser's message for that.
				reply.answer = reply.answer || { type: null as never };
			},
			onAnswer: (pc) => {
				times.act = stepTime();
				return stream.attach(pc, report);
			},
			onLost: onError,
			onFail: reportTimes,
			onEnd: () => {
				ended = true;
				stream.attach();
				stream.traceId = '';
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
