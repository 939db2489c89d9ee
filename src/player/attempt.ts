/** Attempts to show a broadcast: how one begins, and what follows when it fails. */
import { ErrorCode, type RtsError } from '../rts/errors.ts';
import { demandedDelay, isStreaming } from './conditions.ts';
import { currentStream, enter, isRealTime } from './draft.ts';
import { isFatal, retryDelay } from './reconnect.ts';
import { isUrl, type PlayerSource, SHOWN_INSTEAD } from './source.ts';
import type { Draft, Reason } from './state.ts';

/** Shows what the status of a broadcast calls for (spec §4), and counts from the start again. */
export function show(draft: Draft, source: PlayerSource): void {
	const { next, commands } = draft;
	const waiting = source.status === 3 && !source.playbackUrl;
	const shown = waiting ? 'ended' : SHOWN_INSTEAD[source.status];
	next.source = source;
	next.failures = next.startedAt = next.stalledAt = 0;
	next.stalledOften = false;
	if (!shown) return start(draft);
	enter(draft, shown);
	commands.push(shown === 'replay' ? { type: 'loadReplay', url: source.playbackUrl } : { type: 'unload' });
}

/** Loads the stream: the only place that starts a broadcast. */
export function start(draft: Draft): void {
	const { next, commands, at, policy } = draft;
	const { poster, originRts } = next.source!;
	const unfit = isRealTime(draft) ? next.supportError : !isUrl(originRts) && ErrorCode.ERROR_PLAY_URL;
	if (unfit) {
		commands.push({ type: 'unload' });
		return fail(draft, unfit);
	}
	const { failures } = next;
	enter(draft, failures ? 'reconnecting' : 'connecting');
	next.attempting = true;
	next.startedAt = 0;
	if (failures) commands.push({ type: 'keepFrame', cover: poster });
	// With a high latency each step to the first frame takes longer.
	const timeout = policy.playTimeout * (1 + failures) + policy.latencyFactor * at.latency;
	commands.push({ type: 'load', stream: currentStream(draft), timeout: Math.min(policy.maxPlayTimeout, timeout) });
}

/** Starts anew, or leaves that to a check while the page is hidden. */
export function attempt(draft: Draft): void {
	draft.next.timer = null;
	if (!draft.at.hidden) start(draft);
}

/** Retries later, as long as somebody looks, except where no retry can help. */
export function fail(draft: Draft, reason: Reason, error?: RtsError): void {
	const { next, commands, at, policy } = draft;
	next.error = error;
	// A replay is retried by the viewer only.
	if (!isStreaming(draft)) return enter(draft, 'failed', reason);
	const failures = ++next.failures;
	enter(draft, 'reconnecting', reason);
	if (isFatal(reason, failures, policy)) return enter(draft, 'failed', reason);
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
	if (next.failure || failures < 2) commands.push({ type: 'refresh', delay: refreshDelay });
}
