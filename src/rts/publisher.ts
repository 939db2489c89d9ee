import { isArtc } from './address.ts';
import { openConnection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import type { LocalStream } from './local-stream.ts';
import { negotiate } from './negotiation.ts';
import { addOpusNack, renameTracks } from './sdp.ts';
import { artc } from './signalling.ts';

/** Milliseconds until publishing gives up on the server's answer (spec §9). */
const TIMEOUT = 5000;

/** Publishes one stream at a time. */
export interface Publisher {
	publish(address: string, stream: LocalStream): Promise<string>;
	unpublish(): Promise<void>;
}

/**
 * @param report takes usage reports (spec §7)
 * @param onError told when the connection is lost for good
 */
export function createPublisher(
	report: (messageId: number, args?: Record<string, unknown>) => void,
	onError: (error: RtsError) => void,
): Publisher {
	let end: () => void = () => {};

	const publish: Publisher['publish'] = async (address, stream) => {
		end();
		if (!isArtc(address)) throw rtsError(ErrorCode.ERROR_PUBLISH_URL, 'url need artc://');
		const { audioTrack, videoTrack, mediaStream } = stream || {};
		if (!audioTrack) throw rtsError(ErrorCode.ERROR_PUBLISH_NOAUDIO, 'publish need audiotrack');

		let last = performance.now();
		/** Milliseconds since the last step. */
		const lap = (): number => -Math.round(last - (last = performance.now()));
		/** How long the offer, the request and the answer took; -1 for what was not reached. */
		const times = { purl: address, coct: -1, hrct: -1, act: -1, tcid: '' };
		const outcome = (): void => report(220, times);
		let over = false;

		const connection = openConnection(
			(pc) => {
				pc.addTrack(audioTrack, mediaStream);
				if (videoTrack) pc.addTrack(videoTrack, mediaStream);
				// Nothing is received on this connection.
				return { offerToReceiveAudio: false, offerToReceiveVideo: false };
			},
			(sdp) => renameTracks(addOpusNack(sdp)),
		);
		const negotiation = negotiate(connection, artc(address, { mode: 'rtc', push_stream: address }, TIMEOUT), {
			onOffer: () => {
				times.coct = lap();
			},
			native: true,
			onReply: (reply) => {
				times.hrct = lap();
				times.tcid = stream.traceId = reply.traceId;
				// What the SDK makes of a missing answer; the browser's words for it are the error's.
				reply.answer = reply.answer || { type: null as never };
			},
			onAnswer: (pc) => {
				times.act = lap();
				return stream.attach(pc, report);
			},
			onLost: onError,
			onFail: outcome,
			onEnd: () => {
				over = true;
				stream.attach();
				stream.traceId = '';
			},
		});
		end = () => {
			if (!over) report(221);
			negotiation.end();
		};
		await negotiation.done;
		outcome();
		return times.tcid;
	};

	return { publish, unpublish: async () => end() };
}
