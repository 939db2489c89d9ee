import { computed, signal } from '@preact/signals';
import type { Failure, PlayerState, PlayerStatus, Reason } from '../player/core/state.ts';

export type { Failure, PlayerState, PlayerStatus, Reason };

/** Creates signals of the player's state. @param hasPicture a broadcast is shown in another way, by which it can go on */
export function createPlayerModel(hasPicture: () => boolean) {
	// Before the first report, missing fields count as false.
	const state = signal({ status: 'idle' } as PlayerState);
	return {
		/** As the player has reported it last. */
		state,
		status: computed(() => state.value.status),
		/**
		 * Another address is to be tried: after any failure that of a picture that is shown, else once the failure is named
		 * and no attempt is under way that may succeed.
		 */
		wantsFallback: computed(() => {
			const { failures, failure, attempting } = state.value;
			return (failures > 0 && hasPicture()) || (!!failure && (!attempting || failure === 'unreachable'));
		}),
		autoplayMuted: computed(() => state.value.autoplayMuted),
	};
}
