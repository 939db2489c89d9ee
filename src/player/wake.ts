import { attempt } from './attempt.ts';
import { demandedDelay, isLoaded, isWaiting } from './conditions.ts';
import { isRealTime } from './draft.ts';
import { listen } from './listen.ts';
import { failureOf } from './reconnect.ts';
import type { Draft, LiveDraft, LiveEvent } from './state.ts';

/** Makes up for attempts missed while hidden; else retries early, unless the server demands a wait. */
export function wake(draft: Draft, type: LiveEvent['type']): void {
	const { next, at, commands } = draft;
	// Switching to and fro causes no more retries than staying.
	const due = isWaiting(draft)
		? !next.timer || (type !== 'visible' && !demandedDelay(next))
		: next.attempting && next.failures && !isRealTime(draft);
	if (due) return attempt(draft);
	// Some systems pause the video before hiding the page. A returning network is no reason to resume.
	if (isLoaded(draft) && at.paused && !at.hidden && type !== 'online') commands.push({ type: 'play' });
}

/** Delays a retry while offline; `wake` ends that. */
export function holdOffline({ next, policy }: LiveDraft): void {
	next.timer = { delay: demandedDelay(next) + policy.offlineRetryDelay };
	next.failure = next.failure || failureOf(next.reason);
}

/** Reports a shown or restored page and a new network. Returns a function that stops it. */
export function onWake(dispatch: (event: LiveEvent) => void): () => void {
	const onEvent = ({ type, persisted }: Event & { persisted?: boolean }) =>
		dispatch({ type: persisted ? 'restored' : type === 'online' ? type : 'visible' });
	const cleanups = [
		listen(document, 'visibilitychange', onEvent),
		listen(window, 'pageshow', onEvent),
		listen(window, 'online', onEvent),
	];
	// Chromium: only a change of kind matters, such as Wi-Fi to cellular.
	const { connection } = navigator as { connection?: Partial<EventTarget> & { type?: string } };
	if (connection && connection.addEventListener) {
		let { type } = connection;
		cleanups.push(
			listen(connection as EventTarget, 'change', () => {
				if (type !== connection.type) dispatchEvent(new Event('online'));
				type = connection.type;
			}),
		);
	}
	return () => cleanups.forEach((cleanup) => cleanup());
}
