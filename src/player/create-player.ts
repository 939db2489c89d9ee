import type { PlayClient } from '../rts/play.ts';
import { ErrorCode } from '../rts/errors.ts';
import { createElement } from './element.ts';
import type { LivePolicy, Policy, QualityPolicy } from './policy.ts';
import { coreRules, type Rules, transition } from './player.ts';
import type { Quality } from './qualities.ts';
import type { PlayerSource } from './source.ts';
import {
	type Command,
	INITIAL_STATE,
	type LiveCommand,
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
	latency: () => number;
	/** The position to begin a replay at, in seconds. */
	replayPosition: (url: string) => number;
	/** The qualities of a broadcast, best first; at least one. */
	qualitiesOf: (live: PlayerSource) => Quality[];
	/** The index of the one to begin with unless one is picked. */
	firstQuality: (qualities: Quality[]) => number;
	/** Name of the quality that the viewer has chosen; '' for none. */
	picked: string;
	policy: Player['policy'];
}

/** Plays a broadcast on the served `<video>` and keeps it playing. */
export interface Player {
	readonly state: PlayerState;
	readonly video: HTMLVideoElement;
	/** Its limits may be changed at any time; the live-player script adds its own. */
	readonly policy: Policy & Partial<LivePolicy & QualityPolicy>;
	/** Called after each change of the state; may be replaced. */
	onChange: (state: PlayerState) => void;
	/** Fetches the broadcast from the server. Rejects when that fails; the player then goes on with what it knows. May be replaced. */
	refresh: () => Promise<PlayerSource>;
	/** Decides what follows from an event; the live-player script replaces it. */
	rules: Rules;
	/** Carries out a command; the live-player script replaces it. */
	perform: (command: Command) => void;
	/** Reads how long the stream has not moved; the live-player script replaces it. */
	readLiveness: (now: number, hidden: boolean) => Liveness;
	/** As in the options. */
	readonly qualitiesOf: PlayerOptions['qualitiesOf'];
	/** The element as {@link createElement} makes it. */
	readonly element: ReturnType<typeof createElement>;
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
}

/** Before the live-player script. */
const UNKNOWN: Liveness = { silence: 0, paused: false };

/** Makes the player: holds the state, and carries out what {@link transition} decides. */
export function createPlayer({
	video,
	cover,
	client,
	coverUrl,
	latency,
	replayPosition,
	qualitiesOf,
	firstQuality,
	picked,
	policy,
}: PlayerOptions): Player {
	const supportError = client ? 0 : ErrorCode.ERROR_NOTSUPPORT_WEBRTC;
	let state: PlayerState = Object.assign({}, INITIAL_STATE, { picked, supportError });
	let timeout: ReturnType<typeof setTimeout> | undefined;

	function dispatch(event: PlayerEvent): void {
		const now = performance.now();
		const { hidden } = document;
		const surroundings = {
			now,
			random: Math.random(),
			hidden,
			latency: latency(),
			muted: video.muted,
		};
		const snapshot = Object.assign(surroundings, player.readLiveness(now, hidden));
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
			default:
				command satisfies LiveCommand;
		}
	}

	const element = createElement({ video, cover, client, coverUrl, replayPosition, dispatch });

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
		readLiveness: () => UNKNOWN,
		qualitiesOf,
		element,
		dispatch,
		show(live, supportError) {
			const qualities = qualitiesOf(live);
			const index = qualities.findIndex(({ name }) => name === state.picked);
			const quality = index < 0 ? firstQuality(qualities) : index;
			dispatch({ type: 'live', live, qualities, quality, supportError });
		},
		unmute: () => dispatch({ type: 'unmute' }),
		retry: () => dispatch({ type: 'retry' }),
	};
	return player;
}
