import type { FileCache } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import type { ByteRange } from './piece.ts';

/** A table that is no larger is read whole. */
const WHOLE = 16 * 1024;

/** The most that is read at once of a table that has to be read to a place. */
const MOST = 128 * 1024;

/** A known place is noted so often. */
const NOTED = 512;

/** Opens the table in a box, whose entries of one width follow `head` bytes, the last of which are their number unless it is given. */
export function openTable(
	file: FileCache,
	{ from, to }: ByteRange,
	width: number,
	head = 8,
	count = file.u32(from + head - 4),
) {
	const start = from + head;
	const end = start + count * width;
	if (end > to) throw new Mp4Error('invalid');
	return {
		count,
		bytes: end - start,
		/** Offset in the file of an entry, which has been read, and about as many bytes after it. */
		entryAt(index: number, ahead = 0): number {
			const at = start + index * width;
			if (index >= count) throw new Mp4Error('invalid');
			file.need(at, width, end - start > WHOLE ? Math.min(Math.max(4096, ahead), end - at) : end - at);
			return at;
		},
	};
}

/** See {@link openTable}. */
export type Table = ReturnType<typeof openTable>;

/** The last index of a sorted list that holds: `low` does, or is before the first; `high` does not. */
export function lastWhere(low: number, high: number, holds: (index: number) => boolean): number {
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (holds(middle)) low = middle;
		else high = middle;
	}
	return low;
}

/** A place between the entries of a table of runs. */
interface Mark {
	entry: number;
	/** The sample that the entry begins with. */
	sample: number;
	/** Of what the entries before it count: time, chunks. */
	sum: number;
}

/** Columns of an entry: its samples, and the other value that the table counts. */
type Counts = (at: number, entry: number) => { samples: number; sum: number };

/** An entry, its place, and what it counts. */
type Run = Mark & { at: number; samples: number; total: number };

/** Opens a table of runs, whose entries only make sense from a known place on. @param whole what all entries count together */
export function openRuns(table: Table, counts: Counts, whole: { sample: number; sum: number }) {
	const marks: Mark[] = [{ entry: 0, sample: 0, sum: 0 }];
	let last = marks[0]!;
	const nearest = (target: number, by: 'sample' | 'sum') =>
		[...marks, last].reduce((best, mark) => (mark[by] <= target && mark.entry > best.entry ? mark : best));
	const distance = (mark: Mark, target: number, by: 'sample' | 'sum') =>
		((target - mark[by]) / (whole[by] || 1)) * table.bytes;
	return {
		table,
		/** Places that are known. */
		marks,
		/** Bytes to be read until an entry is found. */
		distance: (sample: number) => distance(nearest(sample, 'sample'), sample, 'sample'),
		/** Finds the entry of a sample, or of a sum; `undefined` beyond the last. */
		find(target: number, by: 'sample' | 'sum' = 'sample'): Run | undefined {
			last = nearest(target, by);
			while (last.entry < table.count) {
				const { entry } = last;
				const ahead = Math.min(MOST, Math.ceil(distance(last, target, by)));
				const at = table.entryAt(entry, ahead);
				// Where an entry counts up to the next one.
				if (entry + 1 < table.count) table.entryAt(entry + 1, ahead);
				const { samples, sum } = counts(at, entry);
				const next = { entry: entry + 1, sample: last.sample + samples, sum: last.sum + sum };
				if (next[by] > target) return Object.assign({ at, samples, total: sum }, last);
				last = next;
				if (next.entry % NOTED === 0 && marks.every((mark) => mark.entry !== next.entry)) marks.push(next);
			}
			return undefined;
		},
	};
}

/** See {@link openRuns}. */
export type Runs = ReturnType<typeof openRuns>;
