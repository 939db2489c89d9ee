import type { Player } from './create-player.ts';
import { deferredRules } from './deferred-rules.ts';
import { keepFrame } from './keep-frame.ts';
import { createLiveness } from './liveness.ts';
import { createOfflineCheck } from './offline.ts';
import { onWake } from './wake.ts';

/** What a viewer does with a broadcast, which has none of the browser's own controls (spec §4). */
export interface ViewerCalls {
	/** Ends the connection and keeps the last frame in view (status `paused`). Does nothing to a replay. */
	pause(): void;
	/** Goes on after `pause`, over a new connection. Call it from a click. */
	play(): void;
	/** Chooses sound without video, or video again; with the cover instead of the video. Not remembered here. */
	setAudioOnly(on: boolean): void;
}

/**
 * Gives the player its rules for the whole evening, and reports to it when the page wakes up.
 *
 * @param coverUrl the URL of the cover at the width it is shown with
 */
export function extendPlayer(
	player: Player,
	coverUrl: (url: string) => string,
): { calls: ViewerCalls; stop: () => void } {
	const { video, dispatch } = player;
	const performCore = player.perform;
	let refreshTimer: ReturnType<typeof setTimeout> | 0 = 0;

	/** Fetches the broadcast later. One at a time: a crowd that waits for the first does not meet at the next. */
	function refreshAfter(delay: number): void {
		refreshTimer =
			refreshTimer ||
			setTimeout(() => {
				refreshTimer = 0;
				player.refresh().then(
					(live) => {
						dispatch({ type: 'refreshed', live });
						// The answer has shown it to be wrong.
						if (navigator.onLine === false && !isOffline(performance.now(), true)) dispatch({ type: 'online' });
					},
					() => {},
				);
			}, delay);
	}

	player.rules = deferredRules;
	const readLiveness = createLiveness();
	const isOffline = createOfflineCheck();
	let generation = 0;
	let data = 0;
	player.readLiveness = (now, counters, hidden) => {
		const received = counters.generation === generation && counters.data > data;
		({ generation, data } = counters);
		return Object.assign(readLiveness(now, counters, hidden), { offline: isOffline(now, received) });
	};
	player.perform = (command) => {
		if (command.type === 'refresh') return refreshAfter(command.delay);
		if (command.type === 'keepFrame') return keepFrame(video, command.cover && coverUrl(command.cover));
		if (command.type === 'loadReplay') video.removeAttribute('poster');
		performCore(command);
	};
	const stopListening = onWake(dispatch);
	return {
		calls: {
			pause: () => dispatch({ type: 'viewerPause' }),
			play: () => dispatch({ type: 'viewerPlay' }),
			setAudioOnly: (on) => dispatch({ type: 'audioOnly', on }),
		},
		stop() {
			stopListening();
			clearTimeout(refreshTimer);
		},
	};
}
