// In the HTML: each byte is paid before the first paint.
import { ErrorCode } from '../../rts/play/errors.ts';
import { createElement, type ElementOptions } from '../act/element.ts';
import type { LivePolicy, Policy } from './policy.ts';
import { coreRules, type Rules, transition } from '../rules/transition.ts';
import type { Surroundings } from '../watch/seen.ts';
import type { Quality } from './list-qualities.ts';
import type { RulesRank } from './rules-rank.ts';
import type { PlayerSource } from './source.ts';
import type { Command, LiveCommand, PlayerEvent, RecordingCommand } from './draft.ts';
import { INITIAL_STATE, type PlayerState } from './state.ts';

/** Options of {@link createPlayer}. */
export interface PlayerOptions extends ElementOptions {
	/** Milliseconds per call to the server; 0 while unknown. */
	latency: () => number;
	/** Best first; at least one. */
	qualitiesOf: (live: PlayerSource) => Quality[];
	/** Index, unless one is picked. */
	firstQuality: (qualities: Quality[]) => number;
	/** Name; '' for none. */
	picked: string;
	policy: Player['policy'];
}

/** Rules, and what carries them out. */
export interface PlayerRules {
	rules: Rules;
	/** Adds all that is seen at an event. */
	see: (surroundings: Surroundings, event: PlayerEvent) => Surroundings;
	perform: (command: Command) => void;
}

/** May be called again, as rules of a lower rank may come later. */
type AddRules = (before: PlayerRules) => Partial<PlayerRules>;

/** Plays a broadcast on the page's `<video>`. */
export interface Player {
	readonly state: PlayerState;
	readonly video: HTMLVideoElement;
	/** May change; extended by the stage script. */
	readonly policy: Policy & Partial<LivePolicy>;
	/** Called after each change. */
	readonly listeners: Set<(state: PlayerState) => void>;
	/** Fetches the broadcast; may reject. Set by the bundle. */
	refresh: () => Promise<PlayerSource>;
	/** Adds what a later script has of these; each leaves to those before, of lower ranks, what is not its own. */
	addRules(rank: RulesRank, add: AddRules): void;
	readonly qualitiesOf: PlayerOptions['qualitiesOf'];
	readonly element: ReturnType<typeof createElement>;
	dispatch: (event: PlayerEvent) => void;
	/**
	 * Shows what a broadcast's status calls for (spec §4).
	 *
	 * @param supportError rules out real-time playback; 0 for none
	 */
	show(live: PlayerSource, supportError?: ErrorCode | 0): void;
	/** Receives what {@link show} would play, without showing it. */
	expect(live: PlayerSource): void;
	/** Plays with sound. Call from a click. */
	unmute(): void;
	retry(): void;
}

/** Creates the player, which carries out {@link transition}. */
export function createPlayer(options: PlayerOptions): Player {
	const { video, client, latency, qualitiesOf, firstQuality, picked, policy } = options;
	const supportError = client ? 0 : ErrorCode.ERROR_NOTSUPPORT_WEBRTC;
	let state: PlayerState = Object.assign({}, INITIAL_STATE, { picked, supportError });
	let timeout: ReturnType<typeof setTimeout> | undefined;
	const core: PlayerRules = { rules: coreRules, see: (surroundings) => surroundings, perform: performCore };
	let current = core;
	const added: AddRules[] = [];

	function decide(event: PlayerEvent) {
		const surroundings = {
			now: performance.now(),
			random: Math.random(),
			hidden: document.hidden,
			latency: latency(),
			muted: video.muted,
			pressed: !!(navigator.userActivation || {}).isActive,
		};
		return transition(state, event, current.see(surroundings, event), policy, current.rules);
	}

	function dispatch(event: PlayerEvent): void {
		const before = state;
		const { next, commands, isNews } = decide(event);
		state = next;
		if (next.timer !== before.timer) {
			clearTimeout(timeout);
			if (next.timer) timeout = setTimeout(dispatch, next.timer.delay, { type: 'timer' });
		}
		if (next.cover !== before.cover) element.showCover(next.cover!);
		commands.forEach((command) => current.perform(command));
		if (isNews) {
			// For CSS before hydration; a reason has a message.
			video.parentElement!.className = next.reason ? '' : next.status;
			player.listeners.forEach((listener) => listener(state));
		}
	}

	function performCore(command: Command): void {
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
				command satisfies LiveCommand | RecordingCommand;
		}
	}

	function liveEvent(live: PlayerSource, supportError?: ErrorCode | 0): PlayerEvent {
		const qualities = qualitiesOf(live);
		const index = qualities.findIndex(({ name }) => name === state.picked);
		return { type: 'live', live, qualities, quality: index < 0 ? firstQuality(qualities) : index, supportError };
	}

	const element = createElement(options, dispatch);

	const player: Player = {
		get state() {
			return state;
		},
		video,
		policy,
		listeners: new Set(),
		refresh: () => Promise.reject(),
		addRules(rank, add) {
			added[rank] = add;
			current = added.reduce((before, add) => Object.assign({}, before, add(before)), core);
		},
		qualitiesOf,
		element,
		dispatch,
		show: (live, supportError) => dispatch(liveEvent(live, supportError)),
		expect: (live) =>
			decide(liveEvent(live)).commands.forEach((command) => {
				if (command.type === 'load') element.request(command.stream, command.timeout);
			}),
		unmute: () => dispatch({ type: 'unmute' }),
		retry: () => dispatch({ type: 'retry' }),
	};
	return player;
}
