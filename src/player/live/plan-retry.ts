import { demandedDelay } from '../core/conditions.ts';
import { enter } from '../core/draft.ts';
import { failureOf, isFatal, isSlow } from './reconnect.ts';
import type { LiveDraft } from '../core/state.ts';

/** Plans a retry, unless none can help. */
export function planRetry(draft: LiveDraft): void {
	const { next, commands, at, policy } = draft;
	const { reason, failures } = next;
	if (isFatal(reason, failures, policy)) {
		enter(draft, 'failed', reason);
		next.failure = failureOf(reason);
		return;
	}
	// Random, as it may have failed for a crowd.
	const refreshDelay = at.random * Math.max(policy.retryDelay, policy.maxRefreshDelay - at.silence);
	// An ended stream waits for the refresh; a server that demands a wait is overloaded.
	if (reason === 'ended' || demandedDelay(next)) next.timer = { delay: next.timer!.delay + refreshDelay };
	// Silence has already been waited for.
	else if (reason === 'timeout' && failures < 2) next.timer = { delay: 0 };
	// It may be over or moved: refresh once, then before each slow retry.
	if (isSlow(next, policy) || failures < 2) commands.push({ type: 'refresh', delay: refreshDelay });
}

/** Names the failure once retries are slow, or while offline. */
export function nameFailure({ next, policy, at }: LiveDraft): void {
	if (next.status !== 'reconnecting') return;
	next.failure = at.offline ? 'offline' : isSlow(next, policy) ? failureOf(next.reason) : '';
}
