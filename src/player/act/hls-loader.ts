/** Loads for hls.js: no request leaves but by the limit, and no answer arrives that is not what was requested. */
import type { HlsConfig, Loader, LoaderContext, LoaderResponse } from 'hls.js';
import type { HlsLimits } from './hls-limits.ts';
import { spreadDemand } from '../../safe/spread-demand.ts';
import { retryAfterOf } from '../../rts/play/retry-after.ts';
import { type Context, isNoMedia, type ReadList } from './hls-lists.ts';

/** Status of an answer that is not what was requested: as good as missing. */
const WRONG = 404;

/** Bytes of a segment that are decoded at once; those of hls.js, 128 kB, take 1.5 s of 700 kbit/s. */
const CHUNK = 16_384;

/** Bytes of files that are kept, of which a server sends the whole for each part: 32 MB. */
const MAX_WHOLE = 2 ** 25;

type Load = Parameters<Loader<LoaderContext>['load']>;

type AnswerRead = Omit<ReadList, 'text'> & { response: LoaderResponse };

interface LoaderOptions {
	limits: HlsLimits;
	/** Returns a list as hls.js is to read it; '' where it is none. */
	readList: (context: Context, text: string) => ReadList;
}

/** Makes a loader of hls.js that keeps to the limit. It retries nothing by itself, and passes a segment on in chunks. */
export function limitLoader(Loader: HlsConfig['loader'], { limits, readList }: LoaderOptions): HlsConfig['loader'] {
	/** Files whose ranges the server has ignored, and the milliseconds that each took; latest first. */
	let wholes: { url: string; bytes: ArrayBuffer; time: number }[] = [];

	return class extends Loader {
		/** Ends the wait for the limit, or for a part of what is there. */
		private endWait: (() => void) | undefined;

		private wait(time: number, callbacks: Load[2], context: Context, act: () => void): void {
			const timer = setTimeout(() => {
				this.endWait = undefined;
				act();
			}, time);
			this.endWait = () => {
				clearTimeout(timer);
				this.endWait = undefined;
				if (callbacks.onAbort) callbacks.onAbort(this.stats, context, null);
			};
		}

		override load(...[context, config, callbacks]: Load): void {
			const { stats } = this;
			const { url, rangeStart = 0, rangeEnd } = context;
			const whole = rangeEnd && wholes.find((each) => each.url === url);
			if (whole) {
				const { bytes, time } = whole;
				const data = bytes.slice(rangeStart, rangeEnd);
				const end = performance.now();
				// As long as it would have taken, by which hls.js judges the link.
				const start = end - (time * data.byteLength) / bytes.byteLength;
				Object.assign(stats.loading, { start, first: start, end });
				stats.loaded = stats.total = data.byteLength;
				return this.wait(0, callbacks, context, () => callbacks.onSuccess({ url, data }, stats, context, null));
			}
			const wait = limits.wait(context);
			if (wait) {
				// Else hls.js takes it for a segment that has been on its way for ever.
				stats.loading.start = performance.now();
				return this.wait(wait, callbacks, context, () => {
					stats.loading.start = 0;
					this.load(context, config, callbacks);
				});
			}
			limits.onSent(context);
			const { onSuccess, onError, onTimeout, onAbort, onProgress } = callbacks;
			let isWrong = false;
			let hasData = false;
			const failed = (demanded?: number) => limits.onFailed(context, demanded);
			const came = () => limits.onCome(context);
			const wrong: Load[2]['onError'] = (response, ...rest) => {
				failed();
				onError(response, ...rest);
			};
			const own: Load[2] = {
				onSuccess(response, stats, context, details) {
					if (isWrong) return;
					const read = readAnswer(context, response);
					if (read) {
						if (read.isStale) failed();
						else came();
						onSuccess(read.response, stats, context, details);
					} else wrong({ code: WRONG, text: '' }, context, details, stats);
				},
				onError(response, context, details, stats) {
					failed(spreadDemand(demandedBy(details), Math.random()));
					onError(response, context, details, stats);
				},
				onTimeout(...args) {
					failed();
					onTimeout(...args);
				},
				onAbort(stats, context, details) {
					if (isWrong) wrong({ code: WRONG, text: '' }, context, details, stats);
					else if (onAbort) onAbort(stats, context, details);
				},
			};
			if (onProgress) {
				own.onProgress = (stats, context, data, details) => {
					isWrong = !hasData && isNoMedia(data as ArrayBuffer);
					hasData = true;
					if (isWrong) super.abort();
					// HACK(hls.js 1.5): it takes a view for the whole of its buffer. Remove when it does not.
					else onProgress(stats, context, new Uint8Array(data as ArrayBuffer) as never, details);
				};
			}
			const loadPolicy = Object.assign({}, config.loadPolicy, { errorRetry: null, timeoutRetry: null });
			const highWaterMark = isFinite(config.highWaterMark!) ? CHUNK : config.highWaterMark!;
			super.load(context, Object.assign({}, config, { loadPolicy, highWaterMark }), own);

			function readAnswer(context: Context, response: LoaderResponse): AnswerRead | null {
				const { data } = response;
				if (typeof data === 'string') {
					const { text, isStale } = readList(context, data);
					return text ? { response: Object.assign({}, response, { data: text }), isStale } : null;
				}
				const bytes = data as ArrayBuffer;
				if (!hasData && isNoMedia(bytes)) return null;
				// The server has ignored the range.
				const isWhole = rangeEnd && bytes.byteLength > rangeEnd - rangeStart;
				const { start, end } = stats.loading;
				let kept = 0;
				if (isWhole)
					wholes = [{ url, bytes, time: end - start }]
						.concat(wholes)
						.filter(({ bytes }) => (kept += bytes.byteLength) <= MAX_WHOLE);
				const part = isWhole ? { data: bytes.slice(rangeStart, rangeEnd) } : {};
				return { response: Object.assign({}, response, part) };
			}
		}

		override abort(): void {
			if (this.endWait) this.endWait();
			else super.abort();
		}

		override destroy(): void {
			if (this.endWait) this.endWait();
			super.destroy();
		}
	};
}

/** Milliseconds that a refusal demands, where its headers may be read. */
function demandedBy(details: unknown): number {
	const { headers } = Object(details) as { headers?: Headers };
	if (headers) return retryAfterOf((name) => headers.get(name));
	const xhr = details as Partial<XMLHttpRequest> | null;
	// Asking for one that may not be read is printed on the console.
	const all = (xhr && xhr.getAllResponseHeaders && xhr.getAllResponseHeaders()) || '';
	return retryAfterOf((name) => (RegExp(`^${name}: *(.*?)\\s*$`, 'im').exec(all) || [])[1] || null);
}
