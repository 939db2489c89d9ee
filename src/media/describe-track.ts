/** Describes tracks by what their decoders need first. */
import { hex } from './hex.ts';
import { avcSize, type Size } from './parameter-sets.ts';
import type { Track } from './track.ts';

/** Describes H.264 by its `avcC`. */
export const avcTrack = (description: Uint8Array): Track =>
	videoTrack(`avc1.${hex(description.subarray(1, 4))}`, description, avcSize(description));

/** Describes a video whose frames come with milliseconds. */
export const videoTrack = (codec: string, description: Uint8Array, { width, height }: Size): Track => ({
	kind: 'video',
	codec,
	timescale: 1000,
	description,
	width,
	height,
	channels: 0,
	sampleRate: 0,
});

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
