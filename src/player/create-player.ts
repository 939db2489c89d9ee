import type { PlayClient } from '../rts/play.ts';
import { ErrorCode } from '../rts/errors.ts';
import { createElement } from './element.ts';
import { POLICY, type Policy } from './policy.ts';
import { coreRules, type Rules, transition } from './player.ts';
import { createSilence } from './silence.ts';
import type { PlayerSource } from './source.ts';
import {
	type Command,
	type Counters,
	INITIAL_STATE,
	type Liveness,
	type PlayerEvent,
	type PlayerState,
} from './state.ts';

/** What a player is made of. */
export interface PlayerOptions {
	video: HTMLVideoElement;
	cover: HTMLImageElement;
	/** The streaming client; null where there is no WebRTC. */
	client: PlayClient | null;
	/** The URL of the cover at the width it is shown with. */
	coverUrl: (url: string) => string;
	/** Milliseconds a call to the server takes, 0 while unknown: a slow connection gets more time to the first frame. */
	latency?: () => number;
	/** The position to begin a replay at, in seconds; default: its start. */
	replayPosition?: (url: string) => number;
	/** The viewer has chosen sound without video. */
	audioOnly?: boolean;
	/** Default: a copy of {@link POLICY}. */
	policy?: Policy;
}

/** Plays a broadcast on the served `<video>` and keeps it playing. */
export interface Player {
	readonly state: PlayerState;
	readonly video: HTMLVideoElement;
	/** Its limits may be changed at any time. */
	readonly policy: Policy;
	/** Called after each change of the state; may be replaced. */
	onChange: (state: PlayerState) => void;
	/** Fetches the broadcast from the server. Rejects when that fails; the player then goes on with what it knows. May be replaced. */
	refresh: () => Promise<PlayerSource>;
	/** Decides what follows from an event; the deferred script replaces it. */
	rules: Rules;
	/** Carries out a command; the deferred script replaces it. */
	perform: (command: Command) => void;
	/** Reads from its counters how long a stream has not moved; the deferred script replaces it. */
	readLiveness: (now: number, counters: Counters, hidden: boolean) => Liveness;
	/** Takes an event. */
	dispatch: (event: PlayerEvent) => void;
	/**
	 * Shows what the status of a broadcast calls for (spec §4).
	 * @param supportError what a support check found against real-time playback here; 0, the default, for nothing
	 */
	show(live: PlayerSource, supportError?: ErrorCode | 0): void;
	/** Plays with sound. Call it from a click. */
	unmute(): void;
	/** Tries at once, at a viewer's request. */
	retry(): void;
	/** Ends timers; nothing is done or reported afterwards. Safe to call twice. */
	stop(): void;
}

/** Makes the player: holds the state, and carries out what {@link transition} decides. */
export function createPlayer({
	video,
	cover,
	client,
	coverUrl,
	latency = () => 0,
	replayPosition = () => 0,
	audioOnly = false,
	policy = Object.assign({}, POLICY),
}: PlayerOptions): Player {
	const supportError = client ? 0 : ErrorCode.ERROR_NOTSUPPORT_WEBRTC;
	let state: PlayerState = Object.assign({}, INITIAL_STATE, { audioOnly, supportError });
	let timeout: ReturnType<typeof setTimeout> | undefined;
	let stopped = false;

	function dispatch(event: PlayerEvent): void {
		if (stopped) return;
		const now = performance.now();
		const { hidden } = document;
		const counters = element.counters();
		const surroundings = {
			now,
			random: Math.random(),
			hidden,
			latency: latency(),
			paused: counters.paused,
			muted: video.muted,
		};
		const snapshot = Object.assign(surroundings, player.readLiveness(now, counters, hidden));
		const before = state;
		const { state: next, commands } = transition(before, event, snapshot, policy, player.rules);
		state = next;
		if (next.timer !== before.timer) {
			clearTimeout(timeout);
			if (next.timer) timeout = setTimeout(dispatch, next.timer.delay, { type: 'timer' });
		}
		if (next.cover !== before.cover) element.showCover(next.cover!);
		commands.forEach((command) => player.perform(command));
		if (next !== before) {
			// For the css, which knows no more than this before the page is hydrated; a reason has a message.
			video.parentElement!.className = next.reason ? '' : next.status;
			player.onChange(state);
		}
	}

	function perform(command: Command): void {
		switch (command.type) {
			case 'load':
				return element.load(command.stream, command.timeout);
			case 'loadReplay':
				return element.loadReplay(command.url);
			case 'unload':
				return element.unload();
			case 'play':
				return element.play(command.muted);
			case 'refresh':
			case 'keepFrame':
				return;
			default:
				command satisfies never;
		}
	}

	const element = createElement({ video, cover, client, coverUrl, replayPosition, dispatch });
	const checks = setInterval(dispatch, policy.checkInterval, { type: 'check' });

	const player: Player = {
		get state() {
			return state;
		},
		video,
		policy,
		onChange() {},
		refresh: () => Promise.reject(),
		rules: coreRules,
		perform,
		readLiveness: createSilence(),
		dispatch,
		show: (live, supportError) => dispatch({ type: 'live', live, supportError }),
		unmute: () => dispatch({ type: 'unmute' }),
		retry: () => dispatch({ type: 'retry' }),
		stop() {
			stopped = true;
			clearTimeout(timeout);
			clearInterval(checks);
		},
	};
	return player;
}
