import type { PlayClient } from '../rts/play.ts';
import { ErrorCode } from '../rts/errors.ts';
import { createElement } from './element.ts';
import { POLICY, type Policy } from './policy.ts';
import { transition } from './player.ts';
import { onWake } from './reconnect.ts';
import type { PlayerSource } from './source.ts';
import { INITIAL_STATE, type PlayerEvent, type PlayerState } from './state.ts';

/** What a player is made of. */
export interface PlayerOptions {
	video: HTMLVideoElement;
	cover: HTMLImageElement;
	/** The streaming client; null where there is no WebRTC. */
	client: PlayClient | null;
	/** The URL of the cover at the width it is shown with. */
	coverUrl: (url: string) => string;
	/** Fetches the broadcast from the server. Rejects when that fails; the player then goes on with what it knows. */
	refresh: () => Promise<PlayerSource>;
	/** Milliseconds a call to the server takes, 0 while unknown: a slow connection gets more time to the first frame. */
	latency?: () => number;
	/** Default: a copy of {@link POLICY}. */
	policy?: Policy;
}

/** Plays a broadcast on the served `<video>` and keeps it playing. */
export interface Player {
	readonly state: PlayerState;
	readonly video: HTMLVideoElement;
	/** As in the options: what is set in it applies from then on. */
	readonly policy: Policy;
	/** Called after each change of the state; may be replaced. */
	onChange: (state: PlayerState) => void;
	/** As in the options; may be replaced. */
	refresh: PlayerOptions['refresh'];
	/**
	 * Shows what the status of a broadcast calls for (spec §4).
	 * @param supportError what a support check found against real-time playback here; 0, the default, for nothing
	 */
	show(live: PlayerSource, supportError?: ErrorCode | 0): void;
	/** Plays with sound. Call it from a click. */
	unmute(): void;
	/** Tries at once, at a viewer's request. */
	retry(): void;
	/** Pauses a broadcast: ends its connection and keeps the last frame in view (status `paused`). Does nothing to a replay, which has controls. */
	pause(): void;
	/** Goes on after `pause`, over a new connection. Call it from a click. */
	play(): void;
	/** Chooses sound without video, or video again; with the cover instead of the video. Not remembered here. */
	setAudioOnly(on: boolean): void;
	/** Ends playback, timers and listeners; nothing is reported afterwards. Harmless twice. */
	stop(): void;
}

/** Makes the player: holds the state, and carries out what {@link transition} decides. */
export function createPlayer({
	video,
	cover,
	client,
	coverUrl,
	refresh,
	latency = () => 0,
	policy = Object.assign({}, POLICY),
}: PlayerOptions): Player {
	let state: PlayerState = client
		? INITIAL_STATE
		: Object.assign({}, INITIAL_STATE, { supportError: ErrorCode.ERROR_NOTSUPPORT_WEBRTC });
	let timeout: ReturnType<typeof setTimeout> | undefined;
	/** Of a refresh that is due; 0 without one. */
	let refreshTimer: unknown = 0;
	let stopped = false;

	function dispatch(event: PlayerEvent): void {
		if (stopped) return;
		const now = performance.now();
		const { hidden } = document;
		const paused = video.paused || video.ended;
		const surroundings = {
			now,
			random: Math.random(),
			hidden,
			online: navigator.onLine !== false,
			latency: latency(),
			paused,
			muted: video.muted,
		};
		const snapshot = Object.assign(surroundings, element.liveness(now, hidden || paused));
		const before = state;
		const { state: next, commands } = transition(before, event, snapshot, policy);
		state = next;
		if (next.timer !== before.timer) {
			clearTimeout(timeout);
			if (next.timer) timeout = setTimeout(dispatch, next.timer.delay, { type: 'timer' });
		}
		if (next.cover !== before.cover) element.showCover(next.cover!);
		for (const command of commands)
			if (command.type === 'refresh')
				// One at a time: a crowd that waits for the first does not meet at the next.
				refreshTimer =
					refreshTimer ||
					setTimeout(() => {
						refreshTimer = 0;
						if (!stopped)
							player.refresh().then(
								(live) => dispatch({ type: 'refreshed', live }),
								() => {},
							);
					}, command.delay);
			else element[command.type](command as never);
		if (next !== before) {
			// For the css, which knows no more than this before the page is hydrated; a reason has a message.
			video.parentElement!.className = next.reason ? '' : next.status;
			player.onChange(state);
		}
	}

	const element = createElement({ video, cover, client, coverUrl, dispatch });
	const stopListening = onWake(dispatch);
	const checks = setInterval(dispatch, policy.checkInterval, { type: 'check' });

	const player: Player = {
		get state() {
			return state;
		},
		video,
		policy,
		onChange() {},
		refresh,
		show: (live, supportError) => dispatch({ type: 'live', live, supportError }),
		unmute: () => dispatch({ type: 'unmute' }),
		retry: () => dispatch({ type: 'retry' }),
		pause: () => dispatch({ type: 'viewerPause' }),
		play: () => dispatch({ type: 'viewerPlay' }),
		setAudioOnly: (on) => dispatch({ type: 'audioOnly', on }),
		stop() {
			if (stopped) return;
			stopped = true;
			clearTimeout(timeout);
			clearInterval(checks);
			stopListening();
			element.dispose();
		},
	};
	return player;
}
