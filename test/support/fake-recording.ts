/** A server of recordings, and what a page loads and appends of them. */
import { layOutMp4, type MadeFile } from '../origin/recordings/mp4.ts';
import type { Track } from '../origin/recordings/tracks.ts';
import {
	DURATION,
	joined,
	LATENCY,
	overlap,
	type Ranges,
	recordingElement,
	type RecordingServer,
	timeRanges,
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

/** Replaces `XMLHttpRequest`, `fetch` and `MediaSource` of the page. `loading` counts the requests under way. */
export function fakeRecordings(server: RecordingServer, now: () => number) {
	const active = new Set<FakeRequest>();
	const sources = new Map<string, FakeSource>();
	let count = 0;

	class FakeRequest {
		status = 0;
		readyState = 0;
		response: ArrayBuffer | null = null;
		responseType = '';
		onreadystatechange = () => {};
		onprogress: (event: { loaded: number }) => void = () => {};
		onloadend = () => {};
		private url = '';
		private range = [0, 0] as [number, number];
		private waits = LATENCY;
		private sent = 0;
		open(_method: string, url: string) {
			this.url = url;
		}
		setRequestHeader(_name: string, value: string) {
			const [, from, to] = /bytes=(\d+)-(\d+)/.exec(value)!;
			this.range = [+from!, +to! + 1];
		}
		getResponseHeader = () =>
			`bytes ${this.range[0]}-${this.range[1] - 1}/${fileOf(server.answer(this.url).kbps).size}`;
		send() {
			active.add(this);
		}
		abort() {
			if (active.delete(this)) this.end();
		}
		private end() {
			active.delete(this);
			this.readyState = 4;
			this.onloadend();
		}
		pass(time: number, kbps: number) {
			if (!kbps) return;
			this.waits -= time;
			if (this.waits > 0) return;
			const { status, kbps: rate } = server.answer(this.url);
			if (this.readyState < 2) {
				server.requests.push({ address: this.url, now: now(), status });
				this.status = status && (status === 200 ? 206 : status);
				if (!status) return this.end();
				this.readyState = 2;
				this.onreadystatechange();
				if (!active.has(this)) return;
			}
			const file = fileOf(rate);
			const [from, to] = [this.range[0], Math.min(this.range[1], file.size)];
			this.sent = Math.min(to - from, this.sent + (time * kbps) / 8);
			this.onprogress({ loaded: this.sent });
			if (this.sent < to - from || !active.has(this)) return;
			const bytes = file.read(from, to);
			this.response = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
			this.end();
		}
	}

	/** What is appended of a kind. */
	class FakeBuffer {
		ranges: Ranges = [];
		onupdateend: (() => void) | null = null;
		onerror: (() => void) | null = null;
		timescale = 0;
		constructor(readonly source: FakeSource) {}
		get buffered() {
			return timeRanges(this.ranges);
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
				const start = Number(buffer.readBigUInt64BE(at('tfdt') + 4)) / this.timescale;
				const trun = at('trun');
				let length = 0;
				for (let i = 0; i < buffer.readUInt32BE(trun + 4); i++) length += buffer.readUInt32BE(trun + 12 + i * 16);
				const end = start + length / this.timescale;
				this.ranges = joined([...without(this.ranges, start, end), [start, end]]);
				this.source.isReady = true;
			}
			this.done();
		}
		remove(from: number, to: number) {
			this.ranges = without(this.ranges, from, to);
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
		XMLHttpRequest: FakeRequest,
		fetch: async (url: string, { headers }: { headers?: { range: string } } = {}) => {
			if (headers)
				return new Promise((resolve, reject) => {
					const request = new FakeRequest();
					request.open('GET', url);
					request.setRequestHeader('range', headers.range);
					const answer = { headers: { get: request.getResponseHeader }, arrayBuffer: async () => request.response };
					request.onreadystatechange = () => {
						if (request.status === 206) return;
						resolve({ ...answer, status: request.status });
						request.abort();
					};
					request.onloadend = () =>
						request.status ? resolve({ ...answer, status: request.status }) : reject(new TypeError('no answer'));
					request.send();
				});
			if (!server.kbps || !server.answer(url).status) throw new TypeError('no answer');
		},
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
