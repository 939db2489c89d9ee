/** Shows the pieces of a recording in an element, where another file follows in the same source unless it has other tracks. */
import { type Appender, createAppender } from '../../media/appender.ts';
import type { Mp4 } from '../../media/mp4/piece.ts';
import { bufferedEnd, bufferedNext } from '../watch/buffered-end.ts';
import { beginAt } from './begin-at.ts';
import { JOIN_AHEAD } from './join-place.ts';
import type { PendingPiece } from './piece-queue.ts';

/** Seconds that are kept behind. */
const BEHIND = 30;
/** Seconds that stay where there is no room. */
const LEAST_BEHIND = 10;
/** Milliseconds until the engine may have room again. */
const FULL_PAUSE = 1000;
/** Seconds that an engine may have decoded ahead of what it shows: Chromium 24 frames. */
const DECODED_AHEAD = 1.2;

/** Options of {@link createRecordingBuffer}. */
export interface RecordingBufferOptions {
	video: HTMLVideoElement;
	/** Whether it plays, or is to play once it can. */
	plays(): boolean;
	/** Starts the element. */
	play(): void;
	/** Keeps the last picture until another is shown. */
	keepPicture(): void;
}

export const kindsOf = ({ tracks }: Mp4) => tracks.map(({ kind }) => kind).join();

/**
 * Creates what appends a recording.
 *
 * @param onLost nothing more can be appended
 * @param onFull the engine has no room for more
 */
export function createRecordingBuffer(
	{ video, plays, play, keepPicture }: RecordingBufferOptions,
	onLost: () => void,
	onFull: () => void,
) {
	let appender: Appender | null = null;
	/** Whose tracks are appended. */
	let appended: Mp4 | null = null;
	/** Where the first source begins. */
	let place = 0;
	/** Seconds from which on new data replace another quality, which the engine may have decoded; Infinity: none do. */
	let joined = Infinity;
	/** Seconds of the key frames that are appended. */
	let keys: number[] = [];

	const here = () => (appender ? video.currentTime : place);
	/** Other tracks need another source, which must begin where the old one is. */
	const isNew = (mp4: Mp4) => !appender || kindsOf(mp4) !== kindsOf(appended!);

	/** Shows what has these tracks at a place, in place of what is shown. */
	function attach({ tracks, duration }: Mp4, place: number): void {
		const last = appender;
		keys = [];
		keepPicture();
		const next = (appender = createAppender(video, tracks, { duration, onLost: () => next === appender && onLost() }));
		if (last) last.close();
		video.currentTime = place;
		beginAt(video, place);
		if (plays()) play();
	}

	/** Removes what is more than so many seconds behind, up to a key frame: engines remove what depends on it, too. */
	function removeBehind(seconds: number): Promise<unknown> {
		const end = Math.max(0, ...keys.filter((key) => key <= video.currentTime - seconds));
		keys = keys.filter((key) => key >= end);
		return appender!.remove(0, end - 0.01);
	}

	/**
	 * Shows what was requested at a place, where it begins there, or has taken the place of what plays.
	 *
	 * @param loaded up to where something was, before it
	 */
	function show(pieces: PendingPiece[], loaded: number): void {
		const {
			from,
			piece: { start },
		} = pieces[0]!;
		const { end, pictureEnd } = pieces[pieces.length - 1]!.piece;
		const { currentTime } = video;
		const loadedEnd = bufferedEnd(video, currentTime);
		// Engines may leave out what comes first, or not show a first picture for as long as it says (WebKitGTK).
		const lacksMedia = loadedEnd <= currentTime || loadedEnd + 0.1 < Math.min(start, end);
		const next = bufferedNext(video, currentTime);
		const begin = next < end ? Math.max(start, next) : start;
		if (from < currentTime + 0.5 && lacksMedia && begin > currentTime) video.currentTime = begin + 0.01;
		if (end < currentTime + JOIN_AHEAD) return;
		// Engines go on with what they have begun to decode, until the next key frame.
		if (joined <= currentTime + DECODED_AHEAD && joined < loaded - 0.1) video.currentTime = currentTime;
		if (joined < Infinity) joined = pictureEnd;
	}

	return {
		isNew,
		isActive: () => !!appender,
		/** Seconds that the element is at, or where it is to begin. */
		here,
		begin: (at: number) => void (place = at),
		/** A quality takes the place of what plays from there on. */
		join: (at: number) => void (joined = at),
		/** Appends pieces that follow one another. Resolves to whether they are in the element, or wait for more. */
		async add(mp4: Mp4, pieces: PendingPiece[]): Promise<boolean> {
			const latest = pieces[pieces.length - 1]!;
			const { end, isLast } = latest.piece;
			/** Seconds up to which it must be there: the old source must not overtake it, and what it replaces goes at once. */
			const least = isNew(mp4) ? 1 : mp4 !== appended && bufferedEnd(video, here()) > here() ? JOIN_AHEAD : -Infinity;
			if (!isLast && end < here() + least) return false;
			// The seek that follows is to where these begin.
			if (isNew(mp4)) attach(mp4, (pieces[0]!.from = here()));
			else if (mp4 !== appended) {
				mp4.tracks.forEach((track) => appender!.setTrack(track));
				// A shorter file ends the stream sooner.
				appender!.change((source) => void (source.duration = Math.max(source.duration, mp4.duration)));
			}
			appended = mp4;
			const loaded = bufferedEnd(video, video.currentTime);
			for (const { piece } of pieces)
				keys = keys.filter((key) => key < piece.start || key >= piece.end).concat(piece.keys);
			for (const { segments } of pieces)
				for (const { kind, bytes } of segments)
					for (let isRepeated = false; !latest.isOver && !(await appender!.append(kind, bytes)); isRepeated = true) {
						await removeBehind(LEAST_BEHIND);
						if (!isRepeated) continue;
						onFull();
						await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE));
					}
			if (latest.isOver) return true;
			removeBehind(BEHIND);
			show(pieces, loaded);
			return true;
		},
		/** All is appended. What is appended later takes it back. */
		end: () => void appender!.change((source) => source.endOfStream()),
		close(): void {
			if (appender) appender.close();
			appender = null;
		},
	};
}
