import { retryDelay } from '../../network/retry-delay.ts';
import { ErrorCode, type RtsError } from '../../rts/play/errors.ts';
import { currentStream, enter } from './draft.ts';
import { isUrl, type PlayerSource, SHOWN_INSTEAD } from './source.ts';
import type { Draft, Reason } from './state.ts';
import { demandedDelay, isStreaming } from './status.ts';

/** Shows what a broadcast's status calls for (spec §4). */
export function show(draft: Draft, source: PlayerSource): void {
	const { next, commands } = draft;
	const waiting = source.status === 3 && !source.playbackUrl;
	const shown = waiting ? 'ended' : SHOWN_INSTEAD[source.status];
	next.source = source;
	next.failures = next.startedAt = 0;
	if (!shown) return start(draft);
	enter(draft, shown);
	commands.push(shown === 'replay' ? { type: 'loadReplay', url: source.playbackUrl } : { type: 'unload' });
}

/** Loads the stream of a broadcast. */
export function start(draft: Draft): void {
	const { next, commands, at, policy } = draft;
	const stream = currentStream(draft);
	const unfit = stream.kind !== 'url' ? next.supportError : !isUrl(stream.address) && ErrorCode.ERROR_PLAY_URL;
	if (unfit) {
		commands.push({ type: 'unload' });
		return fail(draft, unfit);
	}
	const { failures } = next;
	enter(draft, failures ? 'reconnecting' : 'connecting');
	next.attempting = true;
	next.startedAt = 0;
	draft.outcome = 'load';
	// Latency delays each step to the first frame.
	const timeout = policy.playTimeout * (1 + failures) + policy.latencyFactor * at.latency;
	commands.push({ type: 'load', stream, timeout: Math.min(policy.maxPlayTimeout, timeout) });
}

/** Starts again, unless hidden; a check does so once visible. */
export function attempt(draft: Draft): void {
	draft.next.timer = null;
	if (!draft.at.hidden) start(draft);
}

/** Plans a retry (see `failures.ts`); a failed replay waits for the viewer. */
export function fail(draft: Draft, reason: Reason, error?: RtsError): void {
	const { next, at, policy } = draft;
	next.error = error;
	next.failures++;
	if (isStreaming(next)) {
		draft.outcome = 'failed';
		enter(draft, 'reconnecting', reason);
		next.timer = { delay: demandedDelay(next) + retryDelay(next.failures, at.random, policy.retryDelay) };
	} else {
		enter(draft, 'failed', reason);
		next.failure = 'media';
	}
}
