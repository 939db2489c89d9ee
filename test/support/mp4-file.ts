/** Writes MP4 files of any shape, as those of other writers are. */
import { box, u16, u32, zeros } from '../origin/recordings/mp4.ts';

/** A sample of a track, in units of its timescale; the file says nothing else of it. */
export interface FileSample {
	size: number;
	duration: number;
	/** From decoding to presentation. */
	offset?: number;
	isKey?: boolean;
	/** In place of bytes that mean nothing. */
	data?: Uint8Array;
}

export interface FileTrack {
	kind: 'video' | 'audio';
	timescale: number;
	samples: FileSample[];
	/** Samples of each chunk; those that are left make one more. */
	chunks: number[];
	/** Duration in thousandths of a second, and where it begins in the media; -1: nothing. */
	edits?: [duration: number, begin: number][];
	/** How it is turned, and its size: the end of `tkhd`. */
	shape?: number[];
	/** What stands in place of the sample's description. */
	entry?: number[];
	isDisabled?: boolean;
}

export interface FileShape {
	tracks: FileTrack[];
	isMoovLast?: boolean;
	/** 64-bit fields wherever there are some. */
	isLong?: boolean;
	/** Boxes that mean nothing here and there. */
	hasFree?: boolean;
	/** Bytes before the media, so that chunks begin far behind. */
	padding?: number;
}

const u64 = (...values: number[]) => u32(...values.flatMap((value) => [Math.floor(value / 2 ** 32), value]));

const AVC = [...zeros(24), ...u16(64, 36), ...zeros(50)];
/** Describes H.264 by its sequence's parameters. */
export const avcEntry = (sequence: number[]) => [
	...box('avc1', AVC, box('avcC', [1, 0x64, 0, 0x1f, 255, 225], u16(sequence.length), sequence)),
];
export const AVC_ENTRY = avcEntry([]);
const ESDS = [0, 0, 0, 0, 3, 22, 0, 1, 0, 4, 17, 0x40, 0x15, ...zeros(11), 5, 2, 0x11, 0x90];
export const AAC_ENTRY = [...box('mp4a', zeros(16), u16(2, 16, 0, 0, 48_000, 0), box('esds', ESDS))];

/** Equal neighbours, each with their number. */
function runsOf(values: number[]): [count: number, value: number][] {
	const runs: [number, number][] = [];
	for (const value of values) {
		const last = runs[runs.length - 1];
		if (last && last[1] === value) last[0]++;
		else runs.push([1, value]);
	}
	return runs;
}

const PATTERN = Buffer.from(Array.from({ length: 1280 }, (_, index) => (index * 3) & 255));

/** Bytes of a sample: unlike those of its neighbours. */
const dataOf = (track: number, index: number, size: number) =>
	size > 1024 ? Buffer.alloc(size) : PATTERN.subarray((track * 101 + index * 7) & 255).subarray(0, size);

/** What the file holds of a track, for comparison with what is read. */
export function samplesIn({ samples }: FileTrack, track: number) {
	let dts = 0;
	return samples.map(({ size, duration, offset = 0, isKey = true, data }, index) => {
		const sample = { dts, offset, duration, isKey, data: data || dataOf(track, index, size) };
		dts += duration;
		return sample;
	});
}

/** Cuts a list into parts of given lengths and the rest. */
function chunked<T>(list: T[], lengths: number[]): T[][] {
	const parts: T[][] = [];
	let at = 0;
	for (const length of [...lengths, list.length]) {
		if (at < list.length && length > 0) parts.push(list.slice(at, (at += length)));
	}
	return parts;
}

function trak(track: FileTrack, number: number, offsets: number[], lengths: number[], shape: FileShape): Buffer {
	const { kind, timescale, edits, entry, isDisabled } = track;
	const samples = track.samples.map((sample) => ({ ...sample, size: sample.data ? sample.data.length : sample.size }));
	const { isLong, hasFree } = shape;
	const version = isLong ? 0x100_0000 : 0;
	const wide = isLong ? u64 : u32;
	const free = hasFree ? [box('free', zeros(3)), box('uuid', zeros(16))] : [];
	const duration = samples.reduce((sum, sample) => sum + sample.duration, 0);
	const keys = samples.flatMap(({ isKey = true }, index) => (isKey ? [index + 1] : []));
	const hasOffsets = samples.some(({ offset }) => offset);
	const durations = runsOf(samples.map((sample) => sample.duration));
	const shifts = runsOf(samples.map(({ offset = 0 }) => offset));
	let first = 0;
	const chunkRuns = runsOf(lengths).flatMap(([count, length]) => {
		first += count;
		return [first - count + 1, length, 1];
	});
	const stbl = box(
		'stbl',
		...free,
		box('stsd', u32(0, 1), entry || (kind === 'video' ? AVC_ENTRY : AAC_ENTRY)),
		...(keys.length < samples.length ? [box('stss', u32(0, keys.length, ...keys))] : []),
		box('stts', u32(0, durations.length, ...durations.flat())),
		...(hasOffsets ? [box('ctts', u32(0x100_0000, shifts.length, ...shifts.flat()))] : []),
		box('stsc', u32(0, chunkRuns.length / 3, ...chunkRuns)),
		box('stsz', u32(0, 0, samples.length), u32(...samples.map(({ size }) => size))),
		box(isLong ? 'co64' : 'stco', u32(0, offsets.length), wide(...offsets)),
	);
	const elst = edits?.flatMap(([length, begin]) => [
		...wide(length),
		...(begin < 0 ? wide(-1).map(() => 255) : wide(begin)),
		...u16(1, 0),
	]);
	return box(
		'trak',
		box(
			'tkhd',
			u32(version + (isDisabled ? 2 : 3)),
			wide(0, 0),
			u32(number + 1, 0),
			wide(0),
			zeros(16),
			track.shape || zeros(44),
		),
		...free,
		...(elst ? [box('edts', box('elst', u32(version, edits!.length), elst))] : []),
		box(
			'mdia',
			box('mdhd', u32(version), wide(0, 0), u32(timescale), wide(duration), zeros(4)),
			box('hdlr', u32(0, 0), [...Buffer.from(kind === 'video' ? 'vide' : 'soun')], zeros(13)),
			box('minf', box('dinf'), stbl),
		),
	);
}

/** Writes a file. The tracks' chunks alternate. */
export function writeFile(shape: FileShape): Buffer {
	const { tracks, isMoovLast, isLong, hasFree, padding = 0 } = shape;
	const chunks = tracks.map((track, number) => chunked(samplesIn(track, number), track.chunks));
	const free = hasFree ? [box('free'), box('wide')] : [];
	const order = Array.from({ length: Math.max(...chunks.map(({ length }) => length)) }, (_, index) =>
		chunks.map((list) => Buffer.concat((list[index] || []).map(({ data }) => data))),
	).flat();
	const media = Buffer.concat([Buffer.alloc(padding), ...order]);
	const mdat = isLong
		? Buffer.concat([Buffer.from([...u32(1), ...Buffer.from('mdat'), ...u64(media.length + 16)]), media])
		: box('mdat', media);
	const moov = (start: number) => {
		const offsets: number[][] = tracks.map(() => []);
		let at = start + padding;
		order.forEach((chunk, index) => {
			const number = index % tracks.length;
			if (chunk.length) offsets[number]!.push(at);
			at += chunk.length;
		});
		const traks = tracks.map((track, number) =>
			trak(
				track,
				number,
				offsets[number]!,
				chunks[number]!.map(({ length }) => length),
				shape,
			),
		);
		const seconds = Math.max(
			...tracks.map((track) => track.samples.reduce((sum, { duration }) => sum + duration, 0) / track.timescale),
		);
		const mvhd = box('mvhd', u32(0, 0, 0, 1000, Math.round(seconds * 1000)), zeros(80));
		return box('moov', mvhd, ...free, ...traks);
	};
	const head = Buffer.concat([box('ftyp', [...Buffer.from('isom')], zeros(4)), ...free]);
	const body = mdat.length - media.length;
	if (isMoovLast) return Buffer.concat([head, mdat, ...free, moov(head.length + body)]);
	return Buffer.concat([head, moov(head.length + moov(0).length + body), mdat]);
}
