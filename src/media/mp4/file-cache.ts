/** Bytes that were read of a file. Code that needs others throws `Missing`; that is loaded, and the code runs again. */
import { Mp4Error } from './mp4-error.ts';
import type { ByteRange, ReadRange } from './piece.ts';

/** Bytes to read at once where few are needed: half a minute of a table. */
const AHEAD = 4096;

/** Holes that are read along rather than requested around. */
const HOLE = 2048;

/** Bytes that are kept beside the latest. */
const KEPT = 512 * 1024;

/** Reads until something is known. A recording of some hours needs a dozen; a hostile one would need them for ever. */
const MAX_READS = 64;

/** Thrown where bytes are needed that were not read, or code that was not loaded. */
class Missing {
	constructor(
		readonly ranges: ByteRange[],
		readonly loads: Promise<unknown>[] = [],
	) {}
}

/** Returns what is loaded when it is first needed; throws as {@link FileCache} does. */
export function whenNeeded<T>(load: () => Promise<T>): () => T {
	let loaded: T | undefined;
	return () => {
		if (!loaded) throw new Missing([], [load().then((found) => (loaded = found))]);
		return loaded;
	};
}

interface Block extends ByteRange {
	view: DataView;
}

/** Does the same for each, so that what they miss is read side by side, and what the list itself misses. */
export function forEach<T, R>(list: Iterable<T>, act: (item: T) => R): R[] {
	const missing = new Missing([]);
	const results: R[] = [];
	const attempt = (run: () => void) => {
		try {
			run();
		} catch (error) {
			if (!(error instanceof Missing)) throw error;
			missing.ranges.push(...error.ranges);
			missing.loads.push(...error.loads);
		}
	};
	attempt(() => {
		for (const item of list) attempt(() => results.push(act(item)));
	});
	if (missing.ranges.length + missing.loads.length) throw missing;
	return results;
}

/** Joins ranges between which little is not needed. */
export function joinRanges(ranges: ByteRange[], hole: number): ByteRange[] {
	const joined: ByteRange[] = [];
	for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
		const last = joined[joined.length - 1];
		if (last && from <= last.to + hole) last.to = Math.max(last.to, to);
		else joined.push({ from, to });
	}
	return joined;
}

/** Creates numbers of a file by their offset, big-endian and without sign. Each throws `Missing`, to be caught by `load` alone. */
export function createFileCache(read: ReadRange) {
	/** Latest read first. */
	let blocks: Block[] = [];
	let size = Infinity;
	let pending: (ByteRange & { done: Promise<void> })[] = [];

	function find(at: number, length: number, ahead = AHEAD): Block {
		const block = blocks.find(({ from, to }) => from <= at && at + length <= to);
		if (block) return block;
		if (!(at >= 0 && at + length <= size)) throw new Mp4Error('truncated');
		throw new Missing([{ from: at, to: Math.min(size, at + Math.max(length, ahead)) }]);
	}

	function request({ from, to }: ByteRange): Promise<void> {
		const same = pending.find((other) => other.from <= from && to <= other.to);
		if (same) return same.done;
		const done = read(from, to).then(({ bytes, size: whole }) => {
			const end = from + bytes.length;
			// A part that is shorter than requested ends the file, where the server does not say how long that is.
			size = whole >= 0 ? whole : end < to ? Math.min(size, end) : size;
			let kept = -bytes.length;
			blocks = [{ from, to: end, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) }]
				.concat(blocks)
				.filter((block) => (kept += block.to - block.from) <= KEPT);
		});
		const entry = { from, to, done };
		pending.push(entry);
		const forget = () => void (pending = pending.filter((other) => other !== entry));
		done.then(forget, forget);
		return done;
	}

	const reader = (length: number, get: (view: DataView, at: number) => number) => (at: number) => {
		const { from, view } = find(at, length);
		return get(view, at - from);
	};
	const u32 = reader(4, (view, at) => view.getUint32(at));
	const u64 = reader(8, (view, at) => view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4));
	return {
		u8: reader(1, (view, at) => view.getUint8(at)),
		u16: reader(2, (view, at) => view.getUint16(at)),
		u32,
		/** Of 64 bits where it is long, else of 32. */
		number: (at: number, isLong: unknown) => (isLong ? u64 : u32)(at),
		bytes(at: number, length: number) {
			const { from, view } = find(at, length);
			return new Uint8Array(view.buffer, view.byteOffset + at - from, length);
		},
		/** Reads ahead from there on, as far as is known to be needed. */
		need: find,
		/** Bytes of the whole file; Infinity if unknown. */
		size: () => size,
		/** Computes something, reading what that needs. */
		async load<T>(compute: () => T): Promise<T> {
			for (let reads = 0; reads < MAX_READS; reads++) {
				try {
					return compute();
				} catch (error) {
					if (!(error instanceof Missing)) throw error;
					// Code may know better what is to be read.
					const { loads, ranges } = error;
					await Promise.all(loads[0] ? loads : joinRanges(ranges, HOLE).map(request));
				}
			}
			throw new Mp4Error('tooLarge');
		},
	};
}

/** See {@link createFileCache}. */
export type FileCache = ReturnType<typeof createFileCache>;
