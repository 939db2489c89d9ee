/** Describes tracks by what their decoders need first. */
import { hex } from './hex.ts';
import { avcSize, hevcSize, type Size } from './parameter-sets.ts';
import type { Track } from './track.ts';

/** Describes H.264 by its `avcC`. */
export const avcTrack = (description: Uint8Array): Track =>
	videoTrack(`avc1.${hex(description.subarray(1, 4))}`, description, avcSize(description));

const videoTrack = (codec: string, description: Uint8Array, { width, height }: Size): Track =>
	// Frames come with milliseconds.
	({ kind: 'video', codec, timescale: 1000, description, width, height, channels: 0, sampleRate: 0 });

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

const SAMPLE_RATES = [
	96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

/** Describes AAC by its AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1). */
export function aacTrack(description: Uint8Array): Track {
	const bits = (description[0]! << 8) | description[1]!;
	const sampleRate = SAMPLE_RATES[(bits >> 7) & 15] || 44_100;
	return {
		kind: 'audio',
		codec: `mp4a.40.${bits >> 11}`,
		timescale: sampleRate,
		description,
		width: 0,
		height: 0,
		channels: (bits >> 3) & 15 || 2,
		sampleRate,
	};
}
