import { hex } from '../hex.ts';
import type { Box } from '../write-fragments.ts';
import type { FileCache } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import type { ByteRange } from './piece.ts';
import { findBox, needBox, readBox, readBoxes } from './read-boxes.ts';

/** How the samples of a track are coded. */
interface SampleEntry {
	codec: string;
	/** The decoder's configuration: the payload of `avcC` or `hvcC`, or AudioSpecificConfig. */
	description: Uint8Array;
	/** The entry itself, as engines take it. */
	entry: Box;
}

/** Reads the descriptors of ISO/IEC 14496-1 in one another: the type of sound, and its configuration. */
function readDescriptors(bytes: Uint8Array): [type: number, config: Uint8Array] {
	let type = 0;
	for (let at = 0; at < bytes.length;) {
		const tag = bytes[at++];
		let length = 0;
		for (let more = 128; more & 128;) {
			more = bytes[at++]!;
			length = (length << 7) | (more & 127);
		}
		if (tag === 5) return [type, bytes.subarray(at, at + length)];
		if (tag === 4) type = bytes[at]!;
		at += tag === 3 ? 3 : tag === 4 ? 13 : length;
	}
	throw new Mp4Error('unsupportedCodec');
}

/** Reads how the samples of a track are coded, from `stsd`. */
export function readSampleEntry(file: FileCache, stsd: ByteRange): SampleEntry {
	const { type, from, to } = readBox(file, stsd.from + 8, stsd.to);
	const copy = (start: number, end: number) => file.bytes(start, end - start).slice();
	const isHevc = type === 'hvc1' || type === 'hev1';
	if (file.u32(stsd.from + 4) !== 1) throw new Mp4Error('unsupportedCodec');
	if (isHevc || type === 'avc1' || type === 'avc3') {
		const name = isHevc ? 'hvcC' : 'avcC';
		const box = needBox(file, readBoxes(file, { from: from + 78, to }), name);
		if (box.to - box.from < (isHevc ? 23 : 7)) throw new Mp4Error('invalid');
		const description = copy(box.from, box.to);
		return {
			// Of H.265 it is named where there is any (`later-readers.ts`).
			codec: isHevc ? type : `${type}.${hex(description.subarray(1, 4))}`,
			description,
			entry: [isHevc ? 'hvc1' : type, 0, 1, copy(from + 8, from + 78), [name, description]],
		};
	}
	if (type !== 'mp4a') throw new Mp4Error('unsupportedCodec');
	// QuickTime has longer ones, and may wrap what follows.
	const boxes = readBoxes(file, { from: from + 28 + [0, 16, 36][file.u16(from + 8) % 3]!, to });
	const esds = findBox(file, boxes, 'esds') || needBox(file, boxes, 'wave', 'esds');
	const bytes = copy(esds.from, esds.to);
	const [objectType, description] = readDescriptors(bytes.subarray(4));
	if (objectType !== 0x40 || description.length < 2) throw new Mp4Error('unsupportedCodec');
	return {
		codec: `mp4a.40.${description[0]! >> 3}`,
		description,
		// Channels, and the rate.
		entry: ['mp4a', 0, 1, 0, 0, copy(from + 16, from + 20), 0, copy(from + 24, from + 28), ['esds', bytes]],
	};
}
