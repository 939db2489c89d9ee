/** Attempts to show a broadcast: how one begins, and what follows when it fails. */
import { ErrorCode, type RtsError } from '../rts/errors.ts';
import { demandedDelay, isStreaming } from './conditions.ts';
import { currentStream, enter } from './draft.ts';
import { isUrl, type PlayerSource, SHOWN_INSTEAD } from './source.ts';
import type { Draft, Reason } from './state.ts';

/** Shows what the status of a broadcast calls for (spec §4), and counts from the start again. */
export function show(draft: Draft, source: PlayerSource): void {
	const { next, commands } = draft;
	const waiting = source.status === 3 && !source.playbackUrl;
	const shown = waiting ? 'ended' : SHOWN_INSTEAD[source.status];
	next.source = source;
	next.failures = next.startedAt = next.stalledAt = 0;
	if (!shown) return start(draft);
	enter(draft, shown);
	commands.push(shown === 'replay' ? { type: 'loadReplay', url: source.playbackUrl } : { type: 'unload' });
}

/** Loads the stream: the only place that starts a broadcast. */
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
	if (failures) commands.push({ type: 'keepFrame', cover: next.source!.poster });
	// With a high latency each step to the first frame takes longer.
	const timeout = policy.playTimeout * (1 + failures) + policy.latencyFactor * at.latency;
	commands.push({ type: 'load', stream, timeout: Math.min(policy.maxPlayTimeout, timeout) });
}

/** Starts anew, or leaves that to a check while the page is hidden. */
export function attempt(draft: Draft): void {
	draft.next.timer = null;
	if (!draft.at.hidden) start(draft);
}

/** Retries a broadcast later, in the quick way that the live-player script refines (`plan-retry.ts`). A replay is retried by the viewer. */
export function fail(draft: Draft, reason: Reason, error?: RtsError): void {
	const { next, at, policy } = draft;
	next.error = error;
	next.failures++;
	enter(draft, isStreaming(draft) ? 'reconnecting' : 'failed', reason);
	if (isStreaming(draft)) next.timer = { delay: demandedDelay(next) + policy.maxRetryDelay * (0.5 + at.random / 2) };
	else next.failure = 'media';
}
