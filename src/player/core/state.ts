// In the HTML: each byte is paid before the first paint.
import type { ErrorCode, RtsError } from '../../rts/play/errors.ts';
import type { Quality } from './list-qualities.ts';
import type { LiveState } from './live-state.ts';
import type { PlayerSource } from './source.ts';

/** Status of the player. */
export type PlayerStatus =
	| 'idle' // nothing known yet
	| 'cover' // not started
	| 'ended'
	| 'replay'
	| 'connecting' // first attempt
	| 'playing'
	| 'stalled'
	| 'blocked' // playback needs a click
	| 'paused' // until a click, without connection
	| 'reconnecting' // between or in further attempts
	| 'failed';

/**
 * Why playback failed; '' for none. `camera-off` (only sound), `no-frame` (none yet) and `undecodable` (video arrives,
 * never a frame) of a real-time stream are no failures.
 */
export type Reason =
	| ErrorCode
	| 'media'
	| 'ended'
	| 'timeout'
	| 'camera-off'
	| 'no-frame'
	| 'undecodable'
	// It is no media, or the host lets no script read it (CORS).
	| 'unreadable'
	// Why a recording waits.
	| 'buffering'
	| 'unavailable'
	| 'offline'
	| 'too-slow'
	| '';

/** Failure as shown to the viewer; '' for none. */
export type Failure = 'unsupported' | 'media' | 'ended' | 'connection' | 'unreachable' | 'offline' | '';

/**
 * Why a recording does not come: no answer or a failing server, a refusal, an answer that neither a script may read nor an
 * element can play, an address that is no recording or that no script may read, or media that cannot be played.
 */
export type RecordingFailure = 'network' | 'refused' | 'opaque' | 'unreadable' | 'media';

/** State of a recording. Times are by `Seen.now`, 0 for none. */
export interface RecordingState {
	/** Loaded by the page, or by the engine or hls.js, from an address. */
	readonly way: 'pieces' | 'address';
	/** '' once it has come again. */
	readonly failing: RecordingFailure | '';
	/** Failures since it last played steadily, and when new addresses were asked for and answered since. */
	readonly attempts: number;
	readonly askedAt: number;
	readonly answeredAt: number;
	/** Starts of the stalls of the last minute. */
	readonly stalls: readonly number[];
	readonly isStalled: boolean;
	/** Names of those that have played steadily. */
	readonly played: readonly string[];
	/** Name of the first that was left since one has played; '' for none. */
	readonly skipped: string;
	/** Paused since nobody sees or hears it, or its page was left. */
	readonly isRested: boolean;
}

/** State of the player, immutable. {@link LiveState} is missing before the stage script. */
export interface PlayerState extends Partial<LiveState> {
	readonly status: PlayerStatus;
	readonly reason: Reason;
	/** Set if no retry can help (`failed`) or retries are slow (`reconnecting`). */
	readonly failure: Failure;
	/** Last failure, for support (spec §8). */
	readonly error?: RtsError | undefined;
	readonly source: PlayerSource | null;
	/** URL over the video; '' for none; null before the broadcast is known. */
	readonly cover: string | null;
	/** The browser refused sound; video plays muted. */
	readonly autoplayMuted: boolean;
	/** Best first; empty before the broadcast is known. */
	readonly qualities: readonly Quality[];
	/** Index of the loaded one. */
	readonly quality: number;
	/** Name; '' while automatic. */
	readonly picked: string;
	/** Loading; neither playing nor failed yet. */
	readonly attempting: boolean;
	/** Since the video last played steadily. */
	readonly failures: number;
	/** By `Seen.now`. */
	readonly since: number;
	/** First playing, by `Seen.now`; 0 before. */
	readonly startedAt: number;
	/** Rules out real-time playback here; 0 for none. */
	readonly supportError: ErrorCode | 0;
	/** Next attempt, in milliseconds from this object's creation. If null, a due attempt waits for a visible page. */
	readonly timer: { delay: number } | null;
	/** Next try of the stream beside a fallback: after how many, when by `Seen.now`, and whether it is under way. */
	readonly fallbackTry?: { tries: number; at: number; isOn: boolean };
	/** Missing before the replay script. Changes with each piece, which is no news to listeners. */
	readonly recording?: RecordingState;
}

/** State before anything is known. */
export const INITIAL_STATE: PlayerState = {
	status: 'idle',
	reason: '',
	failure: '',
	source: null,
	cover: null,
	autoplayMuted: false,
	qualities: [],
	quality: 0,
	picked: '',
	attempting: false,
	failures: 0,
	since: 0,
	startedAt: 0,
	supportError: 0,
	timer: null,
};
