import { isArtc, parsePlayAddress } from './address.ts';
import { type Connection, openConnection } from './connection.ts';
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { createEmitter, type Emitter } from './events.ts';
import { type PlayEvent, startMonitor } from './monitor.ts';
import { receive } from './receiving.ts';
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
export interface PlayClient extends Pick<Emitter, 'on' | 'off' | 'once'> {
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

const close = (connection: Connection | undefined): void => {
	const pc = connection && connection.pc;
	if (!pc) return;
	pc.ontrack = pc.onconnectionstatechange = pc.oniceconnectionstatechange = null;
	pc.close();
};

const open = (audio: boolean, video: boolean): Connection => openConnection((pc) => receive(pc, audio, video));

/** Makes a client that plays streams. */
export function createPlayClient({
	playTimeout = PLAY_TIMEOUT,
	report = () => {},
	signalling = artc,
}: PlayClientOptions = {}): PlayClient {
	const { on, off, once, emit } = createEmitter();
	let prepared: Connection | undefined;
	let end = (): void => {};

	const subscribe: PlayClient['subscribe'] = (address, config = {}) =>
		new Promise((resolve, reject) => {
			end();
			if (!isArtc(address)) throw rtsError(ErrorCode.ERROR_PLAY_URL, 'url need artc://');
			const { url, audio, video } = parsePlayAddress(address);
			if (!audio && !video) throw rtsError(ErrorCode.ERROR_SUBSCRIBE_NOTHING, 'subscribe nothing');

			const timeout = config.playTimeOut || playTimeout;
			const started = performance.now();
			const since = (): number => Math.round(performance.now() - started);
			const stream = { url, amsid: audio ? ['rts audio'] : undefined, vmsid: video ? ['rts video'] : undefined };
			const exchange = signalling(url, { mode: 'live', pull_streams: [stream] }, timeout);
			let over = false;
			let framed = false;
			let offerTime = -1;
			let replyTime = -1;
			let traceId = '';
			let connection: Connection | undefined = prepared;
			let remote: RemoteStream | undefined;
			let stopMonitor = (): void => {};
			let timer: ReturnType<typeof setTimeout>;
			/** What a pending `subscribe` rejects with when it is ended from outside. */
			let interruption = rtsError(ErrorCode.ERROR_CREATEOFFER, 'no pc');

			const finish = (error: RtsError): void => {
				over = true;
				end = () => {};
				clearTimeout(timer);
				removeEventListener('pagehide', leave);
				exchange.abort();
				stopMonitor();
				if (remote) remote.stop();
				close(connection);
				reject(error);
			};
			const leave = (end = (): void => finish(interruption));
			const reportFrame = (rslt: number): void =>
				report(137, { vurl: address, cpct: offerTime, hrct: replyTime, tcid: traceId, ffct: rslt || since(), rslt });
			const fail = (error: RtsError): void => {
				reportFrame(-1);
				finish(error);
			};
			const emitError = (error: RtsError): void => {
				report(150, { err: error.errorCode });
				emit('onError', error);
			};
			const onError = (code: ErrorCode, message: string): void => {
				if (!over) emitError(rtsError(code, message, traceId));
			};
			const onEvent = (event: PlayEvent['event'], data?: PlayEvent['data']): void => {
				if (!over) emit('onPlayEvent', { event, data });
			};
			const onFrame = (): void => {
				if (framed || over) return;
				framed = true;
				clearTimeout(timer);
				reportFrame(0);
				onEvent('canplay');
			};

			const run = async (): Promise<void> => {
				if (!audio || !video) {
					close(connection);
					connection = undefined;
				}
				prepared = undefined;
				let offer = connection && (await connection.offer);
				if (over) return;
				// Android lists H.264 only once its decoder has been looked up, perhaps after an early offer.
				if (!offer || (video && !hasH264(offer.sdp))) {
					close(connection);
					connection = open(audio, video);
					offer = await connection.offer;
					if (over) return;
				}
				const pc = connection!.pc!;
				offerTime = since();

				report(125, { vurl: address, surl: url });
				interruption = rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, 'Request aborted');
				const reply = await exchange.exchange(offer);
				if (over) return;
				if (!reply) throw rtsError(ErrorCode.ERROR_SIGNAL_ERROR, 'response is null');
				replyTime = since() - offerTime;
				traceId = reply.traceId;
				report(126, { vurl: address, surl: url, hrct: replyTime, tcid: traceId, rslt: reply.code });

				interruption = rtsError(ErrorCode.ERROR_ANSWER_ERROR, 'set answer error', traceId);
				timer = setTimeout(() => {
					const error = rtsError(ErrorCode.ERROR_PLAY_FAILED, 'play failed', traceId);
					fail(error);
					emitError(error);
				}, timeout - since());
				const mediaStream = new MediaStream();
				const receivers: RTCRtpReceiver[] = [];
				remote = createRemoteStream({ mediaStream, traceId, video, onFrame, onError });
				pc.ontrack = ({ track, receiver }) => {
					mediaStream.addTrack(track);
					receivers.push(receiver);
				};
				pc.onconnectionstatechange = pc.oniceconnectionstatechange = () => {
					// "disconnected" may recover by itself; "failed" does not.
					if (pc.connectionState !== 'failed' && pc.iceConnectionState !== 'failed') return;
					pc.onconnectionstatechange = pc.oniceconnectionstatechange = null;
					onError(ErrorCode.ERROR_PC_DISCONNECTED, 'PC disconnected');
				};
				try {
					await pc.setRemoteDescription(reply.answer!);
				} catch {
					throw interruption;
				}
				if (over) return;
				stopMonitor = startMonitor(pc, receivers, { onMedia: onFrame, onEvent, onReport: report });
				resolve(remote);
			};
			addEventListener('pagehide', leave);
			run().catch((error) => {
				if (!over) fail(error);
			});
		});

	return {
		on,
		off,
		once,
		subscribe,
		prepare: () => {
			prepared = prepared || open(true, true);
		},
		unsubscribe: async () => {
			close(prepared);
			prepared = undefined;
			end();
		},
	};
}
