import type { FileCache } from './file-cache.ts';
import { readBox } from './read-boxes.ts';
import { openRuns, openTable } from './run-lengths.ts';

/** Says where the fragments of a file begin. */
export interface FragmentIndex {
	/** Seconds; 0 if unknown. */
	duration: number;
	/** Offset of a fragment that begins by then, not long before it where there is an index. */
	find(seconds: number): number;
}

/** Boxes before the first fragment. */
const MAX_BOXES = 100;

/** Reads `sidx`, which follows the index at `from` if there is one. Of several, one a track, the first serves all. */
export function readFragmentIndex(file: FileCache, from: number): FragmentIndex {
	let at = from;
	for (let count = 0; count < MAX_BOXES && at < file.size(); count++) {
		const box = readBox(file, at, Infinity);
		if (box.type === 'moof') break;
		at = box.to;
		if (box.type !== 'sidx') continue;
		const isLong = file.u8(box.from);
		const timescale = file.u32(box.from + 8) || 1;
		const head = isLong ? 28 : 20;
		const begins = isLong ? file.u64(box.from + 12) : file.u32(box.from + 12);
		const offset = isLong ? file.u64(box.from + 20) : file.u32(box.from + 16);
		const table = openTable(file, box, 12, head + 4, file.u16(box.from + head + 2));
		/** Bytes, and time. */
		const runs = openRuns(table, (entry) => ({ samples: file.u32(entry) & 0x7fff_ffff, sum: file.u32(entry + 4) }), {
			sample: Infinity,
			sum: Infinity,
		});
		let duration = 0;
		for (let entry = 0; entry < table.count; entry++) duration += file.u32(table.entryAt(entry) + 4);
		return {
			duration: (begins + duration) / timescale,
			find(seconds) {
				const run = runs.find(Math.max(0, seconds * timescale - begins), 'sum');
				return box.to + offset + (run ? run.sample : 0);
			},
		};
	}
	return { duration: 0, find: () => from };
}
