import { readFile } from 'node:fs/promises';
import { packetize } from './h264.ts';

/** A video frame as RTP payloads. */
export interface SampleFrame {
	key: boolean;
	/** The last one is sent with the marker bit. */
	payloads: Buffer[];
}

/** Audio and video of equal duration, sent in a loop. */
export interface Sample {
	fps: number;
	frames: SampleFrame[];
	/** Duration of an Opus packet, milliseconds. */
	packetMs: number;
	/** Opus packets. */
	packets: Buffer[];
}

interface SampleHeader {
	video: { fps: number; frames: [number, 0 | 1][] };
	audio: { packetMs: number; packets: number[] };
}

/** Reads `test/fixtures/live-sample.bin`; `make-media.mjs` beside it describes the format. */
export async function readSample(): Promise<Sample> {
	const bytes = await readFile(new URL('../../fixtures/live-sample.bin', import.meta.url));
	const end = bytes.indexOf(10);
	const { video, audio } = JSON.parse(bytes.subarray(0, end).toString()) as SampleHeader;
	let at = end + 1;
	const next = (length: number) => bytes.subarray(at, (at += length));
	return {
		fps: video.fps,
		frames: video.frames.map(([length, key]) => ({ key: key === 1, payloads: packetize(next(length)) })),
		packetMs: audio.packetMs,
		packets: audio.packets.map(next),
	};
}
