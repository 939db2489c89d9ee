/** A reader of files, as seen by whoever requests and appends them. */
import type { Track } from '../track.ts';

/** Bytes of a file, `to` not among them. */
export interface ByteRange {
	from: number;
	to: number;
}

/**
 * Requests bytes of a file. May answer with fewer where the file ends. `size` is that of the whole file, NaN if the server does
 * not say. What it rejects with is passed on by whoever waits, and the same may be requested again.
 */
export type ReadRange = (from: number, to: number) => Promise<{ bytes: Uint8Array; size: number }>;

/** How much a piece may have; it has at least a frame. */
export interface PieceLimit {
	seconds: number;
	bytes: number;
}

/** Bytes that are appended at once: see `Appender.append`. */
export interface Segment {
	kind: Track['kind'];
	bytes: Uint8Array;
}

/** Media that follow one another in a file, of all its tracks. */
export interface Piece {
	/** Seconds: where it begins to be shown, and up to where all tracks are complete. */
	start: number;
	end: number;
	/** Up to where its picture goes, or its sound where it is alone; Infinity: to the end of the file. */
	pictureEnd: number;
	/** Seconds at which its key frames are decoded, of its sound where it is alone. */
	keys: number[];
	/** Ranges to request, in order: one where the file is interleaved, as files are that are meant to be streamed. */
	ranges: ByteRange[];
	/** Nothing follows. */
	isLast: boolean;
	/** Makes segments of the bytes of each range; once. May have to read more of the index. */
	segments(bytes: Uint8Array[]): Promise<Segment[]>;
	/** Finds the media after it; `null` where nothing follows. */
	next(limit: PieceLimit): Promise<Piece | null>;
}

/** A file whose index is read as far as it is needed. Whatever it rejects with is an `Mp4Error`, or comes from `ReadRange`. */
export interface Mp4 {
	/** At most one of a kind, video first. */
	tracks: Track[];
	/** Seconds. */
	duration: number;
	/** Bytes of the whole file; Infinity if unknown. */
	size(): number;
	/** Finds the media from the last key frame on that is shown by a time; `null` where nothing follows. */
	piece(seconds: number, limit: PieceLimit): Promise<Piece | null>;
}
