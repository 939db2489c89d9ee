/** Shows the pieces of a recording in an element, where another file follows in the same source unless it has other tracks. */
import { type Appender, createAppender } from '../../media/appender.ts';
import type { Mp4, Piece, Segment } from '../../media/mp4/piece.ts';

/** Seconds that are kept behind. */
const BEHIND = 30;
/** Seconds that stay where there is no room: more than the distance of key frames should be. */
const LEAST_BEHIND = 10;
/** Milliseconds until the engine may have room again. */
const FULL_PAUSE = 1000;

/** Options of {@link createRecordingBuffer}. */
export interface RecordingBufferOptions {
	video: HTMLVideoElement;
	/** Whether it plays, or is to play once it can. */
	plays(): boolean;
	/** Starts the element. */
	play(): void;
	/** Nothing more can be appended. */
	onLost(): void;
	/** Keeps the last picture until another is shown. */
	keepPicture(): void;
	/** The engine has no room for more. */
	onFull(): void;
}

export const kindsOf = ({ tracks }: Mp4) => tracks.map(({ kind }) => kind).join();

/** Creates what appends a recording. */
export function createRecordingBuffer({ video, plays, play, keepPicture, onLost, onFull }: RecordingBufferOptions) {
	let appender: Appender | null = null;
	/** Whose tracks are appended. */
	let appended: Mp4 | null = null;
	/** Segments that wait for a new source. */
	let held: Segment[] = [];

	/** Other tracks need another source, which must begin where the old one is. */
	const isNew = (mp4: Mp4) => !appender || kindsOf(mp4) !== kindsOf(appended!);

	/** Shows what has these tracks at a place, in place of what is shown. */
	function attach(mp4: Mp4, place: number): void {
		const last = appender;
		keepPicture();
		const { tracks, duration } = mp4;
		const next = (appender = createAppender(video, tracks, {
			duration,
			onLost: () => next === appender && onLost(),
		}));
		if (last) last.close();
		video.currentTime = place;
		video.addEventListener(
			'loadedmetadata',
			() => {
				if (place && !video.currentTime) video.currentTime = place;
			},
			{ once: true },
		);
		if (plays()) play();
	}

	return {
		isNew,
		isActive: () => !!appender,
		/** Forgets what waits for a new source. */
		drop: () => void (held = []),
		/** Appends a piece. Resolves to whether it is in the element, not while it waits for a new source at a place. */
		async add(mp4: Mp4, piece: Piece, segments: Segment[], place: number, isOver: () => boolean): Promise<boolean> {
			held = held.concat(segments);
			if (isNew(mp4)) {
				// Meanwhile the old source must not overtake it.
				if (!piece.isLast && piece.end < place + 1) return false;
				attach(mp4, place);
			} else if (mp4 !== appended) {
				mp4.tracks.forEach((track) => appender!.setTrack(track));
				// A shorter file ends the stream sooner.
				appender!.change((source) => void (source.duration = Math.max(source.duration, mp4.duration)));
			}
			appended = mp4;
			for (const { kind, bytes } of held.splice(0))
				for (let isRepeated = false; !isOver() && !(await appender!.append(kind, bytes)); isRepeated = true) {
					await appender!.remove(0, video.currentTime - LEAST_BEHIND);
					if (!isRepeated) continue;
					onFull();
					await new Promise((resolve) => setTimeout(resolve, FULL_PAUSE));
				}
			if (!isOver()) appender!.remove(0, video.currentTime - BEHIND);
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
