import type { Track } from '../track.ts';
import type { Runs, Table } from './run-lengths.ts';

/** Where a reader is in a track: the number of a sample, in fragments that within one. */
export interface Place {
	sample: number;
	/** Where the fragment begins, or what is before it. */
	fragment?: number;
	/** When what is missing before it begins, in units of the track (`fill-tracks.ts`). */
	pad?: number;
}

/** A sample that has not been requested. Times are those of the file, in units of the track. */
export interface Row {
	/** In the file. */
	at: number;
	size: number;
	dts: number;
	duration: number;
	isKey: boolean;
	/** From decoding to presentation, where that is known already. */
	offset?: number;
	place: Place;
	next: Place;
	/** Of silence that the file does not have. */
	data?: Uint8Array;
}

/** The samples of a track. Throws as `FileCache` does. */
export interface TrackRows {
	track: Track;
	/** Added to the times of the file by its edit list. */
	shift: number;
	/** The sample there, or what follows; `undefined` after the last. */
	row(place: Place): Row | undefined;
	/** Where to begin so that a time is shown: at a key frame, and when that is shown. */
	find(time: number): { place: Place; shown: number };
	/** From decoding to presentation, of a key frame, without reading on. */
	keyOffset(row: Row): number;
	/**
	 * Sets the offsets of rows that follow one another. Those for which much of the file would have to be read are left out
	 * without data; with them they follow from what the frames say of their order, where they tell it.
	 */
	setOffsets(rows: Row[], dataOf?: (row: Row) => Uint8Array): void;
}

/** The tables of a track. */
export interface SampleTable extends TrackRows {
	samples: number;
	/** From decoding to presentation. */
	offsetOf(sample: number): number;
	sizeOf(sample: number, ahead?: number): number;
	/** The first chunk of an entry of `inChunks`. */
	chunkOf(entry: number): number;
	chunks: Table;
	chunkAt(chunk: number): number;
	/** Which samples are in which chunks. */
	inChunks: Runs;
	/** When they are decoded. */
	times: Runs;
}

/** Seconds of the presentation at which a sample is decoded. */
export const secondsOf = ({ track, shift }: Pick<TrackRows, 'track' | 'shift'>, dts: number) =>
	(dts + shift) / track.timescale;
