import { demandedDelay } from './conditions.ts';
import { enter } from './draft.ts';
import { failureOf, isFatal, isSlow, retryDelay } from './reconnect.ts';
import type { Draft } from './state.ts';

/** Plans a retry, unless none can help. */
export function planRetry(draft: Draft): void {
	const { next, commands, at, policy } = draft;
	const { reason, failures } = next;
	if (isFatal(reason, failures, policy)) {
		enter(draft, 'failed', reason);
		next.failure = failureOf(reason);
		return;
	}
	const demanded = demandedDelay(next);
	// A server that demands a wait is overloaded.
	let delay = retryDelay(demanded ? failures + policy.quickFailures : failures, at.random, policy);
	// It may have failed for a crowd; what the server ended has, and waits for the refresh.
	const refreshDelay = at.random * Math.max(policy.retryDelay, policy.maxRefreshDelay - at.silence);
	if (reason === 'ended') delay += refreshDelay;
	// Silence has been waited for already.
	else if (reason === 'timeout' && failures < 2) delay = 0;
	next.timer = { delay: demanded + delay };
	// It may be over or moved: refresh once, then before each slow retry.
	if (isSlow(next, policy) || failures < 2) commands.push({ type: 'refresh', delay: refreshDelay });
}

/** Names the failure once retries are slow; '' before. */
export function nameFailure({ next, policy }: Draft): void {
	if (next.status === 'reconnecting') next.failure = isSlow(next, policy) ? failureOf(next.reason) : '';
}
