import { batch, signal } from '@preact/signals';
import type { Picture, PlayerState, Reason } from '../player/picture.ts';

export type { PlayerState, Reason };

/** The player as the page sees it: one state word, its reason, and whether sound waits for a tap. */
export function createPlayer() {
	const state = signal<PlayerState>('idle');
	const reason = signal<Reason>('');
	const quiet = signal(false);
	return {
		state,
		reason,
		quiet,
		/** Takes over what the picture or its recovery says. */
		set(picture: Picture, nextState: PlayerState, nextReason: Reason) {
			batch(() => {
				state.value = nextState;
				reason.value = nextReason;
				quiet.value = picture.quiet;
			});
		},
	};
}

export type Player = ReturnType<typeof createPlayer>;
