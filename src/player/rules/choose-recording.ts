/**
 * Chooses the quality of a recording that fits the link, as a pure function over what its buffer gains. A better or lower
 * one is loaded beside what plays, so that the change is short.
 * See `docs/decisions/recordings.md`.
 */
import type { Quality } from '../core/list-qualities.ts';

/** What is seen of a recording, every 500 ms or so. */
export interface RecordingSample {
	/** Monotonic milliseconds. */
	now: number;
	qualities: readonly Pick<Quality, 'kbps' | 'audioOnly'>[];
	/** Of the playing one. */
	index: number;
	/** Indices of those that cannot be had. */
	failed: readonly number[];
	/** Seconds at which it is, and up to which it is buffered from there. */
	place: number;
	end: number;
	duration: number;
	/** Playback rate. */
	speed: number;
	/** Stands, for lack of data. */
	waiting: boolean;
	/** Index of what the viewer has picked; -1: none. */
	picked: number;
	/** The viewer saves data: only the lowest video is better than sound alone, and nothing is better than video. */
	savesData: boolean;
	/** Change nothing by itself: paused, hidden, or at another place than before. */
	idle: boolean;
	/** The one that is loaded beside it, from which second on, and whether it could play there. */
	beside: { index: number; from: number; ready: boolean } | null;
}

/** What to do. */
export type RecordingDecision =
	| { type: 'stay' }
	/** Load another one beside, from that second on. */
	| { type: 'prepare'; index: number; from: number }
	/** Play that one. */
	| { type: 'take' }
	/** Load it no longer. */
	| { type: 'drop' }
	/** Play another one at once: nothing moves anyway. */
	| { type: 'change'; index: number };

/** Memory of the choice, immutable. Times are milliseconds. */
export interface RecordingMemory {
	/** Ends of the buffer, of the last seconds, and whether each had grown. */
	points: readonly { now: number; end: number }[];
	index: number;
	/** kbit/s of the link when it last loaded; 0: unknown. */
	kbps: number;
	/** The same as a slow mean, by which a better one is tried. */
	mean: number;
	measuredAt: number;
	/** When the buffer last grew. */
	grownAt: number;
	/** The most seconds ahead of this quality, and when there were last more. */
	most: number;
	mostAt: number;
	changes: readonly number[];
	/** Steady time before a better one is tried; doubled by each try in vain. */
	pause: number;
	/** The last change to a better one. */
	raisedAt: number;
	waitingSince: number;
	preparedAt: number;
}

/** Seconds before the first better one. */
const FIRST_PAUSE = 3000;
const PAUSE = 20_000;
const MAX_PAUSE = 300_000;
/** Time over which the rate is measured, and least for a decision. */
const WINDOW = 6000;
const LEAST_WINDOW = 1500;
/** Time over which a slow mean of it is taken. */
const MEAN_TIME = 10_000;
/** Time without data that is an outage, not a lack of rate. */
const SILENCE = 2500;
/** Time of standing after which it changes at once. */
const PATIENCE = 700;
/** Time of standing after which sound alone is better. */
const SOUND_PATIENCE = 4000;
/** Seconds ahead with which a recording plays steadily: a better one is tried, and other loads may begin. */
export const MUCH = 10;
/** Seconds ahead below which a try ends. */
const LITTLE = 4;
/** Seconds ahead at which an engine may pause loading. */
const FULL = 8;
/** Seconds by which what is ahead varies while an engine holds it, and by which it grows where it does not. */
const HELD = 3;
const MORE = 0.5;
/** Seconds ahead with which an engine loads what it likes, as less of a part with a higher rate: only a higher rate is believed. */
const FAR = 2 * FULL;
/** Seconds of a recording, with its index, that must load before it can play. */
const START = 4;
/** Seconds until a better one may play. */
const RISE_TIME = 2;
/** Time for a better one to load; the longer one where the link carries several times its rate, as the index of an hour has 2 MB. */
const TRY_TIME = 10_000;
const LONG_TRY_TIME = 40_000;
const PLENTY = 2;
/** Time for one that was picked. */
const PICK_TIME = 4000;
/** Time after a rise in which a fall makes it one in vain. */
const TRIAL_TIME = 60_000;
/** Multiple of its rate that the link must carry: of a better one, and of a lower one or a picture in place of sound alone. */
const HEADROOM = 1.3;
const LOWER_HEADROOM = 1.1;
/** Changes in a time; a better one is tried only with two left. */
const MAX_CHANGES = 4;
const CHANGE_TIME = 180_000;

/** Memory before the first sample. */
export const INITIAL_RECORDING_MEMORY: RecordingMemory = {
	points: [],
	index: -1,
	kbps: 0,
	mean: 0,
	measuredAt: 0,
	grownAt: 0,
	most: 0,
	mostAt: 0,
	changes: [],
	pause: FIRST_PAUSE,
	raisedAt: -Infinity,
	waitingSince: 0,
	preparedAt: 0,
};

type Draft = { -readonly [Name in keyof RecordingMemory]: RecordingMemory[Name] };

const STAY: RecordingDecision = { type: 'stay' };

/** Decides on the quality of a recording. */
export function chooseRecording(
	memory: RecordingMemory,
	sample: RecordingSample,
): { memory: RecordingMemory; decision: RecordingDecision } {
	const next: Draft = Object.assign({}, memory);
	const isSeen = observe(next, sample);
	const decision = sample.picked >= 0 ? follow(next, sample) : isSeen ? decide(next, sample) : STAY;
	if (decision.type === 'prepare') next.preparedAt = sample.now;
	return { memory: next, decision };
}

/** Adds the sample. Returns whether there is something to decide. */
function observe(next: Draft, { now, index, end, waiting, idle, place, picked }: RecordingSample): boolean {
	if (next.index !== index) {
		if (next.index >= 0 && picked < 0) next.changes = next.changes.concat(now);
		if (index < next.index) next.raisedAt = now;
		next.index = index;
		next.points = [];
		next.grownAt = now;
		next.most = 0;
	}
	next.changes = next.changes.filter((at) => now - at < CHANGE_TIME);
	next.waitingSince = waiting && !idle ? next.waitingSince || now : 0;
	const last = next.points[next.points.length - 1];
	const isSilent = now - next.grownAt > SILENCE;
	// The index of a file says nothing of the rate.
	if (!last && end <= place) return false;
	if (!last || (end > last.end + 0.01 && end > place)) next.grownAt = now;
	// Elsewhere an engine may hold less.
	if (idle) next.most = 0;
	if (end - place > next.most + MORE) [next.most, next.mostAt] = [end - place, now];
	// Elsewhere, or after an outage, what was measured says nothing.
	if (idle || !last || end < last.end - 0.5 || (isSilent && next.grownAt === now)) next.points = [{ now, end }];
	else next.points = next.points.filter((point) => now - point.now <= WINDOW).concat({ now, end });
	return !idle;
}

/** Changes to what the viewer has picked. */
function follow(next: Draft, { now, index, picked, place, end, idle, beside }: RecordingSample): RecordingDecision {
	if (picked === index) return beside ? { type: 'drop' } : STAY;
	if (beside && beside.index === picked) {
		if (beside.ready && place >= beside.from) return { type: 'take' };
		if (!idle && !next.waitingSince && now - next.preparedAt < PICK_TIME) return STAY;
	} else if (!idle && end - place > 2) return { type: 'prepare', index: picked, from: place + 1 };
	return { type: 'change', index: picked };
}

function decide(next: Draft, sample: RecordingSample): RecordingDecision {
	const { now, index, qualities, place, end, duration, speed, beside } = sample;
	const ahead = end - place;
	const first = next.points[0]!;
	const isWhole = end >= duration - 0.5;
	const isSilent = now - next.grownAt > SILENCE;
	// An engine pauses loading once much is buffered, or loads no more than it plays: what it gains then is not the link's rate.
	const pauses = isWhole || (ahead > FULL && now - next.grownAt > 1000);
	const time = (pauses ? next.grownAt : now) - first.now;
	const gain = time > 0 ? ((end - first.end) * 1000) / time : 0;
	const isHeld = ahead > FULL && ahead > next.most - HELD && now - next.mostAt > 1000;
	const isFull = pauses || isHeld;
	if (!isHeld && (time >= LEAST_WINDOW || (isWhole && time > 0))) {
		next.kbps = Math.max(gain * qualities[index]!.kbps, ahead < FAR ? 0 : next.kbps);
		const share = Math.min(1, (now - next.measuredAt) / MEAN_TIME);
		next.mean = next.mean ? next.mean + (next.kbps - next.mean) * share : next.kbps;
	}
	next.measuredAt = now;
	const waited = next.waitingSince ? now - next.waitingSince : 0;

	if (beside) {
		if (beside.ready && (place >= beside.from || waited)) return { type: 'take' };
		const isLower = beside.index > index;
		if (isLower && isSilent) return { type: 'drop' };
		if (isLower) return waited >= PATIENCE ? { type: 'change', index: beside.index } : STAY;
		const time = next.mean > PLENTY * qualities[beside.index]!.kbps ? LONG_TRY_TIME : TRY_TIME;
		if (now - next.preparedAt < time && !waited && (isWhole || ahead > LITTLE)) return STAY;
		giveUp(next);
		return { type: 'drop' };
	}
	const isMeasured = time >= LEAST_WINDOW || isWhole;
	if (!isMeasured && !isFull) return STAY;
	const lacks = !isFull && !isSilent && gain < speed;
	if (!lacks) return rise(next, sample, ahead, isWhole);
	if (next.changes.length >= MAX_CHANGES) return STAY;
	const lower = lowerOf(sample, next.kbps / speed, waited >= SOUND_PATIENCE);
	if (!lower) return STAY;
	const needed = loadTime(qualities[lower]!.kbps, next.kbps);
	const dry = ahead / (speed - gain);
	if (dry > needed * 2 + 2) return STAY;
	if (now - next.raisedAt < TRIAL_TIME) giveUp(next);
	next.pause = Math.max(PAUSE, next.pause);
	// Beside, it would come too late; alone it has the whole link, but what is buffered is lost.
	if (dry < needed * 0.7) return { type: 'change', index: lower };
	return { type: 'prepare', index: lower, from: place + Math.min(ahead - 0.5, needed * speed) };
}

/** Seconds until another one can play, for which half of the link is left. */
const loadTime = (kbps: number, linkKbps: number): number => (START * kbps) / (linkKbps / 2 || 1) + 1;

/** Remembers a try in vain. */
function giveUp(next: Draft): void {
	next.pause = Math.min(MAX_PAUSE, Math.max(PAUSE, next.pause * 2));
	next.raisedAt = -Infinity;
}

/** The best lower one that `kbps` suffice for, else the lowest; 0: none. Sound alone only where no video is carried. */
function lowerOf({ index, qualities, failed }: RecordingSample, kbps: number, allowsSoundAlone: boolean): number {
	let lower = 0;
	for (let i = index + 1; i < qualities.length; i++) {
		if (failed.includes(i) || (qualities[i]!.audioOnly && !allowsSoundAlone)) continue;
		lower = i;
		if (qualities[i]!.kbps * LOWER_HEADROOM <= kbps) break;
	}
	return lower;
}

/** Tries the best better one that the link carries, once much is buffered. */
function rise(
	next: Draft,
	{ now, index, qualities, failed, speed, place, savesData }: RecordingSample,
	ahead: number,
	isWhole: boolean,
): RecordingDecision {
	if (ahead < MUCH && !isWhole) return STAY;
	const since = next.changes[next.changes.length - 1] ?? next.points[0]!.now - LEAST_WINDOW;
	if (now - Math.max(since, next.preparedAt) < next.pause || next.changes.length > MAX_CHANGES - 2) return STAY;
	const first = savesData ? qualities.filter(({ audioOnly }) => !audioOnly).length - 1 : 0;
	const carried = Math.min(next.kbps, next.mean);
	const { audioOnly } = qualities[index]!;
	const headroom = audioOnly ? LOWER_HEADROOM : HEADROOM;
	const better = qualities.findIndex(
		({ kbps }, i) => i >= first && i < index && !failed.includes(i) && kbps * headroom * speed <= carried,
	);
	if (better < 0) return STAY;
	// Minutes of sound are loaded ahead, beside which a picture comes slowly.
	const needed = audioOnly ? loadTime(qualities[better]!.kbps, carried) : RISE_TIME;
	return { type: 'prepare', index: better, from: place + Math.min(ahead, needed) * speed };
}
