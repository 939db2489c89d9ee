// In the HTML: each byte is paid before the first paint.
import { parsePlayAddress } from './address.ts';
import { closeConnection, type Connection, openConnection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { createEmitter, type Emitter } from './events.ts';
import { IS_SDK } from './is-sdk.ts';
import { MessageId } from './message-id.ts';
import { negotiate } from './negotiation.ts';
import type { PlayEvent, PlayEventName } from './play-event.ts';
import { playSignalling } from './protocols.ts';
import { createReceivedStream, type ReceivedStream, type ReceivedStreamParts } from './received-stream.ts';
import { startSampler } from './sampler.ts';
import { createStartReport } from './start-report.ts';
import { hasH264 } from './sdp.ts';
import type { SignalConfig, Signalling, SignallingRequest, WhepSession } from './signalling.ts';
import type { Sample } from './sample.ts';
import { addTransceivers } from './transceivers.ts';
import type { Whep, WhepExtras } from './whep.ts';

export type { ReceivedStream, RtsError };

/** Milliseconds from `subscribe` to reply and first frame (spec §9). */
const PLAY_TIMEOUT = 5000;

/** Handlers of {@link PlayClientOptions.stats}. */
export interface StatsHandlers {
	/** Milliseconds; default 5000. */
	mediaTimeout?: number;
	onEvent(event: PlayEventName, data?: PlayEvent['data']): void;
	onReport(messageId: MessageId, args: Record<string, unknown>): void;
}

/** Options of {@link createPlayClient}. */
export interface PlayClientOptions {
	/** Milliseconds; default 5000. */
	playTimeout?: number;
	/** Called before an offer is sent. */
	onOffer?: () => void;
	/** Takes usage reports (spec §7). */
	report?: (messageId: MessageId, args: Record<string, unknown>) => void;
	/** Emits `waiting`, `playing`, `timeout` and `media`; reports stalls. */
	stats?: (receivers: RTCRtpReceiver[], handlers: StatsHandlers, pc: RTCPeerConnection) => (sample: Sample) => void;
	/** Called before playing. */
	onElement?: ReceivedStreamParts['onElement'];
	whep?: Whep;
}

/** Settings of playing. */
export interface PlayConfig {
	/** Milliseconds to reply and first frame; default 5000. */
	playTimeOut?: number;
}

/** Settings of one stream. */
export interface SubscribeConfig extends PlayConfig, SignalConfig {
	/** Milliseconds without data before `timeout`; default 5000. */
	mediaTimeout?: number;
}

/** Plays one stream at a time. Emits the SDK's events and, from the first media, `onSample` ({@link Sample}). */
export interface PlayClient extends Emitter {
	/** Clients may share it. */
	readonly whep: Whep;
	/** Takes the extras of WHEP, at once and for all clients that share {@link whep}. */
	useWhep(extras: WhepExtras): void;
	/** Latest WHEP session, once its offer is sent. */
	session(): WhepSession | undefined;
	/** Creates an audio and video offer for the next `subscribe`. Safe to call twice. Failures reject `subscribe`. */
	prepare(): void;
	/**
	 * Replaces the current stream. Rejects with an {@link RtsError}, also if overtaken by `unsubscribe` or another
	 * `subscribe`. Without a first frame in time (without video: sound), emits `onError` 10102, once, and goes on. The
	 * page's copy counts any media, else emits 10102, or 10209 if not connected, and ends.
	 */
	subscribe(address: string, config?: SubscribeConfig): Promise<ReceivedStream>;
	/** Ends stream, pending `subscribe` and prepared offer; emits nothing more. Safe at any time. */
	unsubscribe(): Promise<void>;
}

const openReceiving = (audio: boolean, video: boolean, { configuration, edit }: Whep): Connection =>
	openConnection((pc) => addTransceivers(pc, audio, video), configuration, edit);

/** Creates a client that plays streams. */
export function createPlayClient(options: PlayClientOptions = {}): PlayClient {
	const { playTimeout = PLAY_TIMEOUT, onOffer = () => {}, report = () => {}, whep = {} } = options;
	const stats = IS_SDK && options.stats;
	const onElement = IS_SDK ? options.onElement : undefined;
	const emitter = createEmitter();
	const { emit } = emitter;
	let prepared: Connection | undefined;
	let signalling: Signalling | undefined;
	let endCurrent: () => void = () => {};
	const session = (): WhepSession | undefined => signalling && signalling.session;
	const discardPrepared = (): void => {
		closeConnection(prepared);
		prepared = undefined;
	};

	const subscribe: PlayClient['subscribe'] = async (address, config = {}) => {
		endCurrent();
		const limit = config.playTimeOut || playTimeout;
		signalling = playSignalling(address, limit, whep);
		if (IS_SDK && !signalling) throw rtsError(ErrorCode.ERROR_PLAY_URL);
		const request: SignallingRequest = parsePlayAddress(address);
		const { url, audio, video } = request;
		if (IS_SDK) request.signalUrl = config.signalUrl;
		if (!audio && !video) throw rtsError(ErrorCode.ERROR_SUBSCRIBE_NOTHING);

		const start = createStartReport(address, url, report);
		const mediaStream = new MediaStream();
		const receivers: RTCRtpReceiver[] = [];
		let ended = false;
		let timeout: unknown;
		let hasMedia = false;
		let remote: ReturnType<typeof createReceivedStream> | undefined;
		let stopSampler = (): void => {};

		const addReceiver = ({ receiver }: { receiver: RTCRtpReceiver }): void => {
			mediaStream.addTrack(receiver.track);
			receivers.push(receiver);
		};
		const emitError = (error: RtsError): void => {
			report(MessageId.ERROR, { err: error.errorCode });
			emit('onError', error);
		};
		const onEvent = (event: PlayEvent['event'], data?: PlayEvent['data']): void => {
			if (!ended) emit('onPlayEvent', { event, data });
		};

		// Android lists H.264 only once its decoder has been found.
		const preparedOffer = prepared && prepared.pc && prepared.pc.localDescription;
		if (!audio || !video || (preparedOffer && !hasH264(preparedOffer.sdp))) discardPrepared();
		const connection = prepared || openReceiving(audio, video, whep);
		prepared = undefined;

		const negotiation = negotiate(connection, signalling!, request, {
			onOffer: ({ sdp }) => {
				// The browser could not decode the video.
				if (video && !hasH264(sdp)) throw rtsError(ErrorCode.ERROR_NOTSUPPORT_H264);
				start.onOffer();
				onOffer();
			},
			onReply: (reply, pc) => {
				start.onReply(reply);
				timeout = setTimeout(() => {
					// `connected` or `completed`. The SDK reports a failed connection as missing media.
					const connected = IS_SDK || /^co/.test(pc.iceConnectionState);
					const error = rtsError(
						connected ? ErrorCode.ERROR_PLAY_FAILED : ErrorCode.ERROR_PC_DISCONNECTED,
						'',
						reply.traceId,
					);
					start.onEnd(-1);
					if (!IS_SDK || !remote) negotiation.end(error);
					emitError(error);
				}, limit - start.elapsed());
				pc.ontrack = addReceiver;
			},
			onAnswer: (pc, { traceId }) => {
				// HACK(Chrome before 72): no track event; in 64 for answers that name tracks by a=msid only. Remove with plan B.
				if (!receivers[0]) pc.getReceivers().forEach((receiver) => addReceiver({ receiver }));
				const onError = (error: RtsError): void => {
					if (!ended) emitError(error);
				};
				remote = createReceivedStream({ mediaStream, traceId, video, onError, onElement, pc: IS_SDK ? undefined : pc });
				const onStats = stats && stats(receivers, { onEvent, onReport: report, mediaTimeout: config.mediaTimeout }, pc);
				stopSampler = startSampler(pc, receivers, {
					onSample: (sample) => {
						const { audioBytes, videoBytes, report, frames = videoBytes } = sample;
						// Engines without statistics are assumed to play.
						const hasFrame = frames || !report;
						if (audioBytes) start.onSound();
						if (hasFrame) remote!.showVideo();
						// The server may send no video, and an `<audio>` takes none.
						const isStarted = hasFrame || (audioBytes && !(IS_SDK ? mediaStream.getVideoTracks()[0] : video));
						if (isStarted) start.onEnd(0);
						if (audioBytes || videoBytes || hasFrame) {
							if (IS_SDK) {
								if (!hasMedia) onEvent('canplay');
								hasMedia = true;
								if (isStarted) clearTimeout(timeout as number);
							} else {
								// The page has rules of its own for media without a frame.
								if (timeout) onEvent('canplay');
								timeout = clearTimeout(timeout as number);
							}
							emit('onSample', sample);
						}
						if (onStats) onStats(sample);
					},
					onEnded: () => onEvent('ended'),
				});
			},
			onLost: emitError,
			onFail: () => start.onEnd(-1),
			onEnd: (isLeft) => {
				// Before that, `subscribe` rejects.
				if (isLeft && remote) onEvent('ended');
				ended = true;
				clearTimeout(timeout as number);
				stopSampler();
				if (remote) remote.stop();
			},
		});
		endCurrent = negotiation.end;
		await negotiation.done;
		return remote!;
	};

	return Object.assign(emitter, {
		whep,
		useWhep: (extras: WhepExtras) => {
			whep.extras = extras;
			extras.follow(session(), whep);
		},
		session,
		subscribe,
		prepare: () => {
			prepared = prepared || openReceiving(true, true, whep);
		},
		unsubscribe: async () => {
			discardPrepared();
			endCurrent();
		},
	});
}
