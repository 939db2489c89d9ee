import { streamOf, type Stream } from './source.ts';
import type { Draft, PlayerStatus, Reason } from './state.ts';
import { isReplay, isStreaming } from './status.ts';

/** Stream being played or tried. */
export const currentStream = ({ next, policy }: Draft): Stream =>
	streamOf(next.qualities[next.quality]!.address, policy.whep);
/** Whether the current stream is real-time. */
export const isRealTime = (draft: Draft): boolean => currentStream(draft).kind !== 'url';

/** Enters a status; cancels timer and attempt. */
export function enter({ next, at }: Draft, status: PlayerStatus, reason: Reason = ''): void {
	next.status = status;
	next.reason = reason;
	next.failure = '';
	next.since = at.now;
	next.attempting = false;
	next.timer = null;
}

/** Enters the status of what plays, unless it is that for this reason already. */
export function play(draft: Draft, reason: Reason = ''): void {
	const { next } = draft;
	const replay = isReplay(next);
	const status = replay ? 'replay' : 'playing';
	if ((replay || isStreaming(next)) && (next.status !== status || next.reason !== reason)) enter(draft, status, reason);
}
