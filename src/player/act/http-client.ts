/** Plays live FLV and fragmented MP4 over HTTP, in the place of the streaming client: same events, same samples. */
import { createFlvReader } from '../../media/flv.ts';
import type { Frame, LiveMediaEvent } from '../../media/live-events.ts';
import { ErrorCode, rtsError, type RtsError } from '../../rts/play/errors.ts';
import { createEmitter } from '../../rts/play/events.ts';
import type { MediaClient, PlayedStream } from '../core/media-client.ts';
import { throughBridge } from '../../rts/play/received-stream.ts';
import { retryAfterOf } from '../../rts/play/retry-after.ts';
import { createLiveBuffer, type LiveLater } from './live-buffer.ts';

/** Milliseconds, as of the streaming client. */
const SAMPLE_INTERVAL = 200;
const PLAY_TIMEOUT = 5000;

const NOTHING = new Uint8Array(0);

/** Options of {@link createHttpClient}. */
export interface HttpClientOptions {
	readLater(): LiveLater | undefined;
	/** Never rejects. */
	loadLater(): Promise<LiveLater>;
}

/** A request that is under way. */
interface Connection {
	stream: Promise<PlayedStream>;
	/** Ends the request alone. */
	finish(): void;
	end(): void;
}

/** A {@link MediaClient} whose streams come by HTTP. */
export interface HttpClient extends MediaClient {
	/** `requested`: a response that was requested before. */
	subscribe(address: string, options?: { playTimeOut?: number; requested?: Promise<Response> }): Promise<PlayedStream>;
	/** Ends the request; what has come plays on. */
	stopReceiving(): void;
}

/** Whether a client is one for lives over HTTP. */
export const isHttpClient = (client: MediaClient | null): client is HttpClient => !!client && 'stopReceiving' in client;

/** Creates a client that plays one stream at a time. */
export function createHttpClient({ readLater, loadLater }: HttpClientOptions): HttpClient {
	const emitter = createEmitter();
	const { emit } = emitter;
	let current: Connection | undefined;

	function connect(address: string, timeout: number, requested?: Promise<Response>): Connection {
		let isOver = false;
		let hasMedia = false;
		let element: HTMLVideoElement | undefined;
		let body: ReadableStreamDefaultReader<Uint8Array> | undefined;
		let onAnswer: (stream: PlayedStream) => void;
		let onRefused: (error: RtsError) => void;
		const promise = new Promise<PlayedStream>((resolve, reject) => {
			onAnswer = resolve;
			onRefused = reject;
		});
		// Whoever requests early may never look.
		promise.catch(() => {});
		const controller = self.AbortController && new AbortController();
		const totals = { audio: 0, video: 0, all: 0, frames: 0, keyFrames: 0 };
		/** When the latest frame is decoded, in milliseconds by its sender; 0: unknown. */
		let latest = 0;

		/** Ends the request, for a reason that is told. */
		const close = (tell: () => void) => {
			if (isOver) return;
			finish();
			tell();
		};
		const fail = (code: ErrorCode, message?: string, more?: Partial<RtsError>) =>
			close(() => {
				const error = Object.assign(rtsError(code, message), more);
				if (body) emit('onError', error);
				else onRefused(error);
			});
		// Nobody else's stream is interrupted.
		const onLost = () => fail(ErrorCode.ERROR_HTMLELEMENT_ERROR);
		/** `lost`: the code once an answer has come. */
		const failAs = (lost: ErrorCode, message: string) => fail(body ? lost : ErrorCode.ERROR_HTTPREQUEST_ERROR, message);
		const onUnsupported = (codec: string) => fail(ErrorCode.ERROR_NOTSUPPORT_H264, codec);
		const buffer = createLiveBuffer({ readLater, onLost, onUnsupported });
		const timer = setTimeout(failAs, timeout, ErrorCode.ERROR_PLAY_FAILED, 'timeout');
		const sampler = setInterval(() => {
			buffer.adjust();
			if (!hasMedia || isOver) return;
			emit('onSample', {
				time: performance.now(),
				audioBytes: totals.audio,
				videoBytes: totals.video,
				end: latest,
				bytes: totals.all,
				keyFrames: totals.keyFrames,
				// Engines with Media Source count what they decode.
				frames: !totals.video
					? undefined
					: element
						? element.getVideoPlaybackQuality().totalVideoFrames
						: totals.frames,
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
				if (event.type === 'unsupported') return onUnsupported(event.codec);
				if (!('data' in event)) continue;
				totals[event.kind] += event.data.length;
				latest = event.time;
				if (event.kind === 'video') {
					totals.frames++;
					if ((event as Partial<Frame>).isKey) totals.keyFrames++;
				}
				if (hasMedia) continue;
				hasMedia = true;
				clearTimeout(timer);
				emit('onPlayEvent', { event: 'canplay' });
			}
			buffer.take(events);
		}

		const stream: PlayedStream = {
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
				const { ok, status, headers } = response;
				if (!ok) {
					const retryAfter = retryAfterOf((name) => headers.get(name)) || undefined;
					return fail(ErrorCode.ERROR_HTTPREQUEST_ERROR, '', { status, retryAfter });
				}
				// Firefox before 65.
				if (!response.body) return fail(ErrorCode.ERROR_BROWSER_NOTSUPPORT);
				body = response.body.getReader();
				if (isOver) return finish();
				onAnswer(stream);
				const read = /\.mp4(?![^?#])/i.test(address)
					? (await loadLater()).createMp4Reader()
					: createFlvReader(readLater);
				for (;;) {
					const { done, value = NOTHING } = await body.read();
					totals.all += value.length;
					const events = read(value);
					if (!readLater() && events.some(({ type }) => type === 'unsupported')) {
						await loadLater();
						events.pop();
						events.push(...read(NOTHING));
					}
					if (isOver) return;
					if (done) return close(() => emit('onPlayEvent', { event: 'ended' }));
					take(events);
				}
			})
			.catch(({ name, message }: Error) =>
				// A reader's is no `TypeError`.
				failAs(name === 'Error' ? ErrorCode.ERROR_PLAY_FAILED : ErrorCode.ERROR_PC_DISCONNECTED, message),
			);

		return {
			stream: promise,
			finish,
			end() {
				finish();
				clearInterval(sampler);
				onRefused(rtsError(ErrorCode.ERROR_HTTPREQUEST_ERROR));
				stream.stop();
			},
		};
	}

	function unsubscribe(): void {
		if (current) current.end();
		current = undefined;
	}

	return Object.assign(emitter, {
		session: () => undefined,
		subscribe(
			address: string,
			{ playTimeOut = PLAY_TIMEOUT, requested = undefined as Promise<Response> | undefined } = {},
		) {
			unsubscribe();
			current = connect(address, playTimeOut, requested);
			return current.stream;
		},
		stopReceiving: () => current && current.finish(),
		async unsubscribe() {
			unsubscribe();
		},
	});
}
