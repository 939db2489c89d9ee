/** Describes tracks by what their decoders need first. */
import { hex } from './hex.ts';
import { avcSize, type Size } from './parameter-sets.ts';
import type { Track } from './track.ts';

/** Describes H.264 by its `avcC`. */
export const avcTrack = (description: Uint8Array): Track =>
	videoTrack(`avc1.${hex(description.subarray(1, 4))}`, description, avcSize(description));

/** Describes a video whose frames come with milliseconds. */
export const videoTrack = (codec: string, description: Uint8Array, size: Size): Track =>
	Object.assign({ kind: 'video' as const, codec, timescale: 1000, description }, size);

/** Samples a second, by number; the next three are half of these, and so on, up to 12, from which on none is in use. */
const SAMPLE_RATES = [96_000, 88_200, 64_000];

/** Describes AAC by its AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1). */
export function aacTrack(description: Uint8Array): Track {
	const bits = (description[0]! << 8) | description[1]!;
	const index = (bits >> 7) & 15;
	const sampleRate = SAMPLE_RATES[index % 3]! >> (index / 3);
	return {
		kind: 'audio',
		codec: `mp4a.40.${bits >> 11}`,
		timescale: sampleRate,
		description,
		channels: (bits >> 3) & 15 || 2,
		sampleRate,
	};
}
