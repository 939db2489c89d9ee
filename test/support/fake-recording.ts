/** A server of recordings, and what a page loads and appends of them. */
import { mock } from 'node:test';
import { timeRanges } from './dom.ts';
import { layOutMp4, type MadeFile } from '../origin/recordings/mp4.ts';
import type { Track } from '../origin/recordings/tracks.ts';
import { type FileTrack, writeFile } from './mp4-file.ts';
import {
	DURATION,
	joined,
	LATENCY,
	overlap,
	type Ranges,
	recordingElement,
	type RecordingServer,
	without,
} from './recording-element.ts';

/** Seconds between two frames. */
const FRAME = 0.5;
/** Frames between two key frames. */
const GOP = 4;
/** kbit/s of the sound. */
const SOUND = 40;
const nal = (type: number, size: number) => Buffer.concat([Buffer.from([0, 0, 0, 1, type]), Buffer.alloc(size, 0xff)]);
/** By rate; a test may set one. */
export const files = new Map<number, MadeFile>();

/** Makes a file of a rate; sound alone where that is not more. */
function fileOf(kbps: number): MadeFile {
	const known = files.get(kbps);
	if (known) return known;
	const count = DURATION / FRAME;
	const sound = Buffer.alloc((SOUND * FRAME * 1000) / 8);
	const size = ((kbps - SOUND) * FRAME * 1000) / 8;
	const key = Buffer.concat([nal(0x67, 12), nal(0x68, 4), nal(0x65, size)]);
	const frame = nal(0x41, size);
	const isKey = (index: number) => index % GOP === 0;
	const base = { rate: 1 / FRAME, isKey: () => true, width: 0, height: 0 };
	const tracks: Track[] = [{ ...base, kind: 'sound', units: Array<Buffer>(count).fill(sound) }];
	if (size > 0) {
		const units = Array.from({ length: count }, (_, index) => (isKey(index) ? key : frame));
		tracks.unshift({ ...base, kind: 'video', units, isKey, width: 640, height: 360 });
	}
	const file = layOutMp4(tracks);
	files.set(kbps, file);
	return file;
}

/** Puts a minute of 5 frames a second in place of what has a rate. */
export function replaceFile(kbps: number, video: Partial<FileTrack>, distance: number, size = 4000): void {
	const samples = (rate: number, size: number) =>
		Array.from({ length: 60 * rate }, (_, index) => ({ size, duration: 1000 / rate, isKey: index % distance === 0 }));
	const base = { timescale: 1000 };
	const { chunks = Array<number>(300).fill(1) } = video;
	const tracks: FileTrack[] = [
		{ ...base, kind: 'video', samples: samples(5, size), ...video, chunks },
		{ ...base, kind: 'audio', samples: samples(10, 100), chunks: chunks.map((frames) => frames * 2) },
	];
	const bytes = writeFile({ tracks });
	files.set(kbps, { size: bytes.length, read: (from, to) => bytes.subarray(from, to) });
}

/** Replaces `fetch` and `MediaSource` of the page. `loading` counts the requests under way. */
export function fakeRecordings(server: RecordingServer, now: () => number) {
	const active = new Set<FakeRequest>();
	const sources = new Map<string, FakeSource>();
	let count = 0;

	/** Requests an answer of which only its status matters; 0: none. */
	function request(url: string): number {
		if (!server.kbps) return 0;
		const { status } = server.answer(url);
		server.requests.push({ address: url, now: now(), status });
		return status;
	}

	class FakeRequest {
		private waits = LATENCY;
		private sent = 0;
		private status = 0;
		private body!: ReadableStreamDefaultController<Uint8Array>;
		private settle!: { resolve: (answer: Response) => void; reject: (error: Error) => void };
		private readonly stream = new ReadableStream<Uint8Array>({ start: (body) => void (this.body = body) });
		readonly answer = new Promise<Response>((resolve, reject) => (this.settle = { resolve, reject }));
		constructor(
			private readonly url: string,
			private readonly from: number,
			private readonly to: number,
		) {
			active.add(this);
		}
		abort() {
			if (!active.delete(this)) return;
			const error = new TypeError('aborted');
			this.settle.reject(error);
			this.body.error(error);
		}
		pass(time: number, kbps: number) {
			if (!kbps) return;
			this.waits -= time;
			if (this.waits > 0) return;
			const { status, kbps: rate, opaque, whole } = server.answer(this.url);
			const file = fileOf(rate);
			const to = Math.min(this.to, file.size);
			if (!this.status) {
				server.requests.push({ address: this.url, now: now(), status });
				if (!status || opaque) return this.abort();
				this.status = status === 200 && !whole ? 206 : status;
				const headers = { 'content-range': `bytes ${this.from}-${to - 1}/${file.size}` };
				this.settle.resolve(new Response(this.stream, { status: this.status, headers }));
			}
			const sent = Math.min(to - this.from, this.sent + Math.floor((time * kbps) / 8));
			this.body.enqueue(Uint8Array.from(file.read(this.from + this.sent, this.from + sent)));
			this.sent = sent;
			// It breaks off.
			if (status === 206) return this.abort();
			if (sent < to - this.from) return;
			active.delete(this);
			this.body.close();
		}
	}

	/** What is appended of a kind. As in engines, what depends on a frame that is replaced or removed goes with it. */
	class FakeBuffer {
		ranges: Ranges = [];
		/** Seconds of the key frames. */
		private keys: number[] = [];
		onupdateend: (() => void) | null = null;
		onerror: (() => void) | null = null;
		timescale = 0;
		constructor(readonly source: FakeSource) {}
		get buffered() {
			return timeRanges(...this.ranges);
		}
		private done() {
			void Promise.resolve().then(() => this.onupdateend?.());
		}
		appendBuffer(bytes: Uint8Array) {
			const kept = this.ranges.reduce((sum, [from, to]) => sum + to - from, 0);
			if (kept >= server.room!) throw Object.assign(new Error(), { name: 'QuotaExceededError' });
			const buffer = Buffer.from(bytes);
			const at = (type: string) => buffer.indexOf(type, 0, 'latin1') + 4;
			if (buffer.includes('moov')) this.timescale = buffer.readUInt32BE(at('mdhd') + 12);
			else {
				const begin = Number(buffer.readBigUInt64BE(at('tfdt') + 4)) / this.timescale;
				const trun = at('trun');
				let end = begin;
				const keys: number[] = [];
				const held: Ranges = [];
				for (let row = trun + 12; row < trun + 12 + buffer.readUInt32BE(trun + 4) * 16; row += 16) {
					if (buffer.readUInt32BE(row + 8) === 0x200_0000) keys.push(end);
					const last = end;
					end += buffer.readUInt32BE(row) / this.timescale;
					// Of a long frame some engines show its usual time alone.
					if (server.isShort && end > last + 1) held.push([last + 0.2, end]);
				}
				const start = begin || server.late || 0;
				this.drop(start, end);
				this.ranges = joined([...this.ranges, [start, end]]);
				for (const [from, to] of held) this.ranges = without(this.ranges, from, to);
				this.keys.push(...keys);
			}
			this.source.isReady = true;
			this.done();
		}
		private drop(from: number, to: number) {
			const next = Math.min(...this.keys.filter((key) => key > to - 0.01));
			this.ranges = without(this.ranges, from, next);
			this.keys = this.keys.filter((key) => key < from || key >= next);
		}
		remove(from: number, to: number) {
			this.drop(from, to);
			this.done();
		}
		changeType() {}
	}

	class FakeSource {
		static isTypeSupported = () => true;
		readyState = 'closed';
		duration = NaN;
		isReady = false;
		kinds: string[] = [];
		sourceBuffers: FakeBuffer[] = [];
		onsourceopen: (() => void) | null = null;
		onsourceclose: (() => void) | null = null;
		addSourceBuffer(type: string) {
			this.kinds.push(type);
			const buffer = new FakeBuffer(this);
			this.sourceBuffers.push(buffer);
			return buffer;
		}
		endOfStream() {
			this.readyState = 'ended';
		}
		ranges = () => this.sourceBuffers.map(({ ranges }) => ranges).reduce(overlap, [[0, DURATION]]);
	}

	Object.assign(globalThis, {
		fetch: async (url: string, { headers, signal }: { headers?: { range: string }; signal?: AbortSignal } = {}) => {
			if (headers) {
				const [, from, last] = /bytes=(\d+)-(\d+)/.exec(headers.range)!;
				const request = new FakeRequest(url, +from!, +last! + 1);
				signal!.addEventListener('abort', () => request.abort());
				return request.answer;
			}
			if (!request(url)) throw new TypeError('no answer');
		},
	});
	const { createElement } = document;
	// One that is asked whether an address plays.
	mock.method(document, 'createElement', (name: string) => {
		const element = createElement.call(document, name) as HTMLVideoElement;
		if (name === 'video') {
			const ask = (url: string) =>
				setTimeout(() => {
					if (!server.kbps) return;
					const type = request(url) === 200 ? 'loadedmetadata' : 'error';
					element[`on${type}`]?.(new Event(type) as never);
				}, LATENCY);
			Object.defineProperty(element, 'src', { configurable: true, set: ask });
			Object.assign(element, { load() {} });
		}
		return element;
	});
	Object.assign(window, { MediaSource: FakeSource });
	Object.assign(URL, {
		createObjectURL(source: FakeSource) {
			const url = `blob:${++count}`;
			sources.set(url, source);
			return url;
		},
		revokeObjectURL() {},
	});
	return {
		element: () => recordingElement(server, sources as never, now),
		loading: () => active.size,
		pass: (time: number, kbps: number) => [...active].forEach((request) => request.pass(time, kbps)),
	};
}
