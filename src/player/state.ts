import type { ErrorCode, RtsError } from '../rts/errors.ts';
import type { LivePolicy } from './policy.ts';
import type { Quality } from './qualities.ts';
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
 * Why playback failed: an error of client or element, the end of the stream, or no data in time. Without failure:
 * `camera-off` (sound without video), `no-frame` (before the first frame), or ''.
 */
export type Reason = ErrorCode | 'media' | 'ended' | 'timeout' | 'camera-off' | 'no-frame' | '';

/** Failure as shown to the viewer; '' for none. */
export type Failure = 'unsupported' | 'media' | 'ended' | 'connection' | 'unreachable' | '';

/** A connection beside the playing one. */
export interface Trial {
	/** Index of the quality. */
	readonly quality: number;
	/**
	 * `lower` and `picked` take over when ready, `better` once the link carries both, `silent` unless the old one
	 * delivers first.
	 */
	readonly why: 'lower' | 'better' | 'picked' | 'silent';
	/** Start, by `Snapshot.now`. */
	readonly since: number;
	/** Whether the old connection has ended, because on a full link nothing else gets through. */
	readonly alone?: boolean;
}

/** Automatic change to announce: to a lower quality, to sound alone, or back to video; '' for none. */
export type QualityNotice = 'lower' | 'sound' | 'restored' | '';

/** State of the player; never changed in place. */
export interface PlayerState {
	readonly status: PlayerStatus;
	readonly reason: Reason;
	/** Set if no retry can help (status `failed`) or retries are slow (status `reconnecting`). */
	readonly failure: Failure;
	/** The client's error behind the last failure, for support (spec §8). */
	readonly error?: RtsError | undefined;
	/** The broadcast as last known. */
	readonly source: PlayerSource | null;
	/** URL of the cover over the video, '' for none; null until the broadcast is known. */
	readonly cover: string | null;
	/** Whether the browser refused sound, so that video plays muted until the viewer turns it on. */
	readonly autoplayMuted: boolean;
	/** Best first; empty until the broadcast is known. */
	readonly qualities: readonly Quality[];
	/** Index of the loaded quality. */
	readonly quality: number;
	/** Name of the quality the viewer has chosen; '' while automatic. */
	readonly picked: string;
	/** Names of unplayable qualities, until the broadcast is shown anew. */
	readonly failedQualities: readonly string[];
	/** Connection beside the playing one. */
	readonly trial: Trial | null;
	readonly notice: QualityNotice;
	/** Whether a stream is loaded that has neither played nor failed. */
	readonly attempting: boolean;
	/** Failures since the video last played steadily. */
	readonly failures: number;
	/** When `status` was entered, by `Snapshot.now`. */
	readonly since: number;
	/** When the loaded stream began to play, by `Snapshot.now`; 0 before. */
	readonly startedAt: number;
	/** When the video last stalled, by `Snapshot.now`; 0 for never. */
	readonly stalledAt: number;
	/** Error that rules out real-time playback here; 0 for none. */
	readonly supportError: ErrorCode | 0;
	/**
	 * Next attempt, milliseconds from the creation of this object. Without it, a due attempt waits for the page to be
	 * shown.
	 */
	readonly timer: { delay: number } | null;
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
	failedQualities: [],
	trial: null,
	notice: '',
	attempting: false,
	failures: 0,
	since: 0,
	startedAt: 0,
	stalledAt: 0,
	supportError: 0,
	timer: null,
};

/** Events of the core (`player.ts`). */
export type CoreEvent =
	/** The broadcast is known, or has changed: show it. */
	| { type: 'live'; live: PlayerSource; qualities: Quality[]; quality: number; supportError?: ErrorCode | 0 }
	/** The element plays; `early` before anything has arrived. */
	| { type: 'playing'; early?: boolean }
	/** The first media of a real-time stream has arrived. */
	| { type: 'canplay' }
	| { type: 'failed'; reason: Reason; error?: RtsError }
	/** The browser refused to play without a click. */
	| { type: 'playRefused' }
	/** The element was paused, by anyone. */
	| { type: 'pause' }
	| { type: 'volumechange' }
	/** The viewer clicked to play or to turn on sound. */
	| { type: 'unmute' }
	/** The viewer clicked to retry. */
	| { type: 'retry' }
	/** The next attempt is due. */
	| { type: 'timer' };

/** Events of the live-player script (`live-rules.ts`). */
export type LiveEvent =
	/** Judge liveness. */
	| { type: 'check' }
	/** Answer to `refresh`. */
	| { type: 'refreshed'; live: PlayerSource; qualities: Quality[] }
	/** The viewer clicked to pause a broadcast. */
	| { type: 'viewerPause' }
	/** The viewer clicked to resume. */
	| { type: 'viewerPlay' }
	/** Play a quality by index; -1 chooses automatically. */
	| { type: 'choose'; quality: number; by: 'viewer' | 'link' }
	/** The trial could take over. */
	| { type: 'trialReady' }
	| { type: 'trialFailed'; reason: Reason; error?: RtsError }
	/** The link carries the better quality beside the playing one. */
	| { type: 'take' }
	/** The link does not carry both. */
	| { type: 'giveUp' }
	/** The page has come to the foreground. */
	| { type: 'visible' }
	/** The browser is online again, or on another network. */
	| { type: 'online' }
	/** The page has returned from the back-forward cache. */
	| { type: 'restored' };

/** Events of the player. */
export type PlayerEvent = CoreEvent | LiveEvent;

/** Totals that grow while a stream is alive; engines differ in which they count. */
export interface Counters {
	/** Changes with each load, when totals restart. */
	generation: number;
	/** Media of any kind. */
	data: number;
	/** Video, decodable or not. */
	video: number;
	/** Frames. */
	picture: number;
	/** Keyframes. */
	keyFrames: number;
	/** Seconds the element has played. */
	clock: number;
	/** Whether the element has something to show. */
	ready: boolean;
	/** Whether the element is paused, or at its end. */
	paused: boolean;
}

/** Milliseconds since things last moved. */
export interface Liveness {
	/** Since any media arrived. */
	silence: number;
	/** Whether the element is paused, or at its end. */
	paused: boolean;
	/** Missing before the live-player script. */
	video?: VideoLiveness;
	/** Whether the browser says it is offline, and really is. */
	offline?: boolean;
	/** Longest recent round trip to the stream's server; 0 while unknown. */
	roundTrip?: number;
}

/** As {@link Liveness}, of the video. */
export interface VideoLiveness {
	/** Since video arrived. */
	silence: number;
	/** Since a frame was decoded, or video resumed after a gap. */
	dark: number;
	/** Longest time between keyframes; Infinity while unknown. */
	gop: number;
	/** Whether there has been a frame. */
	seen: boolean;
	/** Since the element, with something to play, has moved. */
	still: number;
}

/** Surroundings of an event, which make a transition a pure function. */
export interface Snapshot extends Liveness {
	/** Milliseconds on a monotonic clock. */
	now: number;
	/** From 0 to 1. */
	random: number;
	hidden: boolean;
	/** Milliseconds a call to the server takes; 0 while unknown. */
	latency: number;
	/** Of the video element. */
	muted: boolean;
}

/** Commands of a transition. */
export type Command =
	/** Loads a stream, ending the one before. `timeout` in milliseconds. */
	| { type: 'load'; stream: Stream; timeout: number }
	/** Loads the replay from where it was left. */
	| { type: 'loadReplay'; url: string }
	/** Ends what is loaded, and any connection. */
	| { type: 'unload' }
	/** Plays on; without `muted` the sound stays as it is. */
	| { type: 'play'; muted?: boolean }
	| LiveCommand;

/** Commands of the live-player script, ignored before. */
export type LiveCommand =
	/** Fetches the broadcast after `delay` milliseconds; answered by `refreshed` on success. */
	| { type: 'refresh'; delay: number }
	/** Connects to a stream beside the playing one. `timeout` in milliseconds. */
	| { type: 'try'; stream: Stream; timeout: number; hasVideo: boolean }
	/** Ends the old connection, keeping its last frame, or the cover, in view; the trial goes on alone. */
	| { type: 'endOld'; cover: string }
	/** Lets the trial take over the element. */
	| { type: 'swap' }
	/** Ends the trial. */
	| { type: 'dropTrial' }
	/** Keeps the last frame, or the cover, in view during the next load. */
	| { type: 'keepFrame'; cover: string };

/** A transition in the making. */
export interface Draft {
	next: { -readonly [Name in keyof PlayerState]: PlayerState[Name] };
	commands: Command[];
	/** Surroundings of the event. */
	at: Snapshot;
	/** Only `Policy` before the live-player script. */
	policy: LivePolicy;
}
