import { isArtc, parsePlayAddress } from './address.ts';
import { close, type Connection, openConnection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { createEmitter, type Emitter } from './events.ts';
import { type PlayEvent, startStats } from './stats.ts';
import { negotiate } from './negotiation.ts';
import { receive } from './transceivers.ts';
import { createRemoteStream, type RemoteStream } from './remote-stream.ts';
import { hasH264 } from './sdp.ts';
import { artc, type Signalling } from './signalling.ts';

export type { PlayEvent, RemoteStream, RtsError };

/** Milliseconds from `subscribe` within which signalling must answer and the first frame arrive (spec §9). */
const PLAY_TIMEOUT = 5000;

/** How a client plays. */
export interface PlayClientOptions {
	/** Milliseconds; default 5000. */
	playTimeout?: number;
	/** Told of everything worth a usage report (spec §7). */
	report?: (messageId: number, args: Record<string, unknown>) => void;
	/** Another way to trade the offer for an answer. */
	signalling?: (url: string, request: object, timeout: number) => Signalling;
}

/** Plays one stream at a time. */
export interface PlayClient extends Emitter {
	/** Makes an offer for sound and picture now, so that `subscribe` need not wait for it. Harmless twice. Its failure is that of `subscribe`. */
	prepare(): void;
	/**
	 * Starts to receive a stream, ending the one before. Rejects with an {@link RtsError}; also when
	 * `unsubscribe` or another `subscribe` comes first. After it has resolved, a stream of which
	 * nothing arrives in time is ended with `onError` 10102.
	 */
	subscribe(address: string, config?: { playTimeOut?: number }): Promise<RemoteStream>;
	/** Ends the stream, or the wait for it, and any prepared offer. Nothing is emitted afterwards. Harmless at any time. */
	unsubscribe(): Promise<void>;
}

const open = (audio: boolean, video: boolean): Connection => openConnection((pc) => receive(pc, audio, video));

/** Makes a client that plays streams. */
export function createPlayClient({
	playTimeout = PLAY_TIMEOUT,
	report = () => {},
	signalling = artc,
}: PlayClientOptions = {}): PlayClient {
	const { on, off, once, emit } = createEmitter();
	let prepared: Connection | undefined;
	let end: () => void = () => {};
	const discard = (): void => {
		close(prepared);
		prepared = undefined;
	};

	const subscribe: PlayClient['subscribe'] = async (address, config = {}) => {
		end();
		if (!isArtc(address)) throw rtsError(ErrorCode.ERROR_PLAY_URL, 'url need artc://');
		const { url, audio, video } = parsePlayAddress(address);
		if (!audio && !video) throw rtsError(ErrorCode.ERROR_SUBSCRIBE_NOTHING, 'subscribe nothing');

		const timeout = config.playTimeOut || playTimeout;
		const started = performance.now();
		const since = (): number => Math.round(performance.now() - started);
		const mediaStream = new MediaStream();
		const receivers: RTCRtpReceiver[] = [];
		let over = false;
		let firstFrameSeen = false;
		let offerTime = -1;
		let replyTime = -1;
		let traceId = '';
		let remote: RemoteStream | undefined;
		let stopMonitor: (() => void) | undefined;
		let timer: ReturnType<typeof setTimeout>;

		const add = (receiver: RTCRtpReceiver): void => {
			mediaStream.addTrack(receiver.track);
			receivers.push(receiver);
		};
		const reportFrame = (rslt: number): void =>
			report(137, { vurl: address, cpct: offerTime, hrct: replyTime, tcid: traceId, ffct: rslt || since(), rslt });
		const emitError = (error: RtsError): void => {
			report(150, { err: error.errorCode });
			emit('onError', error);
		};
		const onEvent = (event: PlayEvent['event'], data?: PlayEvent['data']): void => {
			if (!over) emit('onPlayEvent', { event, data });
		};
		const onFrame = (): void => {
			if (firstFrameSeen || over) return;
			firstFrameSeen = true;
			clearTimeout(timer);
			reportFrame(0);
			onEvent('canplay');
		};

		// Android lists H.264 only once its decoder has been looked up, perhaps after an early offer.
		const early = prepared && prepared.pc && prepared.pc.localDescription;
		if (!audio || !video || (early && !hasH264(early.sdp))) discard();
		const connection = prepared || open(audio, video);
		prepared = undefined;
		const stream = { url, amsid: audio ? ['rts audio'] : undefined, vmsid: video ? ['rts video'] : undefined };
		const exchange = signalling(url, { mode: 'live', pull_streams: [stream] }, timeout);

		const negotiation = negotiate(connection, exchange, {
			onOffer: () => {
				// A picture nobody can decode is not worth the server's time.
				if (video && !hasH264(connection.pc!.localDescription!.sdp))
					throw rtsError(ErrorCode.ERROR_NOTSUPPORT_H264, 'not support h264');
				offerTime = since();
				report(125, { vurl: address, surl: url });
			},
			onReply: (reply, pc) => {
				replyTime = since() - offerTime;
				traceId = reply.traceId;
				report(126, { vurl: address, surl: url, hrct: replyTime, tcid: traceId, rslt: reply.code });
				timer = setTimeout(() => {
					const error = rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed', traceId);
					reportFrame(-1);
					negotiation.end(error);
					emitError(error);
				}, timeout - since());
				pc.ontrack = ({ receiver }) => add(receiver);
			},
			onAnswer: (pc) => {
				// HACK(Chrome before 72): no track event, in 64 for answers that name tracks the new way only. Remove with plan B.
				if (!receivers[0]) pc.getReceivers().forEach(add);
				const onError = (error: RtsError): void => {
					if (!over) emitError(error);
				};
				remote = createRemoteStream({ mediaStream, traceId, video, onFrame, onError });
				stopMonitor = startStats(pc, receivers, { onMedia: onFrame, onEvent, onReport: report });
			},
			onLost: emitError,
			onFail: () => reportFrame(-1),
			onEnd: () => {
				over = true;
				clearTimeout(timer);
				if (stopMonitor) stopMonitor();
				if (remote) remote.stop();
			},
		});
		end = negotiation.end;
		await negotiation.done;
		return remote!;
	};

	return {
		on,
		off,
		once,
		emit,
		subscribe,
		prepare: () => {
			prepared = prepared || open(true, true);
		},
		unsubscribe: async () => {
			discard();
			end();
		},
	};
}
