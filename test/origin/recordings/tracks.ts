import { readUnits } from '../rtc/sample.ts';

/** Seconds of every recording: whole loops of the video. */
export const RECORDING_SECONDS = 126;

/** Samples of the sound a second. */
export const SOUND_RATE = 48_000;

/** A track of a recording: units of one duration. */
export interface Track {
	kind: 'video' | 'sound';
	/** Units a second. */
	rate: number;
	/** Annex-B access units, or raw AAC frames. */
	units: Buffer[];
	/** Whether the video can begin at a unit. */
	isKey(index: number): boolean;
	/** Pixels; 0 of sound. */
	width: number;
	height: number;
}

/** Names of the recordings, by what follows `recording` in their path, with the file and size of their video. */
export const RECORDINGS = {
	'': { file: 'hd', width: 1280, height: 720, kbps: 1130 },
	_sd: { file: 'sd', width: 640, height: 360, kbps: 400 },
	_ld: { file: 'ld', width: 426, height: 240, kbps: 130 },
	_sound: { file: '', width: 0, height: 0, kbps: 40 },
} as const;

export type RecordingName = keyof typeof RECORDINGS;

/** Reads the tracks of a recording: the sample of the broadcasts, over and over. */
export async function readTracks(name: RecordingName, seconds = RECORDING_SECONDS): Promise<Track[]> {
	const repeat = (units: Buffer[], rate: number) =>
		Array.from({ length: Math.floor(seconds * rate) }, (_, index) => units[index % units.length]!);
	const { file, width, height } = RECORDINGS[name];
	const sound = await readUnits<{ packetMs: number; packets: number[] }>('aac', ({ packets }) => packets);
	const rate = SOUND_RATE / 1024;
	const tracks: Track[] = [
		{ kind: 'sound', rate, units: repeat(sound.units, rate), isKey: () => true, width: 0, height: 0 },
	];
	if (!file) return tracks;
	const video = await readUnits<{ fps: number; frames: [number, 0 | 1][] }>(file, ({ frames }) =>
		frames.map(([length]) => length),
	);
	const { fps, frames } = video.head;
	const isKey = (index: number) => frames[index % frames.length]![1] === 1;
	return [{ kind: 'video', rate: fps, units: repeat(video.units, fps), isKey, width, height }, ...tracks];
}
