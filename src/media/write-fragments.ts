/** Writes fragmented MP4 (ISO/IEC 14496-12) of one track, as a `SourceBuffer` takes it. */
import type { Sample, Track } from './track.ts';

type Part = Uint8Array | number[];

const flat = (lists: number[][]) => ([] as number[]).concat(...lists);
const u16 = (...values: number[]) => flat(values.map((value) => [(value >> 8) & 255, value & 255]));
const u32 = (...values: number[]) => flat(values.map((value) => u16(value >>> 16, value)));
const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const zeros = (count: number) => new Array<number>(count).fill(0);

/** Joins bytes. */
export function concat(parts: Part[]): Uint8Array {
	const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}

const head = (type: string, size: number) => [...u32(size + 8), ...ascii(type)];

function box(type: string, ...parts: Part[]): Uint8Array {
	const body = concat(parts);
	return concat([head(type, body.length), body]);
}

/** A descriptor of ISO/IEC 14496-1. */
const descriptor = (tag: number, body: number[]) => [tag, 0x80 | (body.length >> 7), body.length & 127, ...body];

const IDENTITY = [...u32(0x1_0000, 0, 0, 0), ...u32(0x1_0000, 0, 0, 0, 0x4000_0000)];

function sampleEntry({ kind, codec, description, width, height, channels, sampleRate }: Track): Uint8Array {
	const first = [...zeros(6), ...u16(1)];
	if (kind === 'video') {
		const type = codec.slice(0, 4);
		const look = [...zeros(16), ...u16(width, height), ...u32(0x48_0000, 0x48_0000, 0), ...u16(1), ...zeros(32)];
		return box(type, first, look, u16(24, 0xffff), box(/^avc/.test(type) ? 'avcC' : 'hvcC', description));
	}
	const decoder = [0x40, 0x15, ...zeros(11), ...descriptor(5, Array.from(description))];
	const esds = descriptor(3, [...u16(1), 0, ...descriptor(4, decoder), ...descriptor(6, [2])]);
	const rate = sampleRate > 0xffff ? 0 : sampleRate;
	return box('mp4a', first, zeros(8), u16(channels, 16, 0, 0, rate, 0), box('esds', zeros(4), esds));
}

/** Writes what must be appended before the samples of a track, and again when it changes. */
export function initSegment(track: Track): Uint8Array {
	if (track.init) return track.init;
	const isVideo = track.kind === 'video';
	const empty = (type: string) => box(type, zeros(8));
	const tables = box(
		'stbl',
		box('stsd', u32(0, 1), sampleEntry(track)),
		...['stts', 'stsc', 'stco'].map(empty),
		box('stsz', zeros(12)),
	);
	const information = box(
		'minf',
		isVideo ? box('vmhd', u32(1, 0, 0)) : empty('smhd'),
		box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))),
		tables,
	);
	const media = box(
		'mdia',
		box('mdhd', u32(0, 0, 0, track.timescale, 0), u16(0x55c4, 0)),
		box('hdlr', u32(0, 0), ascii(isVideo ? 'vide' : 'soun'), zeros(13)),
		information,
	);
	const place = [...u32(3, 0, 0, 1, 0, 0, 0, 0), ...u16(0, 0, isVideo ? 0 : 0x100, 0)];
	const size = u32(track.width * 0x1_0000, track.height * 0x1_0000);
	return concat([
		box('ftyp', ascii('iso5'), u32(0x200), ascii('iso5iso6mp41')),
		box(
			'moov',
			box('mvhd', u32(0, 0, 0, 1000, 0, 0x1_0000), u16(0x100), zeros(10), IDENTITY, zeros(24), u32(2)),
			box('trak', box('tkhd', place, track.matrix || IDENTITY, size), media),
			box('mvex', box('trex', u32(0, 1, 1, 0, 0, 0))),
		),
	]);
}

/** Writes samples in order of decoding, at least one. `sequence` counts the segments of a track from 1. */
export function mediaSegment(track: Track, sequence: number, samples: Sample[]): Uint8Array {
	const { dts } = samples[0]!;
	const rows = flat(
		samples.map(({ data, duration, isKey, offset }) =>
			// As the standard's flags: depends on no other, or depends and is no sync sample.
			u32(duration, data.length, isKey || track.kind === 'audio' ? 0x200_0000 : 0x101_0000, offset),
		),
	);
	const moof = (dataAt: number) =>
		box(
			'moof',
			box('mfhd', u32(0, sequence)),
			box(
				'traf',
				// What follows is counted from the `moof`.
				box('tfhd', u32(0x2_0000, 1)),
				box('tfdt', u32(0x100_0000, Math.floor(dts / 2 ** 32), dts)),
				// Offset of the data, then duration, size, flags and signed composition offset of each sample.
				box('trun', u32(0x100_0f01, samples.length, dataAt), rows),
			),
		);
	const size = samples.reduce((sum, { data }) => sum + data.length, 0);
	return concat([moof(moof(0).length + 8), head('mdat', size), ...samples.map(({ data }) => data)]);
}
