import type { Track } from './track.ts';

/** A frame as it arrives, on the clock of its sender. */
export interface Frame {
	kind: Track['kind'];
	/** When it is decoded, in milliseconds; may jump, and runs over at 2^32. */
	time: number;
	/** Milliseconds from decoding to presentation. */
	offset: number;
	/** Can be decoded without those before it. */
	isKey: boolean;
	data: Uint8Array;
}

/** Events of a reader of a live stream. */
export type LiveMediaEvent =
	/** Found, or changed; timescale in which its frames are to be written. */
	| { type: 'track'; track: Track }
	| ({ type: 'frame' } & Frame)
	/**
	 * Of a track that brings its own index: several frames, to be appended as they are. `time`: when the latest picture, or
	 * sound alone, is decoded, in milliseconds; 0: unknown.
	 */
	| { type: 'segment'; kind: Track['kind']; time: number; data: Uint8Array }
	/** A video that cannot be taken; the last event of a call. */
	| { type: 'unsupported'; codec: string };

/** Takes bytes, cut anywhere, and returns what has become complete. Throws where these are no such media. */
export type LiveReader = (bytes: Uint8Array) => LiveMediaEvent[];
