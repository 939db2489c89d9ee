/**
 * Trials: one connection beside the playing one. A silent connection is replaced (`silent`), by the next lower quality
 * if its queue was full; a lack of rate lowers the quality (`lower`, by `choose-quality.ts`), unless the link is silent.
 */
import { addFailure, waitAfter } from '../../network/failure-limit.ts';
import { isAnswer } from '../../network/failure.ts';
import { ErrorCode } from '../../rts/play/errors.ts';
import { owedNames, timesOwed } from '../core/owed.ts';
import { streamOf } from '../core/source.ts';
import type { LiveCommand, LiveDraft, PlayerEvent } from '../core/draft.ts';
import type { Quality } from '../core/list-qualities.ts';
import type { Trial } from '../core/live-state.ts';
import type { Reason } from '../core/state.ts';
import { isMoving, isReplay, isSoundOnly, isStreaming } from '../core/status.ts';
import { enter, fail, play, start } from './attempt.ts';
import { FIRST_SECOND } from './connection-window.ts';
import { isRealTime } from './is-real-time.ts';
import { blame, isEmpty, lastPlayed, mayBeMissing, nearest } from './failed-qualities.ts';
import { addStopped, MAX_BURST_TIME, pauseOf } from './stopped.ts';
import { hasResumed, isQuiet, refreshDelayOf, SESSION_TIME } from './outage.ts';

/** Milliseconds of silence whose lost packets fill a thin link for seconds. */
const LONG_GAP = 10_000;

/** Plays the quality that the viewer picks, beside the playing one if both are real-time; -1: leaves it to the link. */
export function pick(draft: LiveDraft, picked: number): void {
	const { next } = draft;
	const { qualities, trial } = next;
	let quality = picked;
	// A menu may still show the list before this one.
	if (picked >= qualities.length) return;
	// Its own rules follow.
	if (isReplay(next)) return void (next.picked = picked < 0 ? '' : qualities[picked]!.name);
	// A viewer who turns off sound alone wants video.
	if (picked < 0 && next.picked && isSoundOnly(next))
		qualities.forEach(({ name, audioOnly }, index) => {
			if (!audioOnly && !owedNames(next.owed, 0, 'refused').includes(name)) quality = index;
		});
	// A better one was picked in vain.
	else if (picked < 0 && !isMoving(next.status) && lastPlayed(next) > next.quality) quality = lastPlayed(next);
	next.picked = picked < 0 ? '' : qualities[picked]!.name;
	next.announced = '';
	if (trial && trial.why !== 'silent') next.trial = null;
	if (quality < 0) return;
	if (quality === next.quality || (trial && trial.alone) || !tryBeside(draft, quality, 'picked')) {
		next.lastPlayed = qualities[quality]!.name;
		changeTo(draft, quality);
	}
}

/** Loads another quality in place of what plays or is tried. */
function changeTo(draft: LiveDraft, quality: number): void {
	const { next } = draft;
	if (quality === next.quality) return;
	next.quality = quality;
	if (isStreaming(draft.next) && next.status !== 'paused' && next.status !== 'failed') start(draft);
}

/** Plays the lower quality that the link carries. */
export function playLower(draft: LiveDraft, quality: number): void {
	if (tryBeside(draft, quality, 'lower')) return;
	announce(draft.next, quality, 'lower');
	start(draft);
}

/** Tries a quality beside what plays, if both are real-time. Returns whether it does. */
export function tryBeside(draft: LiveDraft, quality: number, why: Trial['why']): boolean {
	const isPossible =
		isMoving(draft.next.status) &&
		isRealTime(draft) &&
		streamOf(draft.next.qualities[quality]!.address, draft.policy.whep).kind !== 'url';
	if (isPossible) beginTrial(draft, { quality, why, since: draft.seen.now });
	return isPossible;
}

function beginTrial(draft: LiveDraft, trial: Trial): void {
	const { next, commands, seen } = draft;
	if (waitAfter(next.failedAt, seen.now)) return;
	next.trial = trial;
	next.measuredKbps = 0;
	commands.push(tryOf(draft, next.qualities[trial.quality]!));
}

/** Connects to a quality beside what plays. */
export function tryOf({ seen, policy }: LiveDraft, { address, audioOnly }: Quality): LiveCommand {
	const most = 2 * policy.playTimeout + policy.latencyFactor * Math.max(seen.latency, seen.link.roundTrip);
	const timeout = Math.min(policy.maxPlayTimeout, most);
	return { type: 'try', stream: streamOf(address, policy.whep), timeout, hasVideo: !audioOnly };
}

/**
 * Replaces a silent connection by a trial, later on a slow link, unless the old one delivers first. Ends the old one if
 * a lower quality takes too long. Returns whether nothing else is to be judged.
 */
export function checkTrial(draft: LiveDraft): boolean {
	const { next, seen, policy } = draft;
	const { trial } = next;
	const isAlone = !!trial && trial.alone;
	// An element whose stream has ended is paused, too.
	if (seen.hidden || (seen.playing.paused && !isAlone) || !isMoving(next.status) || !isRealTime(draft)) return false;
	const isSilent = seen.playing.silence >= policy.deadTimeout;
	if (trial && leaveEmpty(draft, trial)) return true;
	if (trial && isAlone) {
		// The last frame stands.
		if (next.status === 'playing' && seen.now - trial.since >= policy.stallTimeout) enter(draft, 'stalled');
		// The client's timeout stops at the first media; this one begins there: without a frame only a new load helps.
		if (seen.now - trial.since < policy.maxPlayTimeout) return true;
		changeUntried(next, trial);
		start(draft);
		return true;
	}
	if (trial && trial.why === 'lower') {
		const { audioOnly } = next.qualities[trial.quality]!;
		const soundTime = trial.answeredAt ? policy.answeredTime : policy.soundBesideTime;
		if (seen.now - trial.since >= (audioOnly ? soundTime : policy.besideTime)) endOld(draft, trial);
		// It has its own timeout.
		return !!next.trial!.alone;
	}
	if (!isSilent) {
		if (trial && trial.why === 'silent' && isHeldUp(draft, trial)) {
			endOld(draft, trial);
			return true;
		}
		// After a long silence the server may have ended what still arrives.
		const goesOn = !hasResumed(draft) || seen.playing.resumed >= 2 * policy.deadTimeout;
		if (trial && trial.why === 'silent' && goesOn) next.trial = null;
		return false;
	}
	// A connection beside it, by this rule or by the viewer's choice, takes over.
	if (trial && trial.why !== 'better') return true;
	// A full queue holds back data and answers, but an outage has lasted as long as its round trip.
	const roundTrip = hasResumed(draft) ? 0 : seen.link.roundTrip;
	const delay = policy.deadTimeout + policy.roundTripFactor * Math.max(seen.latency, roundTrip);
	if (seen.playing.silence < Math.max(Math.min(delay, policy.maxSilence), pauseOf(draft))) return true;
	const lower = next.quality + 1;
	// Sound alone is left to the link's choice.
	const isTooMuch =
		roundTrip >= policy.fullQueue && !next.picked && next.qualities[lower] && !next.qualities[lower]!.audioOnly;
	replaceSilent(draft, isTooMuch ? lower : next.quality);
	return true;
}

/** Whether what comes back on a thin link holds up a trial of the lowest video: it repeats all that was lost. */
function isHeldUp(draft: LiveDraft, { quality }: Trial): boolean {
	const { qualities } = draft.next;
	const { resumed, gap, kbps } = draft.seen.playing;
	const lower = qualities[quality + 1];
	return (
		hasResumed(draft) &&
		resumed >= FIRST_SECOND &&
		gap >= LONG_GAP &&
		(!lower || lower.audioOnly) &&
		kbps < 2 * qualities[quality]!.kbps
	);
}

function replaceSilent(draft: LiveDraft, quality: number): void {
	const { seen, commands } = draft;
	if (seen.playing.span < MAX_BURST_TIME) addStopped(draft);
	beginTrial(draft, { quality, why: 'silent', since: seen.now });
	// It may be over for a whole crowd.
	commands.push({ type: 'refresh', delay: refreshDelayOf(draft, seen.playing.silence) });
}

/** Leaves a trial that is answered without media, for the next lower quality if it is to replace what plays. */
function leaveEmpty(draft: LiveDraft, trial: Trial): boolean {
	const { next, seen } = draft;
	const { quality, why, alone, answeredAt } = trial;
	// Failures before a connection are the network's fault.
	if (!answeredAt || seen.trial || seen.trialConnects) return false;
	const other = next.picked ? -1 : nearest(draft, quality, why === 'lower');
	const replaces = why === 'silent' || why === 'lower';
	// It has its own timeout.
	const stays = replaces && other <= quality;
	if ((stays && why !== 'silent') || !isEmpty(draft, quality, seen.now - answeredAt)) return false;
	if (stays) {
		if (!timesOwed(next.owed, 'stopped')) addStopped(draft);
		return false;
	}
	if (!blame(draft, quality) && !replaces) return false;
	if (replaces) beginTrial(draft, Object.assign({ quality: other, why, since: seen.now }, alone && { alone }));
	else next.trial = null;
	return true;
}

/** Whether a trial goes on where the old connection has failed. */
export function isTakenOver(draft: LiveDraft, reason: Reason): boolean {
	const { next, commands } = draft;
	const { trial } = next;
	if (!trial) return false;
	// A lost connection does not matter while another is made.
	if (reason !== 'ended') return trial.why !== 'better';
	if (!isMoving(draft.next.status)) return false;
	// Servers with one session a viewer close the old one for the new; unanswered, the broadcast may be over.
	if (!trial.answeredAt && trial.why === 'better') return false;
	if (!trial.alone) endOld(draft, trial);
	commands.push({ type: 'refresh', delay: refreshDelayOf(draft) });
	return true;
}

function endOld({ next, commands }: LiveDraft, trial: Trial): void {
	next.trial = Object.assign({}, trial, { alone: true });
	commands.push({ type: 'unload', keep: true });
}

/** Lets the trial take over; `better` waits until the link carries both. */
export function takeTrial(draft: LiveDraft, isReady: boolean): void {
	const { next, commands } = draft;
	const { trial } = next;
	if (!trial || (isReady && trial.why === 'better' && !trial.alone)) return;
	announce(next, trial.quality, trial.why);
	next.trial = null;
	// The last frame of a page that is hidden.
	if (next.rested && isSoundOnly(next)) commands.push({ type: 'setPoster' });
	else next.rested = '';
	commands.push({ type: 'swap' });
	play(draft);
}

/** Ends the trial, and does what follows. */
export function failTrial(draft: LiveDraft, { reason, error }: Extract<PlayerEvent, { type: 'trialFailed' }>): void {
	const { next, seen, policy } = draft;
	const { trial } = next;
	if (!trial) return;
	const { quality, why, alone } = trial;
	const isAnswered = isAnswer(error);
	next.trial = null;
	next.failedAt = addFailure(next.failedAt, seen.now);
	// Without a new connection nothing is known of the encoder.
	const isStopped = timesOwed(next.owed, 'stopped') > 0 && reason !== ErrorCode.ERROR_PC_DISCONNECTED;
	const mayDeliver = !alone && (isStopped || seen.playing.silence < SESSION_TIME);
	if (why === 'silent' && seen.now - trial.since >= policy.playTimeout && !isAnswered && mayDeliver)
		return replaceSilent(draft, quality);
	if (alone && reason === 'ended') changeUntried(next, trial);
	// What plays has failed.
	if (why === 'silent' || (alone && reason === 'ended')) return fail(draft, reason, error);
	// It was nobody's fault.
	if (isQuiet(draft) && !isAnswered) return void (alone && changeUntried(next, trial));
	// Its quality is left out if it is to blame, else the link does not carry both.
	if ((mayBeMissing(reason, error) && blame(draft, quality, error)) || why === 'better') return;
	changeUntried(next, trial);
	start(draft);
}

/** Changes to a quality, and says so unless the viewer has picked it. */
function announce(next: LiveDraft['next'], quality: number, why: Trial['why']): void {
	const { qualities, quality: before } = next;
	if (quality === before) return;
	if (why === 'picked') next.announced = '';
	else if (qualities[quality]!.audioOnly) next.announced = 'sound';
	else if (qualities[before]!.audioOnly) next.announced = 'restored';
	else next.announced = quality > before ? 'lower' : '';
	next.quality = quality;
}

/** Changes to the quality of a trial without having played it, so not to a better one. */
function changeUntried(next: LiveDraft['next'], { quality, why }: Trial): void {
	if (why !== 'better') announce(next, quality, why);
}
