import { readFile } from 'node:fs/promises';
import { packetize } from './h264.ts';

/** A video frame as RTP payloads. */
export interface SampleFrame {
	key: boolean;
	/** The last one is sent with the marker bit. */
	payloads: Buffer[];
}

/** Sound and one encoding of the video. Each is sent in a loop of its own. */
export interface Sample {
	fps: number;
	frames: SampleFrame[];
	/** Duration of an Opus packet, milliseconds. */
	packetMs: number;
	/** Opus packets. */
	packets: Buffer[];
}

/** Encoding of a stream, by the end of its name. */
export interface SampleStream {
	/** File of the encoding. */
	video: 'hd' | 'sd' | 'ld' | 'upright' | 'long-gop';
	/** Starts with the camera off; `resume` turns it on. */
	cameraOff?: boolean;
	/**
	 * A viewer gets what is sent now instead of all since the latest keyframe, as from a server that keeps no frames, and the
	 * stream begins with its first viewer: that one waits for the second keyframe.
	 */
	joinsAnywhere?: boolean;
}

/**
 * The streams that send the sample while they have no publisher, by the end of their name: `demo_sd`, `demo2_sd`, … All share one clock.
 * `demo`, `demo2`, … are the best: 1280x720 at 1,130 kbit/s, or less (`OriginOptions.best`).
 */
const SAMPLE_STREAMS: Record<string, SampleStream> = {
	/** 640x360, 400 kbit/s, a keyframe every 2 s */
	_sd: { video: 'sd' },
	/** 426x240, 130 kbit/s */
	_ld: { video: 'ld' },
	/** 360x640, 130 kbit/s */
	_upright: { video: 'upright' },
	/** 320x180, 90 kbit/s, a keyframe every 10 s */
	_gop10: { video: 'long-gop', joinsAnywhere: true },
	/** Sound, beside video that is announced but not sent. */
	_sound: { video: 'ld', cameraOff: true },
};

/** Encoding of a stream; undefined without one. */
export function sampleStream(name: string, best: 'hd' | 'sd'): SampleStream | undefined {
	const [, end] = /^demo\d*(_\w+)?$/.exec(name) ?? [, null];
	if (end === undefined) return { video: best };
	return end === null ? undefined : SAMPLE_STREAMS[end];
}

/** Reads a line of JSON and the units it describes (see `make-media.mjs`). */
export async function readUnits<Head>(
	name: string,
	lengths: (head: Head) => number[],
): Promise<{ head: Head; units: Buffer[] }> {
	const bytes = await readFile(new URL(`../../fixtures/live/${name}.bin`, import.meta.url));
	const end = bytes.indexOf(10);
	const head = JSON.parse(bytes.subarray(0, end).toString()) as Head;
	let at = end + 1;
	return { head, units: lengths(head).map((length) => bytes.subarray(at, (at += length))) };
}

/** Reads sound and one encoding from `test/fixtures/live`. */
export async function readSample(video: SampleStream['video']): Promise<Sample> {
	const [picture, sound] = await Promise.all([
		readUnits<{ fps: number; frames: [number, 0 | 1][] }>(video, ({ frames }) => frames.map(([length]) => length)),
		readUnits<{ packetMs: number; packets: number[] }>('sound', ({ packets }) => packets),
	]);
	return {
		fps: picture.head.fps,
		frames: picture.units.map((unit, i) => ({ key: picture.head.frames[i]![1] === 1, payloads: packetize(unit) })),
		packetMs: sound.head.packetMs,
		packets: sound.units,
	};
}
