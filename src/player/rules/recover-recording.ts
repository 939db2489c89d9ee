/** What is said while a recording waits, and what follows its failures, as a pure function over what is seen of it. */
import { retryDelay } from '../../network/retry-delay.ts';

/** What is seen of a recording. Times are milliseconds. */
export interface RecordingSeen {
	/** Monotonic. */
	now: number;
	/** From 0 to 1. */
	random: number;
	/** Kind of failure; '' while it loads or plays. Only `media` may be final. */
	failure: '' | 'network' | 'media';
	/** Has stood still for lack of data; 0: moves, or paused. */
	standing: number;
	/** Moved since the last load. */
	moved: number;
	/** The quality has played steadily in this visit, and can be decoded. */
	played: boolean;
	/** Stands, and no data have arrived for so long. */
	silence: number;
	/** A list of segments, by hls.js or the engine. */
	hls: boolean;
	offline: boolean;
	/** There is a lower quality to be chosen automatically. */
	hasLower: boolean;
	/** There is another quality, not yet failed. */
	hasOther: boolean;
	/** What has become of the last `refresh`. */
	refreshed: '' | 'answered' | 'failed';
	/** Online again, or visible again. */
	woken: boolean;
}

/** What to do. `load`: at the same place; `refresh`: ask for new addresses; `skip`: play another quality. */
export type RecordingAct = 'none' | 'load' | 'refresh' | 'skip' | 'fail';

/** Memory, immutable. Times are milliseconds. */
export interface RecoveryMemory {
	/** Loads since it last moved. */
	attempts: number;
	/** The next load; 0: none planned. */
	nextAt: number;
	/** Latest loads and calls. */
	requests: readonly number[];
	/** When new addresses were last asked for; 0: not since it last moved. */
	askedAt: number;
	/** Starts of the latest stalls. */
	stalls: readonly number[];
	isStalled: boolean;
}

/** Memory before anything has failed. */
export const INITIAL_RECOVERY: RecoveryMemory = {
	...{ attempts: 0, nextAt: 0, requests: [], askedAt: 0, stalls: [], isStalled: false },
};

/** Time of standing that counts as a stall, and after which it is said. */
const STALL = 500;
const SAID_AFTER = 1500;
/** Stalls within a minute that mean that the link is slower than the video. */
const MANY_STALLS = 3;
/** Time without data after which it is loaded anew. */
const SILENCE = 10_000;
/** The same of HLS: engines tell of whole segments alone, and hls.js asks again by itself for a while. */
const HLS_SILENCE = 30_000;
/** Time of moving after which failures are over. */
export const STEADY = 3000;
const MINUTE = 60_000;
/** Time for which what has played is loaded again, as its server may be restarted. */
const OUTAGE = 90_000;
const MAX_REQUESTS = 10;

type Draft = { -readonly [Name in keyof RecoveryMemory]: RecoveryMemory[Name] };

/** Decides what is said and done. */
export function recoverRecording(memory: RecoveryMemory, seen: RecordingSeen) {
	const next: Draft = Object.assign({}, memory);
	const { now, standing, offline, failure } = seen;
	const isStalled = standing >= STALL;
	// Standing before it has moved is loading.
	const stalls = isStalled && !next.isStalled && seen.moved >= STALL ? next.stalls.concat(now) : next.stalls;
	next.isStalled = isStalled;
	next.stalls = stalls.filter((at) => now - at < MINUTE);
	next.requests = next.requests.filter((at) => now - at < MINUTE);
	const act = actOf(next, seen);
	if (act === 'load' || act === 'refresh' || act === 'skip') next.requests = next.requests.concat(now);
	const waits = !!failure || standing >= SAID_AFTER;
	const isTooSlow = !seen.hasLower && next.stalls.length >= MANY_STALLS && !failure;
	// The API answers, so the viewer's network is not to blame.
	const isUnavailable = seen.refreshed === 'answered' && next.attempts > 1;
	const reason = isUnavailable ? 'unavailable' : isTooSlow ? 'too-slow' : 'buffering';
	const said = !waits ? '' : offline ? 'offline' : reason;
	return { memory: next as RecoveryMemory, act, said } as const;
}

function actOf(next: Draft, seen: RecordingSeen): RecordingAct {
	const { now, random, failure, silence, hls, moved, offline, refreshed, hasOther, woken, played, standing } = seen;
	if (!failure && silence < (hls ? HLS_SILENCE : SILENCE)) {
		if (moved >= STEADY) Object.assign(next, { attempts: 0, nextAt: 0, askedAt: 0 });
		return 'none';
	}
	// The browser says when it is back.
	if (offline || (failure && next.askedAt && !refreshed)) return 'none';
	const isFull = next.requests.length >= MAX_REQUESTS;
	const ask = (): RecordingAct => {
		next.askedAt = now;
		return 'refresh';
	};
	if (failure && !next.askedAt) return isFull ? 'none' : ask();
	// Once more with what was answered; an address that does not work then is no address of a video.
	const isFinal = failure === 'media' && refreshed === 'answered' && next.attempts > 0;
	if (isFinal && (!played || standing >= OUTAGE)) return !hasOther ? 'fail' : isFull ? 'none' : 'skip';
	if (!next.nextAt) {
		next.nextAt = now + (next.attempts ? retryDelay(next.attempts, random) : 0);
		next.attempts++;
	}
	if (woken) next.nextAt = Math.min(next.nextAt, now);
	if (now < next.nextAt || isFull) return 'none';
	// An address may expire in an outage.
	const isOld = now - next.askedAt >= MINUTE || (woken && refreshed === 'failed');
	if (failure && isOld && next.askedAt < next.nextAt && next.requests.length < MAX_REQUESTS - 1) return ask();
	next.nextAt = 0;
	return 'load';
}
