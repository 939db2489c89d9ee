/** Writes recordings as MP4 (ISO/IEC 14496-12) that is not fragmented. */
import { nalUnits } from '../rtc/h264.ts';
import { SOUND_RATE, type Track } from './tracks.ts';

/** Units of time a second: a multiple of the rates of video. */
export const TIMESCALE = 48_000;

/** Writes the low bits of numbers, the highest byte first. */
const writer =
	(size: 2 | 4) =>
	(...values: number[]) => {
		const bytes = Buffer.alloc(values.length * size);
		values.forEach((value, index) => bytes.writeUIntBE((value >>> 0) % 2 ** (8 * size), index * size, size));
		return bytes;
	};
export const u16 = writer(2);
export const u32 = writer(4);
export const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
export const zeros = (count: number) => new Array<number>(count).fill(0);

type Part = Buffer | number[];

export function box(type: string, ...parts: Part[]): Buffer {
	const body = Buffer.concat(parts.map((part) => (Array.isArray(part) ? Buffer.from(part) : part)));
	return Buffer.concat([Buffer.from([...u32(body.length + 8), ...ascii(type)]), body]);
}

/** A box with version and flags. */
export const fullBox = (type: string, flags: number, ...parts: Part[]) => box(type, u32(flags), ...parts);

const MATRIX = [...u32(0x1_0000, 0, 0, 0), ...u32(0x1_0000, 0, 0, 0, 0x4000_0000)];

/** NAL units with their lengths, without parameter sets, which are in the index. */
export const sampleOf = ({ kind }: Track, unit: Buffer): Buffer =>
	kind === 'sound'
		? unit
		: Buffer.concat(
				nalUnits(unit)
					.filter((nal) => (nal[0]! & 31) < 6)
					.flatMap((nal) => [Buffer.from(u32(nal.length)), nal]),
			);

/** The configuration of H.264 by its parameter sets, without a box. */
export function avcConfig(units: Buffer[]): Buffer {
	const [sps, pps] = [7, 8].map((type) => nalUnits(units[0]!).find((nal) => (nal[0]! & 31) === type)!) as [
		Buffer,
		Buffer,
	];
	const head = [1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1];
	return Buffer.concat([Buffer.from([...head, ...u16(sps.length)]), sps, Buffer.from([1, ...u16(pps.length)]), pps]);
}

/** Describes H.264. */
export function videoEntry({ units, width, height }: Track): Buffer {
	const look = [
		...zeros(6),
		...u16(1),
		...zeros(16),
		...u16(width, height),
		...u32(0x48_0000, 0x48_0000, 0),
		...u16(1),
	];
	return box('avc1', look, zeros(32), u16(24, 0xffff), box('avcC', avcConfig(units)));
}

/** AudioSpecificConfig of AAC-LC, one channel. */
export const SOUND_CONFIG = [0x11, 0x88];

/** Describes it. */
export function soundEntry(): Buffer {
	const config = [5, 2, ...SOUND_CONFIG];
	const decoder = [4, 13 + config.length, 0x40, 0x15, 0, 0, 0, ...u32(64_000, 40_000), ...config];
	const esds = fullBox('esds', 0, [3, 3 + decoder.length + 3, 0, 1, 0], decoder, [6, 1, 2]);
	return box('mp4a', zeros(6), u16(1), zeros(8), u16(1, 16, 0, 0), u32(SOUND_RATE * 0x1_0000), esds);
}

/** Bytes of a file that are made as they are read. */
export interface MadeFile {
	size: number;
	/** `to` is not included. */
	read(from: number, to: number): Buffer;
}

/** How a file is laid out. */
interface Mp4Layout {
	/** Seconds of a track that lie side by side: half of one by default, so that video and sound arrive together. */
	chunkSeconds?: number;
	/** The index follows the media, as cameras write it. */
	indexLast?: boolean;
}

/** A track of a movie, by its tables. @param duration in units of time */
export function trackBox({ kind, width, height }: Track, id: number, duration: number, tables: Buffer): Buffer {
	const header = kind === 'video' ? fullBox('vmhd', 1, zeros(8)) : fullBox('smhd', 0, zeros(4));
	const data = box('dinf', fullBox('dref', 0, u32(1), fullBox('url ', 1)));
	const handler = fullBox('hdlr', 0, u32(0), ascii(kind === 'video' ? 'vide' : 'soun'), zeros(13));
	const mdhd = fullBox('mdhd', 0, u32(0, 0, TIMESCALE, duration), u16(0x55c4, 0));
	const place = [...u32(0, 0, id, 0, duration), ...zeros(12), ...u16(kind === 'video' ? 0 : 0x100, 0)];
	const tkhd = fullBox('tkhd', 3, place, MATRIX, u32(width * 0x1_0000, height * 0x1_0000));
	return box('trak', tkhd, box('mdia', mdhd, handler, box('minf', header, data, tables)));
}

/** A movie of tracks. @param more boxes after them */
export function movieBox(duration: number, tracks: Buffer[], ...more: Buffer[]): Buffer {
	const head = [...u32(0, 0, TIMESCALE, duration, 0x1_0000), ...u16(0x100), ...zeros(10)];
	return box('moov', fullBox('mvhd', 0, head, MATRIX, zeros(24), u32(tracks.length + 1)), ...tracks, ...more);
}

const table = (values: ArrayLike<number>) => {
	const bytes = Buffer.alloc(values.length * 4);
	for (let i = 0; i < values.length; i++) bytes.writeUInt32BE(values[i]!, i * 4);
	return bytes;
};

/** Lays a recording out; only its index is kept. */
export function layOutMp4(tracks: Track[], { chunkSeconds = 0.5, indexLast = false }: Mp4Layout = {}): MadeFile {
	const made = new Map<Buffer, Buffer>();
	const samples = tracks.map((track) =>
		track.units.map((unit) => made.get(unit) ?? made.set(unit, sampleOf(track, unit)).get(unit)!),
	);
	const count = Math.max(...tracks.map(({ units, rate }) => Math.ceil(units.length / rate / chunkSeconds - 1e-6)));
	/** First sample of a chunk. */
	const startOf = (track: number, chunk: number) =>
		Math.min(samples[track]!.length, Math.ceil(chunk * chunkSeconds * tracks[track]!.rate - 1e-6));
	const chunkOf = (track: number, chunk: number) =>
		samples[track]!.slice(startOf(track, chunk), startOf(track, chunk + 1));

	/** Where each chunk begins in the media, of the tracks by turns; then their end. */
	const starts = new Float64Array(count * tracks.length + 1);
	for (let i = 0; i < count * tracks.length; i++) {
		const chunk = chunkOf(i % tracks.length, Math.floor(i / tracks.length));
		starts[i + 1] = starts[i]! + chunk.reduce((sum, { length }) => sum + length, 0);
	}
	const size = starts[starts.length - 1]!;

	/** The index of a file whose media begin at `start`. */
	function moov(start: number): Buffer {
		const boxes = tracks.map((track, i) => {
			const { kind, units, rate } = track;
			const step = Math.round(TIMESCALE / rate);
			const duration = units.length * step;
			const keys = units.flatMap((_, index) => (track.isKey(index) ? [index + 1] : []));
			const offsets: number[] = [];
			const runs: number[] = [];
			for (let chunk = 0, last = 0; chunk < count; chunk++) {
				const length = startOf(i, chunk + 1) - startOf(i, chunk);
				if (!length) continue;
				offsets.push(start + starts[chunk * tracks.length + i]!);
				if (length !== last) runs.push(offsets.length, (last = length), 1);
			}
			const stbl = box(
				'stbl',
				fullBox('stsd', 0, u32(1), kind === 'video' ? videoEntry(track) : soundEntry()),
				fullBox('stts', 0, u32(1, units.length, step)),
				kind === 'video' ? fullBox('stss', 0, u32(keys.length), table(keys)) : [],
				fullBox('stsc', 0, u32(runs.length / 3), table(runs)),
				fullBox('stsz', 0, u32(0, units.length), table(samples[i]!.map(({ length }) => length))),
				fullBox('stco', 0, u32(offsets.length), table(offsets)),
			);
			return trackBox(track, i + 1, duration, stbl);
		});
		return movieBox(count * chunkSeconds * TIMESCALE, boxes);
	}

	const ftyp = box('ftyp', ascii('isom'), u32(0x200), ascii('isommp41avc1'));
	const mdat = Buffer.from([...u32(size + 8), ...ascii('mdat')]);
	const indexSize = moov(0).length;
	const index = moov(ftyp.length + mdat.length + (indexLast ? 0 : indexSize));
	const before = Buffer.concat(indexLast ? [ftyp, mdat] : [ftyp, index, mdat]);
	const after = indexLast ? index : Buffer.alloc(0);

	function readMedia(from: number, to: number): Buffer[] {
		let [low, high] = [0, starts.length - 1];
		while (high - low > 1) {
			const middle = (low + high) >> 1;
			if (starts[middle]! <= from) low = middle;
			else high = middle;
		}
		const parts = [];
		for (let at = starts[low]!, i = low; at < to && i < starts.length - 1; i++) {
			const bytes = Buffer.concat(chunkOf(i % tracks.length, Math.floor(i / tracks.length)));
			parts.push(bytes.subarray(Math.max(0, from - at), Math.max(0, to - at)));
			at += bytes.length;
		}
		return parts;
	}

	return {
		size: before.length + size + after.length,
		read(from, to) {
			const [start, end] = [before.length, before.length + size];
			return Buffer.concat([
				before.subarray(from, to),
				...(from < end && to > start ? readMedia(Math.max(0, from - start), Math.min(size, to - start)) : []),
				after.subarray(Math.max(0, from - end), Math.max(0, to - end)),
			]);
		},
	};
}

/** Writes a recording, index first. */
export function writeMp4(tracks: Track[]): Buffer {
	const file = layOutMp4(tracks);
	return file.read(0, file.size);
}
