import type { PlayerState } from '../core/state.ts';

/** Milliseconds until a new stream's burst, and what loads with it, is over. */
const SETTLE_TIME = 5000;

/**
 * Room left on the link: `all` without a broadcast, `some` while it plays steadily, `wait` before, `none` while rate is
 * lacking.
 */
export type LinkUse = 'all' | 'some' | 'wait' | 'none';

/** Tells the room a broadcast leaves. @param now milliseconds, as in the state */
export function linkUse({ status, since, trial }: PlayerState, now: number, isLacking: boolean): LinkUse {
	switch (status) {
		case 'connecting':
			return 'wait';
		case 'playing':
			if (isLacking) return 'none';
			return !trial && now - since >= SETTLE_TIME ? 'some' : 'wait';
		case 'stalled':
		case 'reconnecting':
			return 'none';
		default:
			return 'all';
	}
}
