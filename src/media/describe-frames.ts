/** Describes what comes as frames, without boxes of MP4. */
import type { Track } from './track.ts';
import { type Box, concat, IDENTITY, initSegment } from './write-fragments.ts';

function sampleEntry({ kind, codec, description, width, height, channels, sampleRate }: Track): Box {
	if (kind === 'video') {
		const type = codec.slice(0, 4);
		const size = (width! << 16) | height!;
		// With the resolution, one frame a sample, no name of an encoder, and 24 bits of depth.
		const look = [0, 1, 0, 0, 0, 0, size, 0x48_0000, 0x48_0000, 0, 0x1_0000, 0, 0, 0, 0, 0, 0, 0, 24, '\xff\xff'];
		return [type, ...look, [/^avc/.test(type) ? 'avcC' : 'hvcC', description]];
	}
	const { length } = description;
	// Descriptors of ISO/IEC 14496-1, whose length is a byte: none is as long as 104.
	const esds = [3, length + 23, 0, 1, 0, 4, length + 15, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, length];
	const rate = sampleRate! > 0xffff ? 0 : sampleRate! << 16;
	const decoder = concat([esds, description, [6, 1, 2]]);
	return ['mp4a', 0, 1, 0, 0, (channels! << 16) | 16, 0, rate, ['esds', 0, decoder]];
}

/** Writes what must be appended before the frames of a track. */
export const describeFrames = (track: Track): Uint8Array =>
	initSegment(track, sampleEntry(track), [IDENTITY, track.width! << 16, track.height! << 16]);
