import { attempt } from '../core/attempt.ts';
import { isRealTime } from '../core/draft.ts';
import type { LiveDraft, LiveEvent } from '../core/state.ts';
import { demandedDelay, isLoaded, isWaiting } from '../core/status.ts';

/** Makes up for attempts missed while hidden; else retries early, unless the server demands a wait. */
export function wake(draft: LiveDraft, type: LiveEvent['type']): void {
	const { next, at, commands } = draft;
	// Switching to and fro must cause no more retries than staying.
	const due = isWaiting(next)
		? !next.timer || (type !== 'visible' && !demandedDelay(next))
		: next.attempting && next.failures && !isRealTime(draft);
	if (due) return attempt(draft);
	// Some systems pause the video before hiding the page. A returning network is no reason to resume.
	if (isLoaded(next.status) && at.paused && !at.hidden && type !== 'online') commands.push({ type: 'play' });
}

/** Adds a listener; returns a function that removes it. */
function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
	target.addEventListener(type, listener);
	return () => target.removeEventListener(type, listener);
}

/** Reports a shown or restored page. Returns the cleanup. */
export function onShown(dispatch: (event: LiveEvent) => void): () => void {
	const onEvent = ({ persisted }: Event & { persisted?: boolean }) =>
		dispatch({ type: persisted ? 'restored' : 'visible' });
	const cleanups = [listen(document, 'visibilitychange', onEvent), listen(window, 'pageshow', onEvent)];
	return () => cleanups.forEach((cleanup) => cleanup());
}
