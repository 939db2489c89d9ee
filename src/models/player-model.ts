import { computed, signal } from '@preact/signals';
import type { Failure, PlayerState, PlayerStatus, Reason } from '../player/core/state.ts';

export type { Failure, PlayerStatus, Reason };

/** State of the player as shown. */
export type PlayerView = Pick<
	PlayerState,
	| 'status'
	| 'reason'
	| 'failure'
	| 'error'
	| 'source'
	| 'autoplayMuted'
	| 'qualities'
	| 'quality'
	| 'picked'
	| 'owed'
	| 'trial'
	| 'announced'
>;

/** Creates signals of the player's state. @param hasPicture a broadcast is shown in another way, by which it can go on */
export function createPlayerModel(hasPicture: () => boolean) {
	// Before the first report, missing fields count as false.
	const reported = signal({ status: 'idle' } as PlayerState);
	const state = computed((): PlayerView => reported.value);
	return {
		reported,
		state,
		status: computed(() => state.value.status),
		/**
		 * Another address is to be tried: after any failure that of a picture that is shown, else once the failure is named
		 * and no attempt is under way that may succeed.
		 */
		wantsFallback: computed(() => {
			const { failures, failure, attempting } = reported.value;
			return (failures > 0 && hasPicture()) || (!!failure && (!attempting || failure === 'unreachable'));
		}),
		autoplayMuted: computed(() => state.value.autoplayMuted),
	};
}

/** Created by {@link createPlayerModel}. */
export type PlayerModel = ReturnType<typeof createPlayerModel>;
