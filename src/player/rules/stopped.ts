/** An encoder that is gone while its server lives: it answers, and brings nothing, or what it had kept. */
import type { LiveDraft } from '../core/draft.ts';
import { owe, settle, timesOwed } from '../core/owed.ts';
import { isMoving } from '../core/status.ts';
import { enter } from './attempt.ts';
import { isRealTime } from './is-real-time.ts';
import { isOutage } from './outage.ts';

/** Milliseconds of media that are more than a burst. */
export const MAX_BURST_TIME = 1000;
/** Longest silence before another connection, in milliseconds. */
const MAX_PAUSE = 30_000;

/** Whether what has arrived may be a burst, as that of the connection before was. */
export const isBurst = ({ next, seen }: LiveDraft): boolean =>
	timesOwed(next.owed, 'stopped') > 0 && seen.playing.span < MAX_BURST_TIME;

/** Least milliseconds of silence before another connection: doubled by each that brought none. */
export const pauseOf = ({ next, policy }: LiveDraft): number =>
	Math.min(MAX_PAUSE, policy.deadTimeout * 2 ** timesOwed(next.owed, 'stopped'));

/** Counts a connection without a stream, as a bit less or more than one: so a crowd's pauses differ. */
export function addStopped({ next, seen }: LiveDraft): void {
	const times = timesOwed(next.owed, 'stopped') + 0.8 + 0.4 * seen.random;
	next.owed = owe(next.owed, 'stopped', { times });
}

/** Goes on as interrupted until more than a burst has arrived; only the viewer's own outage excuses the server. */
export function judgeStopped(draft: LiveDraft): void {
	const { next, seen, policy } = draft;
	if (!timesOwed(next.owed, 'stopped')) return;
	const goesOn = seen.playing.span >= MAX_BURST_TIME && seen.playing.silence < policy.deadTimeout;
	const plays = isMoving(next.status);
	if (isOutage(draft) || seen.link.offline || (plays && (goesOn || !isRealTime(draft))))
		next.owed = settle(next.owed, 'stopped');
	else if (next.status === 'playing' && isBurst(draft)) enter(draft, 'stalled');
}
