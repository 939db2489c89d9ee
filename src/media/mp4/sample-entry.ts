import { hex } from '../hex.ts';
import type { Track } from '../track.ts';
import type { FileCache } from './file-cache.ts';
import { Mp4Error } from './mp4-error.ts';
import type { ByteRange } from './piece.ts';
import { findBox, needBox, readBox, readBoxes } from './read-boxes.ts';

/** Bytes of a descriptor of ISO/IEC 14496-1 and of those in it, by their tags. */
function findDescriptor(bytes: Uint8Array, ...tags: number[]): Uint8Array {
	let at = 0;
	while (at < bytes.length) {
		const tag = bytes[at++];
		let length = 0;
		for (let more = 128; more & 128;) {
			more = bytes[at++]!;
			length = (length << 7) | (more & 127);
		}
		const body = bytes.subarray(at, at + length);
		if (tag === tags[0]) return tags[1] ? findDescriptor(body.subarray(tag === 3 ? 3 : 13), ...tags.slice(1)) : body;
		at += length;
	}
	return bytes.subarray(0, 0);
}

/** Reads how the samples of a track are coded, from `stsd`. Their rate of sound is its scale of time where it is not told. */
export function readSampleEntry(file: FileCache, stsd: ByteRange, kind: Track['kind'], timescale: number): Track {
	const entry = readBox(file, stsd.from + 8, stsd.to);
	const { type, from, to } = entry;
	if (file.u32(stsd.from + 4) !== 1) throw new Mp4Error('unsupportedCodec');
	const payload = ({ from: start, to: end }: ByteRange) => file.bytes(start, end - start).slice();
	const describe = (codec: string, description: Uint8Array): Track => ({
		kind,
		codec,
		timescale,
		description,
		width: 0,
		height: 0,
		channels: 0,
		sampleRate: 0,
	});
	const isHevc = type === 'hvc1' || type === 'hev1';
	if (isHevc || type === 'avc1' || type === 'avc3') {
		const [name, least] = isHevc ? ['hvcC', 23] : ['avcC', 7];
		const box = needBox(file, readBoxes(file, { from: from + 78, to }), name);
		if (box.to - box.from < least) throw new Mp4Error('invalid');
		const description = payload(box);
		// Of H.265 it is named where there is any (`rare-readers.ts`).
		const video = describe(isHevc ? type : `${type}.${hex(description.subarray(1, 4))}`, description);
		video.width = file.u16(from + 24);
		video.height = file.u16(from + 26);
		return video;
	}
	if (type !== 'mp4a') throw new Mp4Error('unsupportedCodec');
	// QuickTime has longer ones, and may wrap what follows.
	const boxes = readBoxes(file, { from: from + 28 + [0, 16, 36][file.u16(from + 8) % 3]!, to });
	const esds = findBox(file, boxes, 'esds') || needBox(file, boxes, 'wave', 'esds');
	const bytes = payload(esds).subarray(4);
	const config = findDescriptor(bytes, 3, 4, 5);
	const objectType = findDescriptor(bytes, 3, 4)[0]!;
	if (objectType !== 0x40 || config.length < 2) throw new Mp4Error('unsupportedCodec');
	const audio = describe(`mp4a.40.${config[0]! >> 3}`, config);
	audio.channels = file.u16(from + 16);
	audio.sampleRate = file.u16(from + 24) > 1 ? file.u16(from + 24) : timescale;
	return audio;
}
