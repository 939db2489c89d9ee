import { forEach, type FileCache } from './file-cache.ts';
import { boxesIn, readBox, type Box } from './read-boxes.ts';
import type { TrackIndex } from './read-index.ts';
import { lastWhere, openRuns, openTable } from './run-lengths.ts';

/** Says where the fragments of a file begin. */
export interface FragmentIndex {
	/** Seconds; NaN if it ends with the last fragment, 0 if unknown. */
	duration: number;
	/** Offset of a fragment that begins by then, not long before it where there is an index. */
	find(seconds: number): number;
}

/** Boxes before the first fragment. */
const MAX_BOXES = 100;

/** Reads an index of sizes and durations, which follow one another behind it. */
function readSizes(file: FileCache, box: Box): FragmentIndex | undefined {
	const isLong = file.u8(box.from);
	const timescale = file.u32(box.from + 8) || 1;
	const head = isLong ? 28 : 20;
	const begin = file.number(box.from + 12, isLong);
	const offset = file.number(box.from + (isLong ? 20 : 16), isLong);
	const table = openTable(file, box, 12, head + 4, file.u16(box.from + head + 2));
	let duration = begin;
	for (let entry = 0; entry < table.count; entry++) duration += file.u32(table.entryAt(entry) + 4);
	// One of many, each of a fragment.
	if (table.count < 2) return undefined;
	// Bytes are counted, and time.
	const runs = openRuns(table, (at) => ({ samples: file.u32(at) & 0x7fff_ffff, sum: file.u32(at + 4) }), {
		sample: Infinity,
		sum: Infinity,
	});
	return {
		duration: duration / timescale,
		find(seconds) {
			const run = runs.find(Math.max(0, seconds * timescale - begin), 'sum');
			return box.to + offset + (run ? run.sample : 0);
		},
	};
}

/** Reads an index of times and offsets at the end of a file, where the last bytes say how long it is. */
function readOffsets(file: FileCache, tracks: TrackIndex[], first: number): FragmentIndex | undefined {
	const end = file.size();
	if (end === Infinity) return undefined;
	const length = file.u32(end - 4);
	if (String.fromCharCode(...file.bytes(end - 12, 4)) !== 'mfro' || !(end - length >= first)) return undefined;
	const boxes = boxesIn(file, { from: end - length + 8, to: end });
	const [found] = forEach(boxes, (box) => {
		const track = box.type === 'tfra' && tracks.find(({ id }) => id === file.u32(box.from + 4));
		return track && { box, timescale: track.track.timescale };
	}).filter((one) => one);
	if (!found) return undefined;
	const { box, timescale } = found;
	const isLong = file.u8(box.from);
	const widths = file.u8(box.from + 11);
	const width = (isLong ? 16 : 8) + 3 + ((widths >> 4) & 3) + ((widths >> 2) & 3) + (widths & 3);
	const table = openTable(file, box, width, 16);
	const timeAt = (entry: number) => file.number(table.entryAt(entry), isLong) / timescale;
	return {
		duration: NaN,
		find(seconds) {
			const entry = lastWhere(0, table.count, (entry) => timeAt(entry) <= seconds);
			return entry ? file.number(table.entryAt(entry) + (isLong ? 8 : 4), isLong) : first;
		},
	};
}

/** Reads the index that follows `moov`, of several the first, or the one at the end; `undefined` without either. */
export function readFragmentIndex(file: FileCache, tracks: TrackIndex[], from: number): FragmentIndex | undefined {
	for (let at = from, count = 0; count < MAX_BOXES && at < file.size(); count++) {
		const box = readBox(file, at, Infinity);
		const index = box.type === 'sidx' && readSizes(file, box);
		if (index) return index;
		if (box.type === 'moof') break;
		at = box.to;
	}
	return readOffsets(file, tracks, from);
}
