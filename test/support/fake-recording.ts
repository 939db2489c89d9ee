import { fakeVideo, type FakeVideo } from './dom.ts';

/** A server of recordings, and the link to it; tests change them. */
export interface RecordingServer {
	/** kbit/s of the link, shared by all elements that load. */
	kbps: number;
	/** Of an address: its rate in kbit/s; or how it fails: at its start, at any time, or once it is decoded. */
	answer(address: string): { kbps: number } | 'refused' | 'broken' | 'spoilt';
	/** Addresses in the order they were requested, with the time of each. */
	requests: { address: string; now: number }[];
}

/** Seconds of a recording. */
export const DURATION = 1200;
/** Seconds that an element loads ahead. */
const AHEAD = 30;
/** Milliseconds to the first bytes of an address, or of another place in it. */
const LATENCY = 300;
/** Seconds ahead with which it goes on. */
const ENOUGH = 0.3;

/** A `<video>` that loads and plays files as engines do, by a clock that the test moves. */
export interface RecordingElement extends FakeVideo {
	/** Moves its clock on by milliseconds, loading with a share of the link. */
	pass(time: number, kbps: number): void;
	/** Whether it loads. */
	loads(): boolean;
	/** Ends with an error of the network or of the media. */
	breakWith(code: 2 | 3): void;
}

/** Makes elements of {@link RecordingServer}. `now` is the clock. */
export function recordingElement(server: RecordingServer, now: () => number): RecordingElement {
	const video = fakeVideo() as RecordingElement;
	let [place, start, end] = [0, 0, 0];
	let readyState = 0;
	let seeking = false;
	let error: { code: number } | null = null;
	let waits = LATENCY;
	let address = '';
	let isShown = false;
	const fire = (type: string) => video.fire(type);

	function reset(next: string) {
		[place, start, end, readyState, seeking, error, waits, isShown] = [0, 0, 0, 0, false, null, LATENCY, false];
		address = next;
		if (address) server.requests.push({ address, now: now() });
	}

	function fail(code: number) {
		error = { code };
		fire('error');
	}

	/** Loads for so long. Returns whether something has come. */
	function load(time: number, kbps: number): boolean {
		if (!video.loads()) return false;
		if (kbps > 0) waits -= time;
		if (waits > 0) return false;
		const answer = server.answer(address);
		if (answer === 'refused' || answer === 'broken') {
			// Of what has begun to load, only what breaks ends.
			if (readyState < 1 || answer === 'broken') fail(readyState < 1 ? 4 : 2);
			return false;
		}
		if (readyState < 1) {
			readyState = 1;
			fire('loadedmetadata');
			fire('durationchange');
			start = end = place;
		}
		if (answer === 'spoilt') {
			fail(3);
			return false;
		}
		const more = (time / 1000) * (kbps / answer.kbps);
		end = Math.min(DURATION, end + more);
		return more > 0;
	}

	/** Plays for so long. */
	function play(time: number) {
		const couldPlay = readyState > 2;
		if (seeking && end > place) {
			seeking = false;
			fire('seeked');
		}
		const ahead = end - place;
		if (readyState > 0)
			readyState = ahead >= ENOUGH || end >= DURATION ? 4 : ahead > 0.05 ? (couldPlay ? 4 : 2) : isShown ? 2 : 1;
		if (readyState > 1 && !isShown) {
			isShown = true;
			fire('loadeddata');
		}
		if (readyState > 2 && !couldPlay && !video.paused) fire('playing');
		if (couldPlay && readyState < 3 && !video.paused) fire('waiting');
		if (video.paused || seeking || readyState < 3) return;
		place = Math.min(end, place + (time / 1000) * video.playbackRate);
		fire('timeupdate');
		if (place >= DURATION) {
			Object.assign(video, { paused: true });
			fire('pause');
			fire('ended');
		}
	}

	Object.assign(video, {
		paused: true,
		playbackRate: 1,
		preload: 'auto',
		canPlayType: () => '',
		play() {
			if (video.paused) {
				if (place >= DURATION) video.currentTime = 0;
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
		loads: () => !!address && !error && end < DURATION && (readyState < 1 || end - place < AHEAD),
		pass(time: number, kbps: number) {
			if (!address || error) return;
			if (load(time, kbps)) fire('progress');
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
		ended: { get: () => place >= DURATION && readyState > 0 },
		duration: { get: () => (readyState > 0 ? DURATION : NaN) },
		videoWidth: { get: () => (isShown && !/sound/.test(address) ? 1280 : 0) },
		videoHeight: { get: () => 720 },
		buffered: { get: () => ({ length: end > start ? 1 : 0, start: () => start, end: () => end }) },
		currentTime: {
			get: () => place,
			set(seconds: number) {
				place = Math.max(0, Math.min(DURATION, seconds));
				if (readyState < 1) return;
				seeking = true;
				fire('seeking');
				if (place >= start && place < end) return;
				start = end = place;
				waits = LATENCY;
			},
		},
	});
}
