/** Input and output of the player's rules: events, the draft of a transition, commands. */
import type { FileState } from '../../network/file-failures.ts';
import type { ErrorCode, RtsError } from '../../rts/play/errors.ts';
import type { Quality } from './list-qualities.ts';
import type { PlayerSource, Stream } from './source.ts';
import type { LivePolicy, Policy } from './policy.ts';
import type { SeenRecording } from '../watch/see-recording.ts';
import type { Seen, Surroundings } from '../watch/seen.ts';
import type { LiveState } from './live-state.ts';
import type { PlayerState, Reason, RecordingState } from './state.ts';

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

/** Events of the stage script (`broadcast.ts`). */
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
	| { type: 'restored' };

/** Events of a recording (`recording.ts`). */
export type RecordingEvent =
	/** The next piece is about to be requested. */
	| { type: 'piece' }
	/** It does not come, or cannot be played; `status` as of a `RangeError`. */
	| { type: 'recordingFailed'; kind: FileState | 'media' | 'undecodable'; status?: number };

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
	| { type: 'measure' }
	/** Shows the broadcast anew, choosing the quality again. */
	| { type: 'show'; live: PlayerSource }
	/** `timeout` in milliseconds. */
	| { type: 'try'; stream: Stream; timeout: number; hasVideo: boolean }
	| { type: 'swap' }
	/** Makes the last frame the poster, in place of the cover, until the state names another cover. */
	| { type: 'setPoster' }
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

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Transition, while it is computed and as a result. */
export interface Draft {
	next: Mutable<PlayerState>;
	commands: Command[];
	seen: Surroundings;
	policy: Policy;
	/** A retry is planned, which the rules of the stage script may change. */
	hasFailed?: boolean;
}

/** As {@link Draft}, in the stage script. */
export interface LiveDraft extends Draft {
	next: Mutable<PlayerState & LiveState>;
	seen: Seen;
	policy: LivePolicy;
}

/** A draft of a recording; what the stage script sees may be missing. */
export interface RecordingDraft extends Draft {
	next: Mutable<PlayerState & Pick<LiveState, 'owed' | 'rested' | 'announced'> & { recording: RecordingState }>;
	seen: Surroundings & Partial<Pick<Seen, 'unseen'>> & { recording: SeenRecording };
	policy: Policy & { hiddenTime?: number };
}
