import { attempt } from '../core/attempt.ts';
import { demandedDelay, isLoaded, isWaiting } from '../core/conditions.ts';
import { isRealTime } from '../core/draft.ts';
import { listen } from './listen.ts';
import type { Draft, LiveDraft, LiveEvent } from '../core/state.ts';

/** Makes up for attempts missed while hidden; else retries early, unless the server demands a wait. */
export function wake(draft: Draft, type: LiveEvent['type']): void {
	const { next, at, commands } = draft;
	// Switching to and fro must cause no more retries than staying.
	const due = isWaiting(draft)
		? !next.timer || (type !== 'visible' && !demandedDelay(next))
		: next.attempting && next.failures && !isRealTime(draft);
	if (due) return attempt(draft);
	// Some systems pause the video before hiding the page. A returning network is no reason to resume.
	if (isLoaded(draft) && at.paused && !at.hidden && type !== 'online') commands.push({ type: 'play' });
}

/** Delays a retry while offline, until {@link wake}. */
export function holdOffline({ next, policy }: LiveDraft): void {
	next.timer = { delay: demandedDelay(next) + policy.offlineRetryDelay };
}

/** Reports a shown or restored page. Returns the cleanup. */
export function onShown(dispatch: (event: LiveEvent) => void): () => void {
	const onEvent = ({ persisted }: Event & { persisted?: boolean }) =>
		dispatch({ type: persisted ? 'restored' : 'visible' });
	const cleanups = [listen(document, 'visibilitychange', onEvent), listen(window, 'pageshow', onEvent)];
	return () => cleanups.forEach((cleanup) => cleanup());
}
