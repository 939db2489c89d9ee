import { demandedDelay } from './conditions.ts';
import { enter } from './draft.ts';
import { failureOf, isFatal, isSlow, retryDelay } from './reconnect.ts';
import type { Draft } from './state.ts';

/** Plans what follows a failure: another attempt, as long as somebody looks, except where no retry can help. */
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
	// It may have failed for a whole crowd; what the server has ended certainly has, and is retried after the answer.
	const refreshDelay = at.random * Math.max(policy.retryDelay, policy.maxRefreshDelay - at.silence);
	if (reason === 'ended') delay += refreshDelay;
	// What has ceased without an error has been waited for.
	else if (reason === 'timeout' && failures < 2) delay = 0;
	next.timer = { delay: demanded + delay };
	// It may be over, or have another address: asked once, and before each slow retry.
	if (isSlow(next, policy) || failures < 2) commands.push({ type: 'refresh', delay: refreshDelay });
}

/** Says what keeps a broadcast from playing once retries have become slow; '' before. */
export function nameFailure({ next, policy }: Draft): void {
	if (next.status === 'reconnecting') next.failure = isSlow(next, policy) ? failureOf(next.reason) : '';
}
