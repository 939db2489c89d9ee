import type { FileCache } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import type { ByteRange } from './piece.ts';

/** A box of ISO/IEC 14496-12: its body. */
export interface Box extends ByteRange {
	type: string;
}

/** More than any file has in one place. */
const MAX_BOXES = 1000;

/** Reads the header at an offset. `end` is that of what holds it. */
export function readBox(file: FileCache, at: number, end: number): Box {
	const short = file.u32(at);
	const type = String.fromCharCode(...file.bytes(at + 4, 4));
	const head = short === 1 ? 16 : 8;
	// 0: all that follows.
	const size = short === 1 ? file.number(at + 8, true) : short || end - at;
	if (size < head || at + size > end) throw new Mp4Error('invalid');
	return { type, from: at + head, to: at + size };
}

/** Reads the headers of the boxes in a range, one after another. */
export function* boxesIn(file: FileCache, { from, to }: ByteRange): Iterable<Box> {
	let count = 0;
	// Some writers end a list with four bytes of nothing.
	for (let at = from; at + 8 <= to;) {
		if (++count > MAX_BOXES) throw new Mp4Error('tooLarge');
		const box = readBox(file, at, to);
		yield box;
		at = box.to;
	}
}

export const readBoxes = (file: FileCache, range: ByteRange): Box[] => Array.from(boxesIn(file, range));

/** Finds a box by its path from a list of them. */
export function findBox(file: FileCache, boxes: Box[], ...path: string[]): Box | undefined {
	const [type, ...inner] = path;
	const found = boxes.find((box) => box.type === type);
	return found && inner.length ? findBox(file, readBoxes(file, found), ...inner) : found;
}

/** Finds a box that no file lacks. */
export function needBox(file: FileCache, boxes: Box[], ...path: string[]): Box {
	const found = findBox(file, boxes, ...path);
	if (!found) throw new Mp4Error('invalid');
	return found;
}
