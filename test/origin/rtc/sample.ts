import { readFile } from 'node:fs/promises';
import { packetize } from './h264.ts';

/** A frame ready for sending. */
export interface SampleFrame {
	key: boolean;
	/** RTP payloads; the last one carries the marker. */
	payloads: Buffer[];
}

/** The looping sample: `frames` and `packets` last equally long. */
export interface Sample {
	fps: number;
	frames: SampleFrame[];
	/** Duration of an Opus packet, milliseconds. */
	packetMs: number;
	packets: Buffer[];
}

interface Head {
	video: { fps: number; frames: [number, 0 | 1][] };
	audio: { packetMs: number; packets: number[] };
}

/** Reads `live-sample.bin`, whose format is described where it is made (`test/fixtures/make-media.mjs`). */
export async function readSample(): Promise<Sample> {
	const bytes = await readFile(new URL('../../fixtures/live-sample.bin', import.meta.url));
	const end = bytes.indexOf(10);
	const { video, audio } = JSON.parse(bytes.subarray(0, end).toString()) as Head;
	let at = end + 1;
	const next = (length: number) => bytes.subarray(at, (at += length));
	return {
		fps: video.fps,
		frames: video.frames.map(([length, key]) => ({ key: key === 1, payloads: packetize(next(length)) })),
		packetMs: audio.packetMs,
		packets: audio.packets.map(next),
	};
}
