/** A server of recordings, the link to it, and an element that plays them: appended pieces, or an address as engines do. */
import { layOutMp4, type MadeFile } from '../origin/recordings/mp4.ts';
import type { Track } from '../origin/recordings/tracks.ts';
import { fakeVideo, type FakeVideo } from './dom.ts';

/** Seconds of a recording, and between its frames. */
export const DURATION = 1200;
const FRAME = 0.5;
/** Frames between two key frames. */
const GOP = 4;
/** kbit/s of the sound. */
const SOUND = 40;
/** Seconds that an engine loads ahead of an address, and with which it goes on. */
const AHEAD = 30;
const ENOUGH = 0.3;
/** Milliseconds to the first bytes of an answer. */
const LATENCY = 300;

/** A server and the link to it; tests change them. */
export interface RecordingServer {
	/** kbit/s of the link, shared by all that loads. */
	kbps: number;
	/** Status of an answer; 0: the connection breaks. `spoilt`: what comes cannot be decoded. */
	answer(address: string): { status: number; kbps: number; spoilt?: boolean };
	/** Addresses in the order they were requested, with the time and status of each. */
	requests: { address: string; now: number; status: number }[];
}

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

type Ranges = [start: number, end: number][];

const overlap = (one: Ranges, other: Ranges): Ranges =>
	one.flatMap(([a, b]) =>
		other
			.map(([c, d]) => [Math.max(a, c), Math.min(b, d)] as [number, number])
			.filter(([start, end]) => end > start + 0.01),
	);
const without = (ranges: Ranges, from: number, to: number): Ranges =>
	ranges
		.flatMap(([a, b]): Ranges => [
			[a, Math.min(b, from)],
			[Math.max(a, to), b],
		])
		.filter(([start, end]) => end > start + 0.01);
const joined = (ranges: Ranges): Ranges =>
	ranges
		.sort(([a], [b]) => a - b)
		.reduce((list: Ranges, [start, end]) => {
			const last = list[list.length - 1];
			if (last && start <= last[1] + 0.05) last[1] = Math.max(last[1], end);
			else list.push([start, end]);
			return list;
		}, []);

/** A `<video>` that plays by a clock that the test moves. */
export interface RecordingElement extends FakeVideo {
	/** Moves its clock on by milliseconds, loading with a share of the link. */
	pass(time: number, kbps: number): void;
	/** Whether it loads an address. */
	loads(): boolean;
	/** Ends with an error of the network or of the media. */
	breakWith(code: 2 | 3): void;
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
		buffers: FakeBuffer[] = [];
		onsourceopen: (() => void) | null = null;
		onsourceclose: (() => void) | null = null;
		addSourceBuffer(type: string) {
			this.kinds.push(type);
			const buffer = new FakeBuffer(this);
			this.buffers.push(buffer);
			return buffer;
		}
		endOfStream() {
			this.readyState = 'ended';
		}
		ranges = () => this.buffers.map(({ ranges }) => ranges).reduce(overlap, [[0, DURATION]]);
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

const timeRanges = (ranges: Ranges) => ({
	length: ranges.length,
	start: (index: number) => ranges[index]![0],
	end: (index: number) => ranges[index]![1],
});

/** A source that is attached. */
interface Source {
	readyState: string;
	duration: number;
	isReady: boolean;
	kinds: string[];
	onsourceopen: (() => void) | null;
	onsourceclose: (() => void) | null;
	ranges(): Ranges;
}

function recordingElement(server: RecordingServer, sources: Map<string, Source>, now: () => number): RecordingElement {
	const video = fakeVideo() as RecordingElement;
	let [place, start, end, readyState, waits] = [0, 0, 0, 0, LATENCY];
	let [seeking, isShown, address] = [false, false, ''];
	let error: { code: number } | null = null;
	let source: Source | undefined;
	const fire = (type: string) => video.fire(type);
	const ranges = (): Ranges => (source ? source.ranges() : end > start ? [[start, end]] : []);
	const aheadOf = () => {
		const range = ranges().find(([from, to]) => from <= place + 0.01 && to > place);
		return range ? range[1] - place : 0;
	};

	function reset(next: string) {
		const last = source;
		[place, start, end, readyState, waits] = [0, 0, 0, 0, LATENCY];
		[seeking, isShown, error] = [false, false, null];
		if (address) Object.assign(video, { paused: true });
		address = next;
		source = sources.get(next);
		void Promise.resolve().then(() => {
			if (last) last.readyState = 'closed';
			last?.onsourceclose?.();
			if (!source || source.readyState !== 'closed') return;
			source.readyState = 'open';
			source.onsourceopen?.();
		});
	}

	function fail(code: number) {
		error = { code };
		fire('error');
	}

	/** Loads an address for so long. */
	function load(time: number, kbps: number): void {
		if (!video.loads() || !(kbps > 0) || (waits -= time) > 0) return;
		const answer = server.answer(address);
		if (waits + time > 0) server.requests.push({ address, now: now(), status: answer.status });
		if (answer.status !== 200) return fail(readyState < 1 ? 4 : 2);
		if (readyState < 1) {
			readyState = 1;
			fire('loadedmetadata');
			start = end = place;
		}
		if (answer.spoilt) return fail(3);
		end = Math.min(DURATION, end + (time / 1000) * (kbps / answer.kbps));
		fire('progress');
	}

	/** Plays for so long. */
	function play(time: number) {
		const couldPlay = readyState > 2;
		if (source?.isReady && readyState < 1) {
			readyState = 1;
			fire('loadedmetadata');
		}
		const ahead = aheadOf();
		if (source && ahead > 0 && sources.size && server.answer('').spoilt) return fail(3);
		if (seeking && ahead > 0) {
			seeking = false;
			fire('seeked');
		}
		if (readyState > 0)
			readyState =
				ahead >= ENOUGH || place + ahead >= DURATION - 0.1
					? 4
					: ahead > 0.05
						? couldPlay
							? 4
							: 2
						: isShown && !seeking
							? 2
							: 1;
		if (readyState > 1 && !isShown) {
			isShown = true;
			fire('loadeddata');
		}
		if (readyState > 2 && !couldPlay && !video.paused) fire('playing');
		if (couldPlay && readyState < 3 && !video.paused) fire('waiting');
		if (video.paused || seeking || readyState < 3) return;
		place = Math.min(place + ahead, place + (time / 1000) * video.playbackRate);
		fire('timeupdate');
		if (place < DURATION - 0.1) return;
		Object.assign(video, { paused: true });
		fire('pause');
		fire('ended');
	}

	Object.assign(video, {
		paused: true,
		playbackRate: 1,
		canPlayType: () => '',
		play() {
			if (video.paused) {
				if (place >= DURATION - 0.1) video.currentTime = 0;
				Object.assign(video, { paused: false });
				fire('play');
				if (readyState > 2) fire('playing');
			}
			return Promise.resolve();
		},
		pause() {
			if (video.paused) return;
			Object.assign(video, { paused: true });
			fire('pause');
		},
		load: () => reset(video.getAttribute('src') || ''),
		loads: () => !!address && !source && !error && end < DURATION && (readyState < 1 || end - place < AHEAD),
		pass(time: number, kbps: number) {
			if (!address || error) return;
			load(time, kbps);
			if (!error) play(time);
		},
		breakWith: (code: number) => address && !error && readyState > 0 && fail(code),
	});
	const setAttribute = video.setAttribute.bind(video);
	const removeAttribute = video.removeAttribute.bind(video);
	video.setAttribute = (name, value) => {
		setAttribute(name, value);
		if (name === 'src') reset(value);
	};
	video.removeAttribute = (name) => {
		removeAttribute(name);
		if (name === 'src') reset('');
	};
	return Object.defineProperties(video, {
		error: { get: () => error },
		readyState: { get: () => readyState },
		seeking: { get: () => seeking },
		ended: { get: () => place >= DURATION - 0.1 && readyState > 0 },
		duration: { get: () => (readyState > 0 ? DURATION : NaN) },
		videoWidth: { get: () => (isShown && (source ? source.kinds[1] : !/sound/.test(address)) ? 1280 : 0) },
		videoHeight: { get: () => 720 },
		buffered: { get: () => timeRanges(ranges()) },
		currentTime: {
			get: () => place,
			set(seconds: number) {
				place = Math.max(0, Math.min(DURATION, seconds));
				if (readyState < 1) return;
				seeking = true;
				fire('seeking');
				if (source || (place >= start && place < end)) return;
				start = end = place;
				waits = LATENCY;
			},
		},
	});
}
