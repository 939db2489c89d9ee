import type { PlayerState } from './state.ts';

/** Milliseconds after which the burst of a new stream has passed, and what loads with it. */
const SETTLE_TIME = 5000;

/**
 * What a broadcast leaves of the link for others: `all` without one, `some` while it plays steadily, `wait` before, and
 * `none` where its rate is lacking.
 */
export type LinkUse = 'all' | 'some' | 'wait' | 'none';

/** Tells what a broadcast leaves of the link. @param now milliseconds, as in the state */
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
