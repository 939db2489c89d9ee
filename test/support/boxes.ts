/** Reads the boxes of an MP4, for tests of what is written. */

/** A box, with those in it where it is of a kind that holds others. */
export interface Box {
	type: string;
	/** Where its body begins in the file. */
	at: number;
	body: DataView;
	boxes: Box[];
}

const HOLDERS = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'mvex', 'moof', 'traf'];

/** Reads all boxes; throws where their sizes do not add up. */
export function boxesOf(bytes: Uint8Array, from = 0, to = bytes.length): Box[] {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const boxes: Box[] = [];
	for (let at = from; at < to;) {
		const size = view.getUint32(at);
		const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
		if (size < 8 || at + size > to) throw new Error(`${type} of ${size} bytes at ${at}, of ${to}`);
		const body = new DataView(bytes.buffer, bytes.byteOffset + at + 8, size - 8);
		boxes.push({ type, at: at + 8, body, boxes: HOLDERS.includes(type) ? boxesOf(bytes, at + 8, at + size) : [] });
		at += size;
	}
	return boxes;
}

/** Finds a box by its path, such as `moov/trak/tkhd`. */
export function findBox(boxes: Box[], path: string): Box {
	const [first, ...rest] = path.split('/');
	const found = boxes.find(({ type }) => type === first);
	if (!found) throw new Error(`No ${first} among ${boxes.map(({ type }) => type).join(' ')}`);
	return rest.length ? findBox(found.boxes, rest.join('/')) : found;
}

/** Reads the samples of a segment as `mediaSegment` writes it. */
export function samplesOf(bytes: Uint8Array) {
	const boxes = boxesOf(bytes);
	const run = findBox(boxes, 'moof/traf/trun').body;
	let dts = Number(findBox(boxes, 'moof/traf/tfdt').body.getBigUint64(4));
	let at = run.getUint32(8);
	return Array.from({ length: run.getUint32(4) }, (_, index) => {
		const [duration, size, flags, offset] = [12, 16, 20, 24].map((field) => run.getInt32(index * 16 + field)) as [
			number,
			number,
			number,
			number,
		];
		const sample = { dts, offset, duration, isKey: !(flags & 0x1_0000), data: bytes.slice(at, at + size) };
		dts += duration;
		at += size;
		return sample;
	});
}
