import type { Track } from '../track.ts';
import { initSegment } from '../write-fragments.ts';
import { forEach, type FileCache } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import type { ByteRange } from './piece.ts';
import { boxesIn, findBox, needBox, readBoxes, type Box } from './read-boxes.ts';
import { readSampleEntry } from './sample-entry.ts';

/** Index of a track. */
export interface TrackIndex {
	id: number;
	track: Track;
	/** Of its media, in its units; may be 0. */
	duration: number;
	/** Added to its times by its edit list, in its units. */
	shift: number;
	/** The time before the edit list from which on nothing is shown. */
	until: number;
	stbl: Box[];
}

export interface FileIndex {
	tracks: TrackIndex[];
	/** Seconds; 0 if unknown. */
	duration: number;
	/** Units of {@link duration} a second, and of what is said of fragments. */
	scale: number;
	/** What is said of fragments; undefined in a file without. */
	mvex: Box | undefined;
}

/** Units a second, and how many, 0 if unknown, of `mvhd` or `mdhd`. */
export function readTimes(file: FileCache, { from }: ByteRange): [scale: number, duration: number] {
	const isLong = file.u8(from);
	const place = from + (isLong ? 20 : 12);
	const scale = file.u32(place);
	if (!scale) throw new Mp4Error('invalid');
	const duration = file.number(place + 4, isLong);
	// All bits set: unknown.
	return [scale, duration >= 2 ** (isLong ? 64 : 32) - 1 ? 0 : duration];
}

/** Reads an edit list that begins something late, or within its media; answers in units of the track. */
function readEdits(file: FileCache, elst: Box | undefined, timescale: number, movieScale: number) {
	let empty = 0;
	let begin = -1;
	let until = Infinity;
	const count = elst ? file.u32(elst.from + 4) : 0;
	const isLong = elst && file.u8(elst.from);
	const width = isLong ? 20 : 12;
	for (let index = 0; index < count; index++) {
		const at = elst!.from + 8 + index * width;
		if (index > 3 || at + width > elst!.to) throw new Mp4Error('unsupportedEdits');
		const duration = Math.round((file.number(at, isLong) / movieScale) * timescale);
		const time = isLong ? (file.u32(at + 8) | 0) * 2 ** 32 + file.u32(at + 12) : file.u32(at + 4) | 0;
		if (time >= 0 && begin >= 0) throw new Mp4Error('unsupportedEdits');
		if (time >= 0) {
			begin = time;
			if (duration) until = time + duration;
		} else if (begin < 0) empty += duration;
	}
	return { shift: empty - Math.max(0, begin), until };
}

/** Entries of a table that are near its header. */
const MAX_NEAR = 512;

/** Reads the headers of the tables side by side: how long the one of sizes is, follows from that of times. */
function readTables(file: FileCache, stbl: Box): void {
	let samples = 0;
	forEach(boxesIn(file, stbl), ({ type, from, to }) => {
		if (type === 'stts') {
			const count = Math.min(MAX_NEAR, file.u32(from + 4));
			// At once, as a live recorder writes an entry a sample.
			file.need(from + 8, count * 8);
			for (let entry = 0; entry < count; entry++) samples += file.u32(from + 8 + entry * 8);
		}
		// The usual order: chunks of samples, sizes, offsets of chunks.
		const next = to + 20 + samples * 4;
		if (type === 'stsc' && next + 8 <= stbl.to) file.need(next, 8);
	});
}

/** Reads a `trak` that can be played; `undefined` if it is something else, or not enabled. */
function readTrack(file: FileCache, trak: Box, movieScale: number): TrackIndex | undefined {
	let boxes: Box[] = [];
	const reads = [
		() => void (boxes = readBoxes(file, trak)),
		// Behind its last table.
		() => file.need(Math.max(trak.from, trak.to - 256), 8, 256),
		() => {
			const stbl = findBox(file, boxes, 'mdia', 'minf', 'stbl');
			if (stbl) readTables(file, stbl);
		},
	];
	forEach(reads, (read) => read());
	const need = (...path: string[]) => needBox(file, boxes, ...path);
	const { from } = need('tkhd');
	const handler = String.fromCharCode(...file.bytes(need('mdia', 'hdlr').from + 8, 4));
	const kind = ({ vide: 'video', soun: 'audio' } as const)[handler];
	if (!kind || !(file.u8(from + 3) & 1)) return undefined;
	const [timescale, duration] = readTimes(file, need('mdia', 'mdhd'));
	const long = file.u8(from) ? 12 : 0;
	const stbl = readBoxes(file, need('mdia', 'minf', 'stbl'));
	const { codec, description, entry } = readSampleEntry(file, needBox(file, stbl, 'stsd'));
	const init = initSegment({ kind, timescale }, entry, [file.bytes(from + 40 + long, 44)]);
	const track = { kind, codec, timescale, description, init };
	const { shift, until } = readEdits(file, findBox(file, boxes, 'edts', 'elst'), timescale, movieScale);
	return { id: file.u32(from + 12 + (long && 8)), track, duration, shift, until, stbl };
}

/** Reads the index, with the headers of its tables. */
export function readIndex(file: FileCache, moov: ByteRange): FileIndex {
	const index: FileIndex = { tracks: [], duration: 0, scale: 1, mvex: undefined };
	forEach(boxesIn(file, moov), (box) => {
		if (box.type === 'mvhd') [index.scale, index.duration] = readTimes(file, box);
		if (box.type === 'trak') {
			const track = readTrack(file, box, index.scale);
			if (track && !index.tracks.some((other) => other.track.kind === track.track.kind)) index.tracks.push(track);
		}
		if (box.type === 'mvex') index.mvex = box;
	});
	index.duration /= index.scale;
	// Video first.
	index.tracks.sort((a, b) => b.track.kind.localeCompare(a.track.kind));
	return index;
}
