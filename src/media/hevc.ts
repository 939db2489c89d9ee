/** Describes HEVC. */
import { videoTrack } from './describe-track.ts';
import { hex } from './hex.ts';
import { bitReader, type BitReader, cropped, MAX_SET, type Size } from './parameter-sets.ts';
import type { Track } from './track.ts';

/** Names HEVC by its `hvcC` (ISO/IEC 14496-15 Annex E). */
export function hevcCodec(description: Uint8Array): string {
	const first = description[1]!;
	let flags = 0;
	for (let bit = 0; bit < 32; bit++) flags = flags * 2 + ((description[5 - (bit >> 3)]! >> (bit & 7)) & 1);
	const profile = ['', 'A', 'B', 'C'][first >> 6]! + (first & 31);
	const constraints = hex(description.subarray(6, 12))
		.replace(/(00)+$/, '')
		.replace(/../g, '.$&')
		.replace(/\.0/g, '.');
	return `hvc1.${profile}.${flags.toString(16)}.${first & 32 ? 'H' : 'L'}${description[12]}${constraints}`;
}

/** Describes HEVC by its `hvcC`. */
export const hevcTrack = (description: Uint8Array): Track =>
	videoTrack(hevcCodec(description), description, hevcSize(description));

/** NAL unit type of a sequence parameter set of HEVC. */
const HEVC_SPS = 33;

/** Reads the size from an `hvcC` (ISO/IEC 14496-15 §8.3.3, ITU-T H.265 §7.3.2.2). */
function hevcSize(description: Uint8Array): Size {
	const u16 = (at: number) => (description[at]! << 8) | description[at + 1]!;
	let at = 23;
	for (let arrays = description[22] || 0; arrays > 0; arrays--) {
		const type = description[at]! & 63;
		let count = u16(at + 1);
		at += 3;
		for (; count > 0 && at < description.length; count--) {
			const length = u16(at);
			if (type === HEVC_SPS)
				return hevcSpsSize(bitReader(description.subarray(at + 4, Math.min(at + 2 + length, at + MAX_SET))));
			at += 2 + length;
		}
	}
	return { width: 0, height: 0 };
}

function hevcSpsSize(reader: BitReader): Size {
	const { bits, golomb } = reader;
	bits(4);
	const layers = bits(3);
	bits(1);
	// Profile, tier and level, then those of each layer.
	bits(32);
	bits(32);
	bits(32);
	const present = Array.from({ length: layers }, () => [bits(1), bits(1)]);
	if (layers) bits(2 * (8 - layers));
	for (const [profile, level] of present) bits((profile ? 88 : 0) + (level ? 8 : 0));
	golomb();
	if (golomb() === 3) bits(1);
	const width = golomb();
	const height = golomb();
	return cropped(reader, width, height, 2);
}
