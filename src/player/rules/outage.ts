/**
 * Outages of the viewer's own link, and what ends a wait: what fails while nothing arrives is nobody's fault.
 */
import { RETRY_DELAYS } from '../../network/retry-delay.ts';
import type { LiveDraft, LiveEvent } from '../core/draft.ts';
import { demandedDelay, isLoaded, isWaiting } from '../core/status.ts';
import { attempt } from './attempt.ts';
import { isRealTime } from './is-real-time.ts';

/** Milliseconds of silence after which a server has surely ended the session (consent, RFC 7675). */
export const SESSION_TIME = 30_000;

/** Milliseconds after an outage in which a server may end the session that it gave up. */
export const SESSION_MEMORY = 10_000;

/** Whether nothing has arrived for a while, whoever is to blame. */
export const isQuiet = ({ seen, policy }: LiveDraft): boolean => seen.link.quiet >= policy.deadTimeout;

/** Whether the API does not reply either. */
export const isOutage = (draft: LiveDraft): boolean =>
	isQuiet(draft) && (draft.seen.link.unanswered || 0) >= draft.policy.deadTimeout;

/** Whether media has resumed so recently that the server may end the session it gave up. */
export const hasResumed = ({ seen }: LiveDraft): boolean => seen.playing.resumed < SESSION_MEMORY;

/** Retries at the first sign of life after an outage, unless the server demands a wait. */
export function wakeAfterOutage(draft: LiveDraft): void {
	const { next } = draft;
	if (next.outage && isWaiting(next) && !demandedDelay(next)) attempt(draft);
}

/** Makes up for attempts missed while hidden; else retries early, unless the server demands a wait. */
export function wake(draft: LiveDraft, type: LiveEvent['type']): void {
	const { next, seen, commands } = draft;
	// Switching to and fro must cause no more retries than staying.
	const due = isWaiting(next)
		? !next.timer || (type !== 'visible' && !demandedDelay(next))
		: next.attempting && next.failures && !isRealTime(draft);
	if (due) return attempt(draft);
	// Some systems pause the video before hiding the page, or keeping it for Back. A returning network is no reason to resume.
	const isShown = isLoaded(next.status) || (next.attempting && !isRealTime(draft));
	if (isShown && seen.playing.paused && !seen.hidden && type !== 'online') commands.push({ type: 'play' });
}

/** Milliseconds until the broadcast is requested: random, as it may have ended for a crowd. @param silence since the last data */
export const refreshDelayOf = ({ seen, policy }: LiveDraft, silence = 0): number =>
	seen.random * Math.max(RETRY_DELAYS[0], policy.maxRefreshDelay - silence);
