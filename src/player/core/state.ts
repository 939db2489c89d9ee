// In the HTML: each byte is paid before the first paint.
import type { FailedAt } from '../../network/limit.ts';
import type { ErrorCode, RtsError } from '../../rts/play/errors.ts';
import type { LivePolicy, Policy, QualityPolicy } from './policy.ts';
import type { Quality } from './list-qualities.ts';
import type { Owed } from './owed.ts';
import type { FileState } from '../../network/request-range.ts';
import type { QualityMemory } from '../rules/connection-window.ts';
import type { SeenRecording } from '../watch/see-recording.ts';
import type { Seen, Surroundings } from '../watch/seen.ts';
import type { PlayerSource, Stream } from './source.ts';

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
	| 'paused' // by the viewer, without connection
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

/** Connection beside the playing one. */
export interface Trial {
	readonly quality: number;
	/**
	 * `lower` and `picked` take over when ready, `better` if the link carries both, `silent` unless the old one
	 * delivers first.
	 */
	readonly why: 'lower' | 'better' | 'picked' | 'silent';
	/** By `Seen.now`. */
	readonly since: number;
	/** By `Seen.now`. */
	readonly answeredAt?: number;
	/** The old connection has ended: nothing gets through beside it. */
	readonly alone?: boolean;
}

/** Automatic change to announce: lower quality, sound alone, back to video; '' for none. */
export type QualityAnnouncement = 'lower' | 'sound' | 'restored' | '';

/** What the rules of the stage script add to the state. */
export interface LiveState {
	readonly owed: Owed;
	readonly trial: Trial | null;
	readonly announced: QualityAnnouncement;
	/** Name of the quality that played last, or else was chosen first, or by the viewer. */
	readonly lastPlayed: string;
	/** kbit/s that the link has carried, as measured, since the attempt or trial began; 0: not measured, or no reply. */
	readonly measuredKbps: number;
	/** Memory of the choice of a quality. Changes with each sample, which is no news to listeners. */
	readonly choice: QualityMemory;
	/** The last attempt failed in an outage of the viewer's link. */
	readonly outage: boolean;
	/** When the latest connections failed, whoever made them, by `Seen.now` (`limit.ts`). */
	readonly failedAt: FailedAt;
	/** Name of the quality that a hidden page has left for sound alone; '' for none. */
	readonly rested: string;
	/** A real-time stream has played in this visit. */
	readonly hasPlayed: boolean;
	/** Anything has. */
	readonly hasShown: boolean;
}

/** Why a recording does not come: no answer or a failing server, a refusal, or media that cannot be played. */
export type RecordingFailure = 'network' | 'refused' | 'media';

/** What is remembered of a recording. Times are by `Seen.now`, 0 for none. */
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
	/** Paused since nobody sees or hears it. */
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

/** Events of the core (`transition.ts`). */
export type CoreEvent =
	/** `isFallback`: the same broadcast from another address, so not another failure is forgotten. */
	| {
			type: 'live';
			live: PlayerSource;
			qualities: Quality[];
			quality: number;
			supportError?: ErrorCode | 0;
			isFallback?: boolean;
	  }
	/** `early`: before anything has arrived. */
	| { type: 'playing'; early?: boolean }
	/** First media of a real-time stream. */
	| { type: 'canplay' }
	| { type: 'failed'; reason: Reason; error?: RtsError }
	| { type: 'playRefused' }
	| { type: 'pause' }
	| { type: 'timer' };

/** Events of the app script (`taps.ts`). */
export type TapEvent =
	/** By the server. */
	| { type: 'refused' }
	/** A click to play, or for sound. */
	| { type: 'unmute' }
	| { type: 'retry' }
	| { type: 'volumechange'; early?: boolean };

/** Events of the stage script (`weak-link.ts`). */
export type LiveEvent =
	| { type: 'check' }
	/** Of what plays. */
	| { type: 'sample' }
	/** Answer to `refresh`. */
	| { type: 'refreshed'; live: PlayerSource; qualities: Quality[] }
	| { type: 'viewerPause' }
	| { type: 'viewerPlay' }
	/** By index; -1: automatically. */
	| { type: 'pick'; quality: number }
	/** Answer to `measure`; 0: no reply. */
	| { type: 'measured'; kbps: number }
	| { type: 'trialAnswered' }
	| { type: 'trialReady' }
	| { type: 'trialFailed'; reason: Reason; error?: RtsError }
	| { type: 'visible' }
	/** Online again, or on another network. */
	| { type: 'online' }
	/** Something has arrived after a long time, or the network has changed. */
	| { type: 'alive' }
	/** From the back-forward cache. */
	| { type: 'restored' };

/** Events of a recording (`recording.ts`). */
export type RecordingEvent =
	/** The next piece is about to be requested. */
	| { type: 'piece' }
	/** It does not come, or cannot be played. */
	| { type: 'recordingFailed'; kind: FileState | 'media' | 'undecodable' };

/** Events of the player. */
export type PlayerEvent = CoreEvent | TapEvent | LiveEvent | RecordingEvent;

/** Commands of the core (`create-player.ts`). */
export type CoreCommand =
	/** `timeout` in milliseconds. With `keep` the last frame stays, or the cover. */
	| { type: 'load'; stream: Stream; timeout: number; keep: boolean }
	| { type: 'loadReplay'; url: string }
	/** Also ends any connection. `keep` as above. */
	| { type: 'unload'; keep?: boolean }
	/** Without `muted`, the sound stays as it is. */
	| { type: 'play'; muted?: boolean };

/** Commands of the stage script. */
export type LiveCommand =
	/** Fetches the broadcast after `delay` milliseconds, for `refreshed`. */
	| { type: 'refresh'; delay: number }
	/** Measures the link, for `measured`. */
	| { type: 'measure'; roundTrip: number }
	/** Shows the broadcast anew, choosing the quality again. */
	| { type: 'show'; live: PlayerSource }
	/** `timeout` in milliseconds. */
	| { type: 'try'; stream: Stream; timeout: number; hasVideo: boolean }
	| { type: 'swap' }
	/** Keeps the last frame, in place of the cover, until the state names another cover. */
	| { type: 'keepFrame' }
	/** Shows the cover though the state names none, or what it names again. */
	| { type: 'cover'; isKept: boolean }
	| { type: 'dropTrial' };

/** Commands of the replay script. */
export type RecordingCommand =
	/** Loads the quality at its place, again or anew. */
	| { type: 'loadRecording' }
	/** Goes on with the quality, `soon` in place of what is loaded ahead. `why` is for the console. */
	| { type: 'changeRecording'; soon: boolean; why: string }
	/** Asks why the address has failed, for `recordingFailed`. */
	| { type: 'diagnose' }
	| { type: 'pause' };

/** Commands of a transition. */
export type Command = CoreCommand | LiveCommand | RecordingCommand;

/** Transition, while it is computed and as a result. */
export interface Draft<
	P extends Policy = Policy,
	S extends PlayerState = PlayerState,
	A extends Surroundings = Surroundings,
> {
	next: { -readonly [Name in keyof S]: S[Name] };
	commands: Command[];
	seen: A;
	policy: P;
	/** A retry is planned, which the rules of the stage script may change. */
	hasFailed?: boolean;
}

/** As {@link Draft}, in the stage script. */
export type LiveDraft = Draft<LivePolicy & QualityPolicy, PlayerState & LiveState, Seen>;

/** A draft of a recording; what the stage script sees may be missing. */
export type RecordingDraft = Draft<
	Draft['policy'] & { hiddenTime?: number },
	PlayerState & Pick<LiveState, 'owed' | 'rested' | 'announced'> & { recording: RecordingState },
	Surroundings & Partial<Pick<Seen, 'unseen'>> & { recording: SeenRecording }
>;
