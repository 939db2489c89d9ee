/** Writes fragmented MP4 (ISO/IEC 14496-12) of one track, as a `SourceBuffer` takes it. */
import type { Sample, Track } from './track.ts';

/** A box: its type, then its parts. Numbers have four bytes, texts one a letter. */
export type Box = [type: string, ...parts: Part[]];
type Part = number | string | Uint8Array | Box;

/** Joins bytes. */
export function concat(parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

const write = (parts: Part[]): Uint8Array =>
	concat(
		parts.map((part) => {
			if (typeof part === 'number') return [part >>> 24, part >>> 16, part >>> 8, part];
			if (typeof part === 'string') return Array.from(part, (letter) => letter.charCodeAt(0));
			if (!Array.isArray(part)) return part;
			const body = write(part);
			return write([body.length + 4, body]);
		}),
	);

export const IDENTITY = write([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);

/**
 * Writes what must be appended before the samples of a track, and again when it changes.
 *
 * @param entry of `stsd`
 * @param shape the end of `tkhd`: how it is turned, and its size
 */
export function initSegment(
	{ kind, timescale }: Pick<Track, 'kind' | 'timescale'>,
	entry: Box,
	shape: Part[],
): Uint8Array {
	const isVideo = kind === 'video';
	const tables: Box[] = [
		['stsd', 0, 1, entry],
		['stts', 0, 0],
		['stsc', 0, 0],
		['stco', 0, 0],
		['stsz', 0, 0, 0],
	];
	const media: Box[] = [
		['mdhd', 0, 0, 0, timescale, 0, 0x55c4_0000],
		['hdlr', 0, 0, isVideo ? 'vide' : 'soun', 0, 0, 0, '\0'],
		['minf', isVideo ? ['vmhd', 1, 0, 0] : ['smhd', 0, 0], ['dinf', ['dref', 0, 1, ['url ', 1]]], ['stbl', ...tables]],
	];
	return write([
		['ftyp', 'iso5', 0x200, 'iso5iso6mp41'],
		[
			'moov',
			['mvhd', 0, 0, 0, 1000, 0, 0x1_0000, 0x100_0000, 0, 0, IDENTITY, 0, 0, 0, 0, 0, 0, 2],
			['trak', ['tkhd', 3, 0, 0, 1, 0, 0, 0, 0, 0, isVideo ? 0 : 0x100_0000, ...shape], ['mdia', ...media]],
			['mvex', ['trex', 0, 1, 1, 0, 0, 0]],
		],
	]);
}

/** Bytes of a `moof` and the head of the data, without the rows of samples. */
const MOOF = 96;
const ROW = 16;

/** Writes samples in order of decoding, at least one. `sequence` counts the segments of a track from 1. */
export function mediaSegment(track: Track, sequence: number, samples: Sample[]): Uint8Array {
	const { dts } = samples[0]!;
	const rows = samples.map(({ data, duration, isKey, offset }) =>
		// As the standard's flags: depends on no other, or depends and is no sync sample.
		write([duration, data.length, isKey || track.kind === 'audio' ? 0x200_0000 : 0x101_0000, offset]),
	);
	return write([
		[
			'moof',
			['mfhd', 0, sequence],
			[
				'traf',
				// Offsets are counted from the `moof`.
				['tfhd', 0x2_0000, 1],
				['tfdt', 0x100_0000, Math.floor(dts / 2 ** 32), dts],
				// Offset of the data, then duration, size, flags and signed composition offset of each sample.
				['trun', 0x100_0f01, samples.length, MOOF + ROW * samples.length, ...rows],
			],
		],
		['mdat', ...samples.map(({ data }) => data)],
	]);
}
