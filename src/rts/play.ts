import { parsePlayAddress } from './address.ts';
import { closeConnection, type Connection, openConnection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { createEmitter, type Emitter } from './events.ts';
import { IS_SDK } from './is-sdk.ts';
import { MessageId } from './message-id.ts';
import { negotiate } from './negotiation.ts';
import { playSignalling } from './protocols.ts';
import { createReceivedStream, type ReceivedStream, type ReceivedStreamParts } from './received-stream.ts';
import { startSampler } from './sampler.ts';
import { hasH264 } from './sdp.ts';
import type { SignalConfig, SignallingRequest } from './signalling.ts';
import type { Sample } from './stall-detector.ts';
import type { createStats, PlayEvent } from './stats.ts';
import { addTransceivers } from './transceivers.ts';
import type { Whep } from './whep.ts';

export type { PlayEvent, ReceivedStream, RtsError };

/** Milliseconds from `subscribe` within which signalling must answer and the first frame arrive (spec §9). */
const PLAY_TIMEOUT = 5000;

/** How a client plays. */
export interface PlayClientOptions {
	/** Milliseconds; default 5000. */
	playTimeout?: number;
	/** Called when the offer of a stream is about to be sent. */
	onOffer?: () => void;
	/** Receives the usage reports (spec §7). */
	report?: (messageId: MessageId, args: Record<string, unknown>) => void;
	/** Makes `waiting`, `playing`, `timeout` and `media` events and stall reports of a connection; without it there are none. */
	stats?: (
		...args: [...parameters: Parameters<typeof createStats>, pc: RTCPeerConnection]
	) => ReturnType<typeof createStats>;
	/** Prepares an element that a stream is about to play in. */
	onElement?: ReceivedStreamParts['onElement'];
	/** For WHEP servers. */
	whep?: Whep;
}

/** Settings of playing. */
export interface PlayConfig {
	/** Milliseconds within which the server must answer and the first frame arrive; default 5000. */
	playTimeOut?: number;
}

/** Settings of playing one stream. */
export interface SubscribeConfig extends PlayConfig, SignalConfig {
	/** Milliseconds without data after which `timeout` is emitted; default 5000. */
	mediaTimeout?: number;
}

/** Plays one stream at a time. Beside the SDK's events it emits `onSample` with each {@link Sample} once media has arrived. */
export interface PlayClient extends Emitter {
	/** As in the options. Its settings apply from the next reply on. */
	readonly whep: Whep;
	/** Creates an offer for audio and video now, so that `subscribe` can send it at once. Safe to call twice. If it fails, `subscribe` rejects. */
	prepare(): void;
	/**
	 * Starts to receive a stream, ending the one before. Rejects with an {@link RtsError}; also when
	 * `unsubscribe` or another `subscribe` comes first. After it has resolved, a stream of which
	 * nothing arrives in time is ended with `onError` 10102.
	 */
	subscribe(address: string, config?: SubscribeConfig): Promise<ReceivedStream>;
	/** Ends the stream or the pending `subscribe`, and discards a prepared offer. Nothing is emitted afterwards. Safe to call at any time. */
	unsubscribe(): Promise<void>;
}

const openReceiving = (audio: boolean, video: boolean, configuration?: RTCConfiguration): Connection =>
	openConnection((pc) => addTransceivers(pc, audio, video), configuration);

/** Makes a client that plays streams. */
export function createPlayClient({
	playTimeout = PLAY_TIMEOUT,
	onOffer = () => {},
	report = () => {},
	stats,
	onElement,
	whep = {},
}: PlayClientOptions = {}): PlayClient {
	const emitter = createEmitter();
	const { emit } = emitter;
	let prepared: Connection | undefined;
	let endCurrent: () => void = () => {};
	const discardPrepared = (): void => {
		closeConnection(prepared);
		prepared = undefined;
	};

	const subscribe: PlayClient['subscribe'] = async (address, config = {}) => {
		endCurrent();
		const timeout = config.playTimeOut || playTimeout;
		const signalling = playSignalling(address, timeout, whep);
		if (IS_SDK && !signalling) throw rtsError(ErrorCode.ERROR_PLAY_URL, 'url need artc://');
		const request: SignallingRequest = parsePlayAddress(address);
		const { url, audio, video } = request;
		if (IS_SDK) request.signalUrl = config.signalUrl;
		if (!audio && !video) throw rtsError(ErrorCode.ERROR_SUBSCRIBE_NOTHING, IS_SDK ? 'subscribe nothing' : '');

		const started = performance.now();
		const elapsed = (): number => Math.round(performance.now() - started);
		const mediaStream = new MediaStream();
		const receivers: RTCRtpReceiver[] = [];
		let ended = false;
		let firstFrameSeen = false;
		let offerTime = -1;
		let replyTime = -1;
		let traceId = '';
		let remote: ReturnType<typeof createReceivedStream> | undefined;
		let stopSampler: (() => void) | undefined;
		let firstFrameTimer: ReturnType<typeof setTimeout>;

		const addReceiver = (receiver: RTCRtpReceiver): void => {
			mediaStream.addTrack(receiver.track);
			receivers.push(receiver);
		};
		/** @param rslt 0 when the first frame has arrived, -1 when playing failed before it */
		const reportFirstFrame = (rslt: number): void =>
			report(MessageId.FIRST_FRAME_TIME, {
				vurl: address,
				cpct: offerTime,
				hrct: replyTime,
				tcid: traceId,
				ffct: rslt || elapsed(),
				rslt,
			});
		const emitError = (error: RtsError): void => {
			report(MessageId.ERROR, { err: error.errorCode });
			emit('onError', error);
		};
		const onEvent = (event: PlayEvent['event'], data?: PlayEvent['data']): void => {
			if (!ended) emit('onPlayEvent', { event, data });
		};
		const onMedia = (): void => {
			if (firstFrameSeen || ended) return;
			firstFrameSeen = true;
			clearTimeout(firstFrameTimer);
			reportFirstFrame(0);
			onEvent('canplay');
		};

		// Android lists H.264 only after its decoder has been looked up, which may be after an early offer.
		const preparedOffer = prepared && prepared.pc && prepared.pc.localDescription;
		if (!audio || !video || (preparedOffer && !hasH264(preparedOffer.sdp))) discardPrepared();
		const connection = prepared || openReceiving(audio, video, whep.configuration);
		prepared = undefined;

		const negotiation = negotiate(connection, signalling!, request, {
			onOffer: ({ sdp }) => {
				// Without H.264 the video could not be decoded, so no request is sent.
				if (video && !hasH264(sdp)) throw rtsError(ErrorCode.ERROR_NOTSUPPORT_H264, 'not support h264');
				offerTime = elapsed();
				report(MessageId.SUBSCRIBE_START, { vurl: address, surl: url });
				onOffer();
			},
			onReply: (reply, pc) => {
				replyTime = elapsed() - offerTime;
				traceId = reply.traceId;
				report(MessageId.SUBSCRIBE_OK, {
					vurl: address,
					surl: url,
					hrct: replyTime,
					tcid: traceId,
					rslt: reply.code,
				});
				firstFrameTimer = setTimeout(() => {
					// `connected` or `completed`. The SDK does not distinguish a connection that cannot be made from one without media.
					const connected = IS_SDK || /^co/.test(pc.iceConnectionState);
					const error = rtsError(
						connected ? ErrorCode.ERROR_PLAY_FAILED : ErrorCode.ERROR_PC_DISCONNECTED,
						'play failed',
						traceId,
					);
					reportFirstFrame(-1);
					negotiation.end(error);
					emitError(error);
				}, timeout - elapsed());
				pc.ontrack = ({ receiver }) => addReceiver(receiver);
			},
			onAnswer: (pc) => {
				// HACK(Chrome before 72): no track event; in 64 for answers that name tracks by a=msid only. Remove with plan B.
				if (!receivers[0]) pc.getReceivers().forEach(addReceiver);
				const onError = (error: RtsError): void => {
					if (!ended) emitError(error);
				};
				remote = createReceivedStream({ mediaStream, traceId, video, onFrame: onMedia, onError, onElement });
				const onStats =
					IS_SDK && stats && stats(receivers, { onEvent, onReport: report, mediaTimeout: config.mediaTimeout }, pc);
				stopSampler = startSampler(pc, receivers, {
					onSample: (sample) => {
						remote!.onSample(sample);
						if (sample.audioBytes + sample.videoBytes > 0) {
							onMedia();
							emit('onSample', sample);
						}
						if (onStats) onStats(sample);
					},
					onEnded: () => onEvent('ended'),
				});
			},
			onLost: emitError,
			onFail: () => reportFirstFrame(-1),
			onEnd: () => {
				ended = true;
				clearTimeout(firstFrameTimer);
				if (stopSampler) stopSampler();
				if (remote) remote.stop();
			},
		});
		endCurrent = negotiation.end;
		await negotiation.done;
		return remote!;
	};

	return Object.assign(emitter, {
		whep,
		subscribe,
		prepare: () => {
			prepared = prepared || openReceiving(true, true, whep.configuration);
		},
		unsubscribe: async () => {
			discardPrepared();
			endCurrent();
		},
	});
}
