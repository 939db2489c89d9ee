import { failureOf, isSlow } from './reconnect.ts';
import { isStreaming } from './conditions.ts';
import { selectStream, type Stream } from './source.ts';
import type { Draft, PlayerStatus, Reason } from './state.ts';

/** The stream that is played, or tried. */
export const currentStream = ({ next, policy }: Draft): Stream =>
	selectStream(next.source!, next.audioOnly, policy.whep);
export const isRealTime = (draft: Draft): boolean => currentStream(draft).kind !== 'url';

/** Enters a status. Whatever was due in the one before is dropped. */
export function enter({ next, at, policy }: Draft, status: PlayerStatus, reason: Reason = ''): void {
	next.status = status;
	next.reason = reason;
	next.failure = status === 'failed' || (status === 'reconnecting' && isSlow(next, policy)) ? failureOf(reason) : '';
	next.since = at.now;
	next.attempting = false;
	next.timer = null;
}

/** Enters `playing` where a broadcast does not play yet, or for another reason. */
export function play(draft: Draft, reason: Reason = ''): void {
	const { next } = draft;
	if (isStreaming(draft) && (next.status !== 'playing' || next.reason !== reason)) enter(draft, 'playing', reason);
}
