import { computed, signal } from '@preact/signals';
import type { Failure, PlayerState, PlayerStatus } from '../player/state.ts';

export type { Failure, PlayerStatus };

/** What the page shows of the player's state. */
export type PlayerView = Pick<
	PlayerState,
	| 'status'
	| 'reason'
	| 'failure'
	| 'error'
	| 'autoplayMuted'
	| 'qualities'
	| 'quality'
	| 'picked'
	| 'failedQualities'
	| 'trial'
	| 'notice'
>;

/** The player as the page sees it: its state as a signal, and the parts that views depend on. */
export function createPlayerModel() {
	// Until the player reports, what is missing counts as false.
	const reported = signal({ status: 'idle' } as PlayerState);
	const state = computed((): PlayerView => reported.value);
	return {
		/** The player's own state, to be set at each change. */
		reported,
		/** What the page shows of it. */
		state,
		status: computed(() => state.value.status),
		/** Why there is no playback, once no retry helps or retries have become slow. */
		failure: computed(() => state.value.failure),
		/** Sound waits for a click. */
		autoplayMuted: computed(() => state.value.autoplayMuted),
	};
}

export type PlayerModel = ReturnType<typeof createPlayerModel>;
