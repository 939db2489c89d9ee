/** A recording on a link whose rate changes each second, chosen by the page's own rule, on a virtual clock. */
import {
	chooseRecording,
	INITIAL_RECORDING_MEMORY,
	type RecordingSample,
} from '../../../src/player/rules/choose-recording.ts';
import { bestWorth, worth } from './oracle.ts';

/** Qualities with their sound, best first. */
export const RECORDINGS = [1173, 443, 173, 43].map((kbps) => ({ kbps, audioOnly: kbps === 43 }));

/** Milliseconds between steps, and steps between samples. */
const STEP = 50;
const SAMPLE = 10;
/** Bytes ahead to which an engine loads, in kbit. */
const READ_AHEAD = 24_000;
/** Seconds ahead with which an engine begins, or begins again. */
const BEGIN = 1.5;
/** Seconds ahead that a paused element loads. */
const BESIDE_AHEAD = 5;
/** Seconds between keyframes, at which loading begins. */
const GOP = 2;

/** A file being loaded. */
interface Load {
	index: number;
	/** kbit until its index has arrived, and seconds up to which it is buffered. */
	missing: number;
	end: number;
	from: number;
}

const openFile = (index: number, place: number, missing: number): Load => ({
	index,
	missing,
	end: Math.floor(place / GOP) * GOP,
	from: place,
});

/** What a viewer saw. */
export interface WatchedRecording {
	/** Milliseconds of each quality in motion by its kbit/s, and standing, from the request on. */
	moving: Record<string, number>;
	still: number;
	/** The longest time standing after the first frame, in milliseconds. */
	longest: number;
	changes: number;
	stalls: number;
	/** Seconds until the best one plays; Infinity: never. */
	best: number;
	firstFrame: number;
}

/** Plays a recording; `fixed`: without a choice. A link is gone in seconds of rate 0; round trips delay requests. */
export function watchRecording({
	rates,
	roundTrip,
	first,
	fixed = false,
	qualities = RECORDINGS,
	indexKbit = 300,
}: {
	rates: readonly number[];
	roundTrip: number;
	first: number;
	fixed?: boolean;
	qualities?: readonly { kbps: number; audioOnly: boolean }[];
	/** kbit of a file's index: about 5 for each second of an MP4 that is not fragmented, next to nothing for another. */
	indexKbit?: number;
}): WatchedRecording {
	const duration = 3600;
	const open = (index: number, place: number) => openFile(index, place, indexKbit);
	const watched: WatchedRecording = {
		...{ moving: {}, still: 0, longest: 0, changes: 0, stalls: 0, best: Infinity, firstFrame: Infinity },
	};
	let memory = INITIAL_RECORDING_MEMORY;
	let place = 0;
	let waiting = true;
	let standing = 0;
	let main = open(first, 0);
	let beside: Load | null = null;
	/** When a request is answered. */
	let answered = roundTrip * 2;
	const wants = (load: Load, limit: number) => load.missing > 0 || load.end - Math.max(place, load.from) < limit;
	const kbpsOf = ({ index }: Load) => qualities[index]!.kbps;
	const take = (load: Load) => {
		main = load;
		beside = null;
		watched.changes++;
	};
	for (let now = 0; now < rates.length * 1000; now += STEP) {
		const loads = [
			...(wants(main, READ_AHEAD / kbpsOf(main)) ? [main] : []),
			...(beside && now >= answered && wants(beside, BESIDE_AHEAD) ? [beside] : []),
		];
		if (now >= answered || beside)
			for (const load of loads) {
				let kbit = (rates[Math.floor(now / 1000)]! * STEP) / 1000 / loads.length;
				const index = Math.min(kbit, load.missing);
				load.missing -= index;
				kbit -= index;
				load.end = Math.min(duration, load.end + kbit / kbpsOf(load));
			}
		const ahead = main.missing ? 0 : main.end - place;
		if (waiting ? ahead >= BEGIN : ahead <= 0) {
			if (!waiting) watched.stalls++;
			waiting = !waiting;
		}
		if (waiting) {
			watched.still += STEP;
			standing += STEP;
			if (watched.firstFrame < Infinity) watched.longest = Math.max(watched.longest, standing);
		} else {
			standing = 0;
			place += STEP / 1000;
			const kbps = kbpsOf(main);
			watched.moving[kbps] = (watched.moving[kbps] ?? 0) + STEP;
			watched.firstFrame = Math.min(watched.firstFrame, now);
			if (!main.index) watched.best = Math.min(watched.best, now / 1000);
		}
		if (fixed || now % (STEP * SAMPLE)) continue;
		const sample: RecordingSample = {
			...{ now, qualities, index: main.index, failed: [], place, end: Math.max(place, main.missing ? 0 : main.end) },
			...{ duration, speed: 1, waiting, picked: -1, savesData: false, idle: watched.firstFrame === Infinity },
			beside: beside && {
				...{ index: beside.index, from: beside.from },
				ready: !beside.missing && beside.end - Math.max(place, beside.from) >= BEGIN,
			},
		};
		const { memory: next, decision } = chooseRecording(memory, sample);
		memory = next;
		if (decision.type === 'take') take(beside!);
		else if (decision.type === 'drop') beside = null;
		else if (decision.type === 'prepare') {
			beside = open(decision.index, decision.from);
			answered = now + roundTrip;
		} else if (decision.type === 'change') {
			const { index } = decision;
			take(beside?.index === index && beside.from <= place ? beside : open(index, place));
			answered = now + roundTrip;
			waiting = true;
		}
	}
	return watched;
}

/** Share of the time since the first frame in which nothing moved. */
export const stillShare = ({ moving, still, firstFrame }: WatchedRecording): number => {
	const after = Math.max(0, still - firstFrame);
	return after / (after + Object.values(moving).reduce((sum, time) => sum + time, 0) || 1);
};

/** Worth of what a viewer saw; a recording's sound alone is played from its buffer, so nothing of it is made up. */
export const worthOfRecording = ({ moving, still, changes, firstFrame }: WatchedRecording): number => {
	const sound = moving[43] ?? 0;
	return worth({ moving: { ...moving, 43: 0 }, frozen: still - firstFrame } as never, sound, 0, changes);
};

/** The most that somebody could get who knows the future, and buffers half a minute. */
export const bestRecording = (rates: readonly number[]): number => bestWorth(rates, 4, RECORDINGS, 30);
