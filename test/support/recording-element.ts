/** An element that plays recordings: appended pieces, or an address as engines do. */
import { fakeVideo, type FakeVideo, timeRanges } from './dom.ts';

/** Seconds of a recording. */
export const DURATION = 1200;
/** Seconds that an engine loads ahead of an address, and with which it goes on. */
const AHEAD = 30;
const ENOUGH = 0.3;
/** Milliseconds to the first bytes of an answer. */
export const LATENCY = 300;

/** A server and the link to it; tests change them. */
export interface RecordingServer {
	/** kbit/s of the link, shared by all that loads. */
	kbps: number;
	/**
	 * Status of an answer; 0: the connection breaks. `spoilt`: what comes cannot be decoded; `opaque`: no script may read it;
	 * `whole`: it is not the part that was requested.
	 */
	answer(address: string): { status: number; kbps: number; spoilt?: boolean; opaque?: boolean; whole?: boolean };
	/** Addresses in the order they were requested, with the time and status of each. */
	requests: { address: string; now: number; status: number }[];
	/** Seconds that are kept of what is appended; all by default. */
	room?: number;
	/** Seconds that an engine leaves out where media begin. */
	late?: number;
	/** The engine shows no frame for longer than most, and goes to no place where little is loaded. */
	isShort?: boolean;
}

export type Ranges = [start: number, end: number][];

export const overlap = (one: Ranges, other: Ranges): Ranges =>
	one.flatMap(([a, b]) =>
		other
			.map(([c, d]) => [Math.max(a, c), Math.min(b, d)] as [number, number])
			.filter(([start, end]) => end > start + 0.01),
	);
export const without = (ranges: Ranges, from: number, to: number): Ranges =>
	ranges
		.flatMap(([a, b]): Ranges => [
			[a, Math.min(b, from)],
			[Math.max(a, to), b],
		])
		.filter(([start, end]) => end > start + 0.01);
export const joined = (ranges: Ranges): Ranges =>
	ranges
		.sort(([a], [b]) => a - b)
		.reduce((list: Ranges, [start, end]) => {
			const last = list[list.length - 1];
			if (last && start <= last[1] + 0.05) last[1] = Math.max(last[1], end);
			else list.push([start, end]);
			return list;
		}, []);

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

/** A `<video>` that plays by a clock that the test moves. */
interface RecordingElement extends FakeVideo {
	/** Moves its clock on by milliseconds, loading with a share of the link. */
	pass(time: number, kbps: number): void;
	/** Whether it loads an address. */
	loads(): boolean;
	/** Ends with an error of the network or of the media. */
	breakWith(code: 2 | 3): void;
}

export function recordingElement(
	server: RecordingServer,
	sources: Map<string, Source>,
	now: () => number,
): RecordingElement {
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
			if (place && !seeking) video.currentTime = place;
		}
		const ahead = aheadOf();
		if (source && ahead > 0 && sources.size && server.answer('').spoilt) return fail(3);
		if (seeking && ahead > (server.isShort ? ENOUGH : 0)) {
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
		buffered: { get: () => timeRanges(...ranges()) },
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
