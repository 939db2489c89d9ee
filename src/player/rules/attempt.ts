// In the HTML: each byte is paid before the first paint.
/** Attempts to play: the part of the rules that the first flight carries. */
import { retryDelay } from '../../network/retry-delay.ts';
import { ErrorCode, type RtsError } from '../../rts/play/errors.ts';
import { type PlayerSource, SHOWN_INSTEAD, type Stream, streamOf, usesWebRtc } from '../core/source.ts';
import type { Draft } from '../core/draft.ts';
import type { PlayerStatus, Reason } from '../core/state.ts';
import { demandedDelay, isReplay, isStreaming } from '../core/status.ts';

/** Stream being played or tried. */
export const currentStream = ({ next, policy }: Draft): Stream =>
	streamOf(next.qualities[next.quality]!.address, policy.whep);

/** Enters a status; cancels timer and attempt. */
export function enter({ next, seen }: Draft, status: PlayerStatus, reason: Reason = ''): void {
	next.status = status;
	next.reason = reason;
	next.failure = '';
	next.since = seen.now;
	next.attempting = false;
	next.timer = null;
}

/** Enters the status of what plays, unless it is that for this reason already. */
export function play(draft: Draft, reason: Reason = ''): void {
	const { next } = draft;
	const replay = isReplay(next);
	const status = replay ? 'replay' : 'playing';
	if ((replay || isStreaming(next)) && (next.status !== status || next.reason !== reason)) enter(draft, status, reason);
}

/** Shows what a broadcast's status calls for (spec §4). */
export function show(draft: Draft, source: PlayerSource): void {
	const { next, commands } = draft;
	const waiting = source.status === 3 && !source.playbackUrl;
	const shown = waiting ? 'ended' : SHOWN_INSTEAD[source.status];
	next.source = source;
	next.failures = next.startedAt = 0;
	if (!shown) return start(draft);
	enter(draft, shown);
	commands.push(shown === 'replay' ? { type: 'loadReplay', url: currentStream(draft).address } : { type: 'unload' });
}

/** Loads the stream of a broadcast. */
export function start(draft: Draft): void {
	const { next, commands, seen, policy } = draft;
	const stream = currentStream(draft);
	const unfit = usesWebRtc(stream.kind) ? next.supportError : !stream.address && ErrorCode.ERROR_PLAY_URL;
	if (unfit) {
		commands.push({ type: 'unload' });
		return fail(draft, unfit);
	}
	const { failures } = next;
	enter(draft, failures ? 'reconnecting' : 'connecting');
	next.attempting = true;
	next.startedAt = 0;
	// Latency delays each step to the first frame.
	const timeout = policy.playTimeout * (1 + failures) + policy.latencyFactor * seen.latency;
	commands.push({ type: 'load', stream, timeout: Math.min(policy.maxPlayTimeout, timeout), keep: !!failures });
}

/** Starts again, unless hidden; a check does so once visible. */
export function attempt(draft: Draft): void {
	draft.next.timer = null;
	if (!draft.seen.hidden) start(draft);
}

/** Plans a retry (see `failures.ts`); a failed replay waits for the viewer. */
export function fail(draft: Draft, reason: Reason, error?: RtsError): void {
	const { next, seen } = draft;
	next.error = error;
	next.failures++;
	if (isStreaming(next)) {
		draft.hasFailed = true;
		enter(draft, 'reconnecting', reason);
		next.timer = { delay: demandedDelay(next) + retryDelay(next.failures, seen.random) };
	} else {
		enter(draft, 'failed', reason);
		next.failure = 'media';
	}
}
