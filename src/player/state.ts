import type { ErrorCode } from '../rts/errors.ts';
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
	| 'reconnecting' // waiting for the next attempt, or making it
	| 'failed';

/** Why playback failed: an error of the streaming client, of the element, the end of the stream, or no data in time; '' for no failure. */
export type Reason = ErrorCode | 'media' | 'ended' | 'timeout' | '';

/** What the viewer is told of a failure; '' while there is none. */
export type Failure = 'unsupported' | 'media' | 'ended' | 'connection' | '';

/** What is due next; a new object restarts the clock. `delay` in milliseconds. */
export type Timer =
	/** The next attempt. */
	| { type: 'retry'; delay: number }
	/** The look at the video soon after its first frame. */
	| { type: 'firstCheck'; delay: number }
	/** The end of a watch for progress, with the progress at its start. */
	| { type: 'watchdog'; delay: number; progress: number };

/** The whole state of the player. Never changed in place: a transition makes a new one. */
export interface PlayerState {
	readonly status: PlayerStatus;
	readonly reason: Reason;
	/** Set once the player has given up (status `failed`). */
	readonly failure: Failure;
	/** The broadcast as last known; null until it is. */
	readonly source: PlayerSource | null;
	/** The browser refused sound, so the video plays muted until the viewer turns it on. */
	readonly autoplayMuted: boolean;
	/** A stream was loaded and has neither played nor failed. */
	readonly attempting: boolean;
	/** Failures in a row since the video last played. */
	readonly failures: number;
	/** `Date.now()` when playback was lost; 0 while it is not. */
	readonly lostAt: number;
	/** `Date.now()` when what is loaded began to play; 0 before. */
	readonly startedAt: number;
	/** An attempt became due while the page was hidden or offline. */
	readonly retryPending: boolean;
	/** The server was asked for the broadcast since playback was lost. */
	readonly refreshed: boolean;
	/** The stream has ended, and what follows depends on the answer to `refresh`. */
	readonly awaitingRefresh: boolean;
	/** The HLS URL is played instead of the real-time stream. */
	readonly usingHls: boolean;
	/** Error of the support check that rules out real-time playback here; 0 for none. */
	readonly supportError: ErrorCode | 0;
	readonly timer: Timer | null;
}

/** The state before anything is known. */
export const INITIAL_STATE: PlayerState = {
	status: 'idle',
	reason: '',
	failure: '',
	source: null,
	autoplayMuted: false,
	attempting: false,
	failures: 0,
	lostAt: 0,
	startedAt: 0,
	retryPending: false,
	refreshed: false,
	awaitingRefresh: false,
	usingHls: false,
	supportError: 0,
	timer: null,
};

/** What can happen to the player. */
export type PlayerEvent =
	/** The broadcast is known, or has changed: show it. */
	| { type: 'live'; live: PlayerSource; supportError?: ErrorCode | 0 }
	/** The element plays. */
	| { type: 'playing' }
	/** The first media of a real-time stream has arrived. */
	| { type: 'canplay' }
	/** The frames of a real-time stream flow again. */
	| { type: 'flowing' }
	| { type: 'waiting' }
	/** The stream has ended. */
	| { type: 'ended' }
	| { type: 'failed'; reason: Reason }
	/** The browser refused to play without a click. */
	| { type: 'playRefused' }
	/** The element was paused, by whatever. */
	| { type: 'pause' }
	| { type: 'volumechange' }
	/** The viewer clicked to play, or to turn on the sound. */
	| { type: 'unmute' }
	/** The viewer clicked to retry. */
	| { type: 'retry' }
	| { type: 'timer' }
	/** The page has come to the foreground. */
	| { type: 'visible' }
	| { type: 'online' }
	/** The page has come back from the back-forward cache. */
	| { type: 'restored' }
	/** The answer to `refresh`; null when the server could not be asked. */
	| { type: 'refreshed'; live: PlayerSource | null };

/** The surroundings at the moment of an event: with them a transition is a pure function. */
export interface Snapshot {
	/** `Date.now()`. */
	now: number;
	/** From 0 to 1, as `Math.random()`. */
	random: number;
	hidden: boolean;
	online: boolean;
	/** Milliseconds a call to the server takes; 0 while unknown. */
	latency: number;
	/** Of the video element. */
	paused: boolean;
	/** Of the video element. */
	muted: boolean;
	/** Changes while frames are shown or data comes in. */
	progress: number;
}

/** What a transition wants done. */
export type Command =
	/** Hides the cover and loads a stream; ends the one before. `timeout` in milliseconds. */
	| { type: 'load'; stream: Stream; timeout: number }
	/** Loads the replay, from where it was left off. */
	| { type: 'loadReplay'; url: string }
	/** Ends what is loaded, and any connection. */
	| { type: 'unload' }
	/** Shows the cover, or hides it for an empty URL. */
	| { type: 'showCover'; url: string }
	/** Plays on; `muted` says whether without sound, else that stays as it is. */
	| { type: 'play'; muted?: boolean }
	/** Asks the server for the broadcast; answered by the event `refreshed`. */
	| { type: 'refresh' };

/** The command of a type. */
export type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;
