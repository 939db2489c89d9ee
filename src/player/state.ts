import type { ErrorCode, RtsError } from '../rts/errors.ts';
import type { LivePolicy } from './policy.ts';
import type { Quality } from './qualities.ts';
import type { PlayerSource, Stream } from './source.ts';

/** What the player is doing. */
export type PlayerStatus =
	| 'idle' // nothing is known yet
	| 'cover' // not started
	| 'ended'
	| 'replay'
	| 'connecting' // for the first time
	| 'playing'
	| 'stalled'
	| 'blocked' // the browser allows playback from a click only
	| 'paused' // by the viewer: there is no connection
	| 'reconnecting' // waiting for the next attempt, or making it
	| 'failed';

/**
 * Why playback failed: an error of the streaming client, of the element, the end of the stream, or no data in time.
 * No failure: `camera-off` while sound plays without video, `no-frame` while it waits for the first frame. '' for none.
 */
export type Reason = ErrorCode | 'media' | 'ended' | 'timeout' | 'camera-off' | 'no-frame' | '';

/** What the viewer is told of a failure; '' while there is none. */
export type Failure = 'unsupported' | 'media' | 'ended' | 'connection' | 'unreachable' | '';

/** A connection beside what plays. */
export interface Trial {
	/** Index of the quality. */
	readonly quality: number;
	/** `lower` and `picked` take over as soon as they can, `better` once the link carries both, `silent` unless the old one delivers first. */
	readonly why: 'lower' | 'better' | 'picked' | 'silent';
	/** When it was begun, by `Snapshot.now`. */
	readonly since: number;
	/** The old connection has been ended: on a full link nothing else gets through beside it. */
	readonly alone?: boolean;
}

/** An automatic change: to a lower quality, to sound alone, or from that back to the video. '' for none. */
export type QualityNotice = 'lower' | 'sound' | 'restored' | '';

/** The whole state of the player. Never changed in place: a transition makes a new one. */
export interface PlayerState {
	readonly status: PlayerStatus;
	readonly reason: Reason;
	/** Set when no retry can help (status `failed`), and once retries have become slow (status `reconnecting`). */
	readonly failure: Failure;
	/** The streaming client's error behind the last failure, for a support ticket (spec §8); missing where there was none. */
	readonly error?: RtsError | undefined;
	/** The broadcast as last known; null until it is. */
	readonly source: PlayerSource | null;
	/** URL of the cover that is shown over the video, '' for none; null until the broadcast is known. */
	readonly cover: string | null;
	/** The browser refused sound, so the video plays muted until the viewer turns it on. */
	readonly autoplayMuted: boolean;
	/** Best first; empty until the broadcast is known. */
	readonly qualities: readonly Quality[];
	/** Index of the one that is loaded. */
	readonly quality: number;
	/** Name of the one that the viewer has chosen; '' while the choice is automatic. */
	readonly picked: string;
	/** Names of those that cannot be played; left out until the broadcast is shown anew. */
	readonly failedQualities: readonly string[];
	/** What is connected to beside what plays. */
	readonly trial: Trial | null;
	/** What the last automatic change of quality is to tell the viewer. */
	readonly notice: QualityNotice;
	/** A stream was loaded and has neither played nor failed. */
	readonly attempting: boolean;
	/** Failures since the video last played steadily. */
	readonly failures: number;
	/** When `status` was entered, by `Snapshot.now`. */
	readonly since: number;
	/** When what is loaded began to play, by `Snapshot.now`; 0 before. */
	readonly startedAt: number;
	/** When the video stalled last, by `Snapshot.now`; 0 if it has not. */
	readonly stalledAt: number;
	/** Error of the support check that rules out real-time playback here; 0 for none. */
	readonly supportError: ErrorCode | 0;
	/** When the next attempt is due: milliseconds from when this object was made. Without it, an attempt that is due waits for the page to be shown. */
	readonly timer: { delay: number } | null;
}

/** The state before anything is known. */
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

/** What can happen from the first frame's way on (`player.ts`). */
export type CoreEvent =
	/** The broadcast is known, or has changed: show it. */
	| { type: 'live'; live: PlayerSource; qualities: Quality[]; quality: number; supportError?: ErrorCode | 0 }
	/** The element plays. `early`: a stream of which nothing has arrived. */
	| { type: 'playing'; early?: boolean }
	/** The first media of a real-time stream has arrived. */
	| { type: 'canplay' }
	| { type: 'failed'; reason: Reason; error?: RtsError }
	/** The browser refused to play without a click. */
	| { type: 'playRefused' }
	/** The element was paused, by whatever. */
	| { type: 'pause' }
	| { type: 'volumechange' }
	/** The viewer clicked to play, or to turn on the sound. */
	| { type: 'unmute' }
	/** The viewer clicked to retry. */
	| { type: 'retry' }
	/** The next attempt is due. */
	| { type: 'timer' };

/** What can happen once the live-player script is there (`live-rules.ts`). */
export type LiveEvent =
	/** Liveness is to be judged. */
	| { type: 'check' }
	/** The answer to `refresh`. */
	| { type: 'refreshed'; live: PlayerSource; qualities: Quality[] }
	/** The viewer clicked to pause a broadcast. */
	| { type: 'viewerPause' }
	/** The viewer clicked to go on. */
	| { type: 'viewerPlay' }
	/** Another quality is to be played, by its index; -1 leaves the choice to the link again. */
	| { type: 'choose'; quality: number; by: 'viewer' | 'link' }
	/** What is connected to beside what plays could take over. */
	| { type: 'trialReady' }
	| { type: 'trialFailed'; reason: Reason; error?: RtsError }
	/** The link carries the better quality that is tried, beside the other. */
	| { type: 'take' }
	/** It does not. */
	| { type: 'giveUp' }
	/** The page has come to the foreground. */
	| { type: 'visible' }
	/** The browser is online again, or on another network. */
	| { type: 'online' }
	/** The page has come back from the back-forward cache. */
	| { type: 'restored' };

/** What can happen to the player. */
export type PlayerEvent = CoreEvent | LiveEvent;

/** Totals that grow while a stream is alive; which of them an engine counts differs. */
export interface Counters {
	/** Another number for another load: the totals begin anew. */
	generation: number;
	/** Media of any kind. */
	data: number;
	/** Video, whether it can be decoded or not. */
	video: number;
	/** Frames. */
	picture: number;
	/** Keyframes. */
	keyFrames: number;
	/** Seconds that the element has played. */
	clock: number;
	/** The element has something to show. */
	ready: boolean;
	/** The element is paused, or at its end. */
	paused: boolean;
}

/** Milliseconds since what should move has moved. */
export interface Liveness {
	/** Since any media arrived. */
	silence: number;
	/** The video element is paused, or at its end. */
	paused: boolean;
	/** Of the video; missing before the live-player script. */
	video?: VideoLiveness;
	/** The browser is offline, and it is true. */
	offline?: boolean;
	/** The longest round trip to the stream's server of late; 0 while unknown. */
	roundTrip?: number;
}

/** As {@link Liveness}, of the video. */
export interface VideoLiveness {
	/** Since video arrived. */
	silence: number;
	/** Since a frame was decoded, or video arrived again after a gap. */
	dark: number;
	/** The longest time between two keyframes so far; Infinity while unknown. */
	gop: number;
	/** There has been a frame. */
	seen: boolean;
	/** That the element has stood still although there was something to play. */
	still: number;
}

/** The surroundings at the moment of an event: with them a transition is a pure function. */
export interface Snapshot extends Liveness {
	/** Milliseconds on a monotonic clock. */
	now: number;
	/** From 0 to 1, as `Math.random()`. */
	random: number;
	hidden: boolean;
	/** Milliseconds a call to the server takes; 0 while unknown. */
	latency: number;
	/** Of the video element. */
	muted: boolean;
}

/** What a transition wants done. */
export type Command =
	/** Loads a stream, and ends the one before. `timeout` in milliseconds. */
	| { type: 'load'; stream: Stream; timeout: number }
	/** Loads the replay, from where it was left off. */
	| { type: 'loadReplay'; url: string }
	/** Ends what is loaded, and any connection. */
	| { type: 'unload' }
	/** Plays on; `muted` says whether without sound, else that stays as it is. */
	| { type: 'play'; muted?: boolean }
	| LiveCommand;

/** What only the live-player script does; ignored before it is there. */
export type LiveCommand =
	/** Fetches the broadcast after so many milliseconds; answered by the event `refreshed`, unless that fails. */
	| { type: 'refresh'; delay: number }
	/** Connects to a stream beside what plays. `timeout` in milliseconds. */
	| { type: 'try'; stream: Stream; timeout: number; hasVideo: boolean }
	/** Ends what plays, whose last frame, or else the cover of this URL, stays in view; that stream goes on alone. */
	| { type: 'endOld'; cover: string }
	/** Lets that stream take over the element. */
	| { type: 'swap' }
	/** Ends it. */
	| { type: 'dropTrial' }
	/** Lets the last frame, or else the cover of this URL, stay in view under what is loaded next. */
	| { type: 'keepFrame'; cover: string };

/** A transition while it is being made. */
export interface Draft {
	next: { -readonly [Name in keyof PlayerState]: PlayerState[Name] };
	commands: Command[];
	/** The surroundings at the moment of the event. */
	at: Snapshot;
	/** Before the live-player script, those of `Policy` alone. */
	policy: LivePolicy;
}
