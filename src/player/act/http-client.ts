/** Plays live FLV and fragmented MP4 over HTTP, in the place of the streaming client: same events, same samples. */
import { createFlvReader } from '../../media/flv.ts';
import type { LiveMediaEvent } from '../../media/live-events.ts';
import { createMp4Reader } from '../../media/live-mp4.ts';
import { ErrorCode, rtsError, type RtsError, statusError } from '../../rts/play/errors.ts';
import { createEmitter } from '../../rts/play/events.ts';
import type { PlayClient, ReceivedStream } from '../../rts/play/play.ts';
import { throughBridge } from '../../rts/play/received-stream.ts';
import { retryAfterOf } from '../../rts/play/retry-after.ts';
import { createLiveBuffer } from './live-buffer.ts';

/** Milliseconds, as of the streaming client. */
const SAMPLE_INTERVAL = 200;
const PLAY_TIMEOUT = 5000;
/** Bytes around a frame. */
const TAG = 16;

/** A request that is under way. */
interface Connection {
	address: string;
	stream: Promise<ReceivedStream>;
	isOpen(): boolean;
	/** Ends the request alone. */
	finish(): void;
	end(): void;
}

/** A {@link PlayClient} whose streams come by HTTP. */
export interface HttpClient extends PlayClient {
	/** Takes a response that was requested before, for the next `subscribe` of its address. */
	take(address: string, response: Promise<Response>): void;
	/** Ends the request; what has come plays on. */
	stopReceiving(): void;
}

/** Whether a client is one for lives over HTTP. */
export const isHttpClient = (client: PlayClient | null): client is HttpClient => !!client && 'take' in client;

/** Creates a client that plays one stream at a time. */
export function createHttpClient(): HttpClient {
	const emitter = createEmitter();
	const { emit } = emitter;
	let current: Connection | undefined;

	function connect(address: string, timeout: number, requested?: Promise<Response>): Connection {
		let isOver = false;
		let isAnswered = false;
		let hasMedia = false;
		let element: HTMLVideoElement | undefined;
		let body: ReadableStreamDefaultReader<Uint8Array> | undefined;
		let onAnswer: (stream: ReceivedStream) => void;
		let onRefused: (error: RtsError) => void;
		const promise = new Promise<ReceivedStream>((resolve, reject) => {
			onAnswer = resolve;
			onRefused = reject;
		});
		// Whoever requests early may never look.
		promise.catch(() => {});
		const controller = typeof AbortController === 'function' ? new AbortController() : undefined;
		const read = /\.mp4(?![^?#])/i.test(address) ? createMp4Reader() : createFlvReader();
		const totals = { audio: 0, video: 0, keyFrames: 0, frames: 0 };

		const fail = (error: RtsError) => {
			if (isOver) return;
			finish();
			if (isAnswered) emit('onError', error);
			else onRefused(error);
		};
		const end = () => {
			if (isOver) return;
			finish();
			emit('onPlayEvent', { event: 'ended' });
		};
		const buffer = createLiveBuffer({
			onLost: end,
			onUnsupported: (codec) => fail(rtsError(ErrorCode.ERROR_NOTSUPPORT_H264, codec)),
		});
		const timer = setTimeout(() => {
			const code = isAnswered ? ErrorCode.ERROR_PLAY_FAILED : ErrorCode.ERROR_HTTPREQUEST_ERROR;
			fail(rtsError(code, 'timeout'));
		}, timeout);
		const sampler = setInterval(() => {
			buffer.adjust();
			if (!hasMedia || isOver) return;
			const quality = element && element.getVideoPlaybackQuality && element.getVideoPlaybackQuality();
			emit('onSample', {
				time: performance.now(),
				audioBytes: totals.audio,
				videoBytes: totals.video,
				keyFrames: totals.keyFrames,
				frames: totals.video ? (quality ? quality.totalVideoFrames : totals.frames) : undefined,
				report: new Map(),
			});
		}, SAMPLE_INTERVAL);

		function finish(): void {
			isOver = true;
			clearTimeout(timer);
			if (body) body.cancel().catch(() => {});
			if (controller) controller.abort();
		}

		function take(events: LiveMediaEvent[]): void {
			for (const event of events) {
				if (event.type === 'broken') return fail(rtsError(ErrorCode.ERROR_PLAY_FAILED, event.detail));
				if (event.type === 'unsupported' && event.kind === 'video')
					return fail(rtsError(ErrorCode.ERROR_NOTSUPPORT_H264, event.codec));
				if (!('data' in event)) continue;
				totals[event.kind] += event.data.length + TAG;
				if (event.kind === 'video') {
					totals.frames++;
					if ('isKey' in event && event.isKey) totals.keyFrames++;
				}
				if (hasMedia) continue;
				hasMedia = true;
				clearTimeout(timer);
				emit('onPlayEvent', { event: 'canplay' });
			}
			buffer.take(events);
		}

		const stream: ReceivedStream = {
			mediaStream: undefined as unknown as MediaStream,
			get mediaElement() {
				return element;
			},
			traceId: '',
			play(target) {
				element = target as HTMLVideoElement;
				buffer.attach(element, () =>
					throughBridge(() => {
						const playing = element === target && (target.play() as Promise<void> | undefined);
						if (playing)
							playing.catch(({ name }: Error) => {
								if (element === target && name === 'NotAllowedError')
									emit('onError', rtsError(ErrorCode.ERROR_AUTOPLAY_ERROR));
							});
					}),
				);
			},
			stop(keepSource) {
				element = undefined;
				buffer.release(keepSource);
			},
			join: (target) => stream.play(target),
		};

		(requested || fetch(address, controller))
			.then(async (response) => {
				if (!response.ok) {
					const { status, headers } = response;
					const error = statusError(ErrorCode.ERROR_HTTPREQUEST_ERROR, status);
					throw Object.assign(error, { retryAfter: retryAfterOf((name) => headers.get(name)) || undefined });
				}
				// Firefox before 65.
				if (!response.body) throw rtsError(ErrorCode.ERROR_BROWSER_NOTSUPPORT, 'no stream');
				body = response.body.getReader();
				if (isOver) return finish();
				isAnswered = true;
				onAnswer(stream);
				for (;;) {
					const { done, value } = await body.read();
					if (isOver) return;
					if (done) return end();
					take(read(value));
				}
			})
			.catch((error: RtsError) => {
				const code = isAnswered ? ErrorCode.ERROR_PC_DISCONNECTED : ErrorCode.ERROR_HTTPREQUEST_ERROR;
				fail(error.errorCode ? error : rtsError(code, error.message));
			});

		return {
			address,
			stream: promise,
			isOpen: () => !isOver,
			finish,
			end() {
				finish();
				clearInterval(sampler);
				onRefused(rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR, 'abort'));
				stream.stop();
			},
		};
	}

	function unsubscribe(): void {
		if (current) current.end();
		current = undefined;
	}

	return Object.assign(emitter, {
		whep: {},
		useWhep() {},
		session: () => undefined,
		prepare() {},
		take(address: string, response: Promise<Response>) {
			unsubscribe();
			current = connect(address, PLAY_TIMEOUT * 2, response);
		},
		subscribe(address: string, { playTimeOut = PLAY_TIMEOUT } = {}) {
			if (!current || current.address !== address || !current.isOpen()) {
				unsubscribe();
				current = connect(address, playTimeOut);
			}
			return current.stream;
		},
		stopReceiving: () => current && current.finish(),
		async unsubscribe() {
			unsubscribe();
		},
	});
}
