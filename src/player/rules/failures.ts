/** The one table of what follows a failure, and the function that carries it out (`docs/decisions/outages.md`). */
import { addFailure, MINUTE, waitAfter } from '../../network/failure-limit.ts';
import { isAnswer } from '../../network/failure.ts';
import { QUICK_FAILURES, retryDelay } from '../../network/retry-delay.ts';
import { ErrorCode } from '../../rts/play/errors.ts';
import type { LivePolicy } from '../core/policy.ts';
import type { LiveDraft } from '../core/draft.ts';
import type { Failure, PlayerState, Reason } from '../core/state.ts';
import { owe, owedNames, settle, timesOwed } from '../core/owed.ts';
import { demandedDelay, isGone, isMoving, isSoundOnly, isStreaming } from '../core/status.ts';
import { enter } from './attempt.ts';
import { isRealTime } from './is-real-time.ts';
import { isPickKept, mayBeMissing, nearest, skipQuality } from './failed-qualities.ts';
import { addStopped } from './stopped.ts';
import { hasResumed, isOutage, isQuiet, refreshDelayOf } from './outage.ts';

/** The page's answer to a failure. */
interface Response {
	/**
	 * `never`: none can help. `backoff`: as the core has planned. `refreshed`: after that, and the time in which a crowd
	 * asks for the broadcast. `quick`: a quick one, which may be woken.
	 */
	retry: 'never' | 'at-once' | 'backoff' | 'refreshed' | 'quick';
	/** Ask whether the broadcast is over, or has moved. */
	refresh: boolean;
	/** Go on with another quality. */
	skip: boolean;
}

/** The viewer's link at a failure. */
interface LinkState {
	/** Nothing has arrived for a while. */
	quiet: boolean;
	/** The API does not reply either. */
	outage: boolean;
	/** An outage has just ended. */
	resumed: boolean;
}

const NO_OUTAGE: LinkState = { quiet: false, outage: false, resumed: false };

/** Maps a failure to what follows. */
export function responseTo(
	state: PlayerState,
	policy: LivePolicy,
	{ quiet, outage, resumed }: LinkState = NO_OUTAGE,
): Response {
	const { reason, error, failures } = state;
	if (isFatal(reason, failures, policy)) return { retry: 'never', refresh: false, skip: false };
	const isAnswered = isAnswer(error);
	// To learn whose fault it is; the quality's it is not.
	if (outage && !isAnswered) return { retry: 'quick', refresh: true, skip: false };
	// Once, then before each slow retry.
	const refresh = failures < 2 || quiet || isSlow(state, policy);
	// The first failure may be an interruption of all qualities.
	const skip = failures % 2 === 0 && !isPickKept(state) && mayBeMissing(reason, error) && (isAnswered || !quiet);
	// The server has ended this viewer's session only, for an outage.
	if (reason === 'ended' && (resumed || quiet)) return { retry: 'backoff', refresh: true, skip };
	// A server that demands a wait is overloaded.
	if (reason === 'ended' || demandedDelay(state)) return { retry: 'refreshed', refresh, skip };
	// Silence has already been waited for.
	if (reason === 'timeout' && failures < 2) return { retry: 'at-once', refresh, skip };
	return { retry: 'backoff', refresh, skip };
}

/** Does what follows the failure for which the core has planned a retry. */
export function followFailure(draft: LiveDraft): void {
	const { next, commands, seen, policy } = draft;
	next.failedAt = addFailure(next.failedAt, seen.now);
	if (leaveUnplayable(draft)) return;
	// The next attempt would play again what the list had: until there is more, nothing is there.
	if (next.reason === 'ended' && !isRealTime(draft)) addStopped(draft);
	const link = { quiet: isQuiet(draft), outage: isOutage(draft), resumed: hasResumed(draft) };
	const { retry, refresh, skip } = responseTo(next, policy, link);
	next.outage = retry === 'quick' || seen.link.offline;
	const refreshDelay = refreshDelayOf(draft, seen.playing.silence);
	const { delay } = next.timer!;
	if (skip) skipQuality(draft);
	else if (next.failures < 2 && next.hasPlayed && isUnconnected(next)) startLower(draft);
	// Whether the link is there, and lets no connection through.
	if (next.failures < 2 && !next.hasPlayed && isUnconnected(next)) commands.push({ type: 'measure' });
	if (refresh) commands.push({ type: 'refresh', delay: refreshDelay });
	switch (retry) {
		case 'never':
			enter(draft, 'failed', next.reason);
			next.failure = failureOf(next.reason);
			return;
		case 'at-once':
			next.timer = { delay: 0 };
			break;
		case 'refreshed':
			next.timer = { delay: delay + refreshDelay + (demandedDelay(next) * seen.random) / 2 };
			break;
		case 'quick':
			// What is refused at once would spend the minute's ten in a quarter of it, and wait for the next.
			if (!isSpent(draft)) next.timer = { delay: Math.min(delay, policy.longDelay) };
			break;
		case 'backoff':
			break;
		default:
			retry satisfies never;
	}
	// Until `wake`.
	if (seen.link.offline) next.timer = { delay: demandedDelay(next) + retryDelay(Infinity, seen.random) };
}

/** Leaves what this browser cannot play for another quality, if there is one. Returns whether there is. */
function leaveUnplayable(draft: LiveDraft): boolean {
	const { next } = draft;
	const { reason, quality, source, qualities } = next;
	// Silence tells nothing new.
	if (reason !== 'timeout') next.owed = settle(next.owed, 'undecodable', 'unreadable');
	// A fallback is followed by the stream.
	if ((reason !== 'undecodable' && reason !== 'unreadable') || source!.insteadOf) return false;
	const other = nearest(draft, quality);
	next.owed = other < 0 ? owe(next.owed, reason) : owe(next.owed, 'refused', qualities[quality]!);
	if (other < 0) return false;
	next.quality = other;
	next.timer = { delay: 0 };
	return true;
}

/** After an outage that has ended a connection, begins with the next lower video: links often come back thin. */
function startLower({ next, policy }: LiveDraft): void {
	const lower = next.qualities[next.quality + 1];
	if (next.picked || !lower || lower.audioOnly || owedNames(next.owed, 0).includes(lower.name)) return;
	next.quality++;
	next.choice = Object.assign({}, next.choice, { pause: policy.tryPause });
}

/** Has a connection wait that may be one too many in a minute, whoever makes it; trials see to that themselves. */
export function limitLoads(draft: LiveDraft, wasAttempting: boolean): void {
	const { next, seen } = draft;
	const loads = draft.commands.some(({ type }) => type === 'load');
	// An attempt that makes room for another is as good as failed.
	if (loads && wasAttempting) next.failedAt = addFailure(next.failedAt, seen.now);
	const wait = waitAfter(next.failedAt, seen.now);
	if (!wait || !isStreaming(next)) return;
	if (loads) {
		draft.commands = draft.commands.filter(({ type }) => type !== 'load');
		enter(draft, 'reconnecting', next.reason);
		next.timer = { delay: 0 };
	}
	if (next.timer && next.timer.delay < wait) next.timer = { delay: wait };
}

/** Names the failure once retries are slow, while offline, or where nothing is received: then a media URL may play. */
export function nameFailure(draft: LiveDraft): void {
	const { next, policy, seen } = draft;
	if (next.status !== 'reconnecting') return;
	if (isUnreachable(draft)) next.failure = 'unreachable';
	else if (seen.link.offline) next.failure = 'offline';
	else if (isSlow(next, policy) || (next.failures > 1 && isUnconnected(next))) next.failure = failureOf(next.reason);
	else next.failure = '';
}

/** Notes a broadcast that nobody publishes, by the server's word, until its first frame; keeps the cover over one that has shown nothing. */
export function noteUnpublished({ next, commands, seen }: LiveDraft): void {
	const { status, error, hasShown } = next;
	const before = timesOwed(next.owed, 'unpublished') > 0;
	const isTried = status === 'reconnecting' || status === 'connecting';
	const isOwed = before
		? isTried || (isMoving(status) && !seen.video.hasFrame && !isSoundOnly(next))
		: status === 'reconnecting' && isGone(error);
	if (isOwed === before) return;
	next.owed = isOwed ? owe(next.owed, 'unpublished') : settle(next.owed, 'unpublished');
	if (!isOwed || !hasShown) commands.push({ type: 'cover', isKept: isOwed });
}

/** Whether little is left of what may fail in a minute. */
const isSpent = ({ next, seen }: LiveDraft): boolean =>
	next.failedAt.filter((at) => seen.now - at < MINUTE).length > QUICK_FAILURES;

/** Whether the server has replied, and no connection was made. */
const isUnconnected = ({ error }: PlayerState): boolean =>
	!!error && error.errorCode === ErrorCode.ERROR_PC_DISCONNECTED;

/** Whether none has been made in this visit, also after a second reply, as without UDP. */
const isUnreachable = ({ next, seen }: LiveDraft): boolean =>
	!next.hasPlayed && isUnconnected(next) && (next.failures > 1 || seen.link.quiet < seen.now - next.since);

/** Whether this browser cannot play real-time streams (spec §5). The codes are consecutive. */
const isUnsupported = (reason: Reason): boolean =>
	(reason as number) >= ErrorCode.ERROR_NOTSUPPORT_WEBRTC && (reason as number) <= ErrorCode.ERROR_CREATEOFFER;

/** Whether no retry can help. H.264 and peer connections may turn up late. */
const isFatal = (reason: Reason, failures: number, { unsupportedAttempts }: LivePolicy): boolean =>
	reason === ErrorCode.ERROR_PLAY_URL ||
	reason === ErrorCode.ERROR_SUBSCRIBE_NOTHING ||
	(isUnsupported(reason) && ((reason as number) < ErrorCode.ERROR_NOTSUPPORT_H264 || failures >= unsupportedAttempts));

/** Names a reason for the viewer (spec §8). */
export function failureOf(reason: Reason): Failure {
	if (reason === 'media' || reason === 'ended') return reason;
	return isUnsupported(reason) ? 'unsupported' : 'connection';
}

/** Whether retries are slow, and the viewer is offered one. */
const isSlow = (state: PlayerState, policy: LivePolicy): boolean =>
	state.failures > QUICK_FAILURES || demandedDelay(state) > policy.longDelay;
