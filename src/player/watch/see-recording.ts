/** Observes a recording. */
import { canAppend } from '../../media/appender.ts';
import { saysOffline } from '../../network/online.ts';
import type { LoaderSeen } from '../act/load-recording.ts';
import { bufferedEnd } from './buffered-end.ts';
import type { Surroundings } from './seen.ts';

/** Observation of a recording at an event. Times are milliseconds, places seconds. */
export interface SeenRecording extends LoaderSeen {
	/** Buffered ahead. */
	ahead: number;
	/** Moved since it was loaded; 0 while nothing is. */
	moved: number;
	/** Has stood for lack of data; 0: moves, or is paused. */
	standing: number;
	/** Stands, and nothing has come for so long. */
	silence: number;
	/** Something has been shown since it was loaded. */
	hasBegun: boolean;
	paused: boolean;
	/** Playback rate. */
	speed: number;
	/** The element has failed to decode it. */
	isUndecodable: boolean;
	/** The engine shows no picture of what the page cannot read, and which is not known to be sound alone. */
	lacksPicture: boolean;
	/** hls.js plays, which chooses levels by itself, or is on its way. */
	usesHls: boolean;
	/** The page can load files itself. */
	canLoad: boolean;
	offline: boolean;
	savesData: boolean;
}

/** Code of a `MediaError`. */
const DECODE_ERROR = 3;
/** Ends of the paths of files of sound alone. */
const SOUND_FILE = /\.(m4a|mp3|aac|og[ga]|opus|wav|flac|amr)(?=[?#]|$)/i;

/** Seconds before the end that sound or picture may not reach. */
const END = 0.5;

interface RecordingWatchOptions {
	video: HTMLVideoElement;
	loader: { seen(): LoaderSeen; isActive(): boolean };
	savesData: () => boolean;
}

/** Creates what sees the recording on an element. */
export function createRecordingWatch({ video, loader, savesData }: RecordingWatchOptions) {
	let [place, loadedPlace, end] = [0, 0, 0];
	/** When it last moved, or some of it arrived. */
	let [movedAt, arrivedAt] = [0, 0];
	let hasBegun = false;
	let plays = true;
	const isBlob = () => /^blob:/.test(video.getAttribute('src') || '');
	const onArrival = () => void (arrivedAt = performance.now());
	video.addEventListener('progress', onArrival);
	video.addEventListener('play', () => (plays = true));
	// Elements that fail or have ended are paused, too.
	video.addEventListener('pause', () => {
		if (!video.srcObject && !video.error && !video.ended) plays = false;
	});
	function look(now: number): void {
		const { currentTime, readyState, paused, ended, seeking, duration } = video;
		if (readyState > 1) {
			hasBegun = true;
			if (currentTime !== place && !seeking) movedAt = now;
		}
		// Someone seeks to where nothing is, which is a load.
		if (seeking && readyState < 2) loadedPlace = currentTime;
		if (readyState) place = currentTime;
		// A list of HLS may name its end later.
		const isAtEnd = !loader.isActive() && isBlob() && duration - currentTime < END;
		const rests = paused || ended || isAtEnd;
		if (rests || readyState > 2) movedAt = now;
		const bufferEnd = bufferedEnd(video, currentTime);
		if (bufferEnd !== end || rests) arrivedAt = now;
		end = bufferEnd;
	}
	return {
		/** It is loaded at a place. */
		onLoad(at: number): void {
			[place, loadedPlace, end, hasBegun] = [at, at, at, false];
			movedAt = arrivedAt = performance.now();
		},
		/** It is to play. */
		plays: () => plays,
		place: () => place,
		see: <S extends Surroundings>(surroundings: S): S & { recording: SeenRecording } => {
			const { now } = surroundings;
			look(now);
			const { paused, ended, playbackRate, error, readyState, videoWidth } = video;
			const src = video.getAttribute('src') || '';
			const standing = now - movedAt;
			const loaded = loader.seen();
			const isLoaded = loader.isActive();
			// At its end what to do next is offered.
			const isDark = !isLoaded && !ended && readyState > 1 && !videoWidth;
			// WebKit lists the tracks.
			const { videoTracks } = video as { videoTracks?: ArrayLike<unknown> };
			const lacksPicture = isDark && !isBlob() && !SOUND_FILE.test(src) && !(videoTracks && !videoTracks.length);
			const recording = Object.assign(loaded, {
				ahead: end - video.currentTime,
				moved: error || !readyState ? 0 : Math.max(0, place - loadedPlace),
				standing,
				silence: standing && now - arrivedAt,
				hasBegun,
				paused: paused || ended,
				speed: playbackRate || 1,
				// Until another file is there, the element plays the one before.
				isSoundAlone: isLoaded ? loaded.isSoundAlone : isDark && !lacksPicture,
				lacksPicture,
				isUndecodable: !!error && error.code === DECODE_ERROR,
				usesHls: !isLoaded && isBlob(),
				canLoad: canAppend([]),
				offline: saysOffline(),
				savesData: savesData(),
			});
			return Object.assign({}, surroundings, { recording });
		},
	};
}
