import { computed, signal } from '@preact/signals';
import type { Failure, PlayerState, PlayerStatus } from '../player/state.ts';

export type { Failure, PlayerStatus };

/** The parts of the player's state that the page shows. */
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

/** Creates the player's state as signals. */
export function createPlayerModel() {
	// Until the player reports, missing fields count as false.
	const reported = signal({ status: 'idle' } as PlayerState);
	const state = computed((): PlayerView => reported.value);
	return {
		/** The player's own state, set at each change. */
		reported,
		state,
		status: computed(() => state.value.status),
		/** Why playback failed, once retries do not help or have become slow. */
		failure: computed(() => state.value.failure),
		/** Whether sound waits for a click. */
		autoplayMuted: computed(() => state.value.autoplayMuted),
	};
}

export type PlayerModel = ReturnType<typeof createPlayerModel>;
