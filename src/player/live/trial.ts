/**
 * Trials: one connection beside the playing one. A silent connection is replaced (`silent`), by the next lower quality
 * if its queue was full; a lack of rate lowers the quality (`lower`, by `choose-quality.ts`), unless the link is silent.
 */
import { fail, start } from '../core/attempt.ts';
import { isRealTime, play } from '../core/draft.ts';
import { streamOf } from '../core/source.ts';
import type { LiveDraft, PlayerEvent, Reason, Trial } from '../core/state.ts';
import { isMoving, isSoundOnly, isStreaming } from '../core/status.ts';
import { refreshDelayOf } from './refresh-delay.ts';
import { hasResumed, isQuiet, SESSION_TIME } from './outage.ts';
import { blame, isEmpty, isRefusal, mayBeMissing, nearest } from './missing-qualities.ts';

/** Plays another quality, beside the playing one if both are real-time. */
export function choose(draft: LiveDraft, { quality: chosen, by }: Extract<PlayerEvent, { type: 'choose' }>): void {
	const { next } = draft;
	const { qualities, trial, picked, failedQualities } = next;
	let quality = chosen;
	if (by === 'viewer') {
		next.picked = chosen < 0 ? '' : qualities[chosen]!.name;
		next.notice = '';
		if (trial && trial.why !== 'silent') next.trial = null;
		// A viewer who turns off sound alone wants video.
		if (chosen < 0 && picked && isSoundOnly(next))
			qualities.forEach(({ name, audioOnly }, index) => {
				if (!audioOnly && !failedQualities.includes(name)) quality = index;
			});
	} else if (next.picked || (trial && (trial.why === 'silent' || trial.quality === quality))) return;
	if (quality < 0) return;
	const why = by === 'viewer' ? 'picked' : quality < next.quality ? 'better' : 'lower';
	if (quality !== next.quality && !(trial && trial.alone) && canTryBeside(draft, quality))
		return tryBeside(draft, { quality, why, since: draft.at.now });
	if (by === 'viewer') next.lastPlayed = qualities[quality]!.name;
	if (quality === next.quality) return;
	next.quality = quality;
	if (isStreaming(draft.next) && next.status !== 'paused' && next.status !== 'failed') start(draft);
}

/** Whether something plays, and both are real-time. */
const canTryBeside = (draft: LiveDraft, quality: number): boolean =>
	isStreaming(draft.next) &&
	isMoving(draft.next.status) &&
	isRealTime(draft) &&
	streamOf(draft.next.qualities[quality]!.address, draft.policy.whep).kind !== 'url';

function tryBeside({ next, commands, at, policy }: LiveDraft, trial: Trial): void {
	next.trial = trial;
	next.measuredKbps = 0;
	const timeout = 2 * policy.playTimeout + policy.latencyFactor * Math.max(at.latency, at.roundTrip || 0);
	commands.push({
		type: 'try',
		stream: streamOf(next.qualities[trial.quality]!.address, policy.whep),
		timeout: Math.min(policy.maxPlayTimeout, timeout),
		hasVideo: !next.qualities[trial.quality]!.audioOnly,
	});
}

/**
 * Replaces a silent connection by a trial, later on a slow link, unless the old one delivers first. Ends the old one if
 * a lower quality takes too long. Returns whether nothing else is to be judged.
 */
export function checkTrial(draft: LiveDraft): boolean {
	const { next, at, policy } = draft;
	const { trial } = next;
	if (at.hidden || at.paused || !isMoving(draft.next.status) || !isStreaming(draft.next) || !isRealTime(draft))
		return false;
	const isSilent = at.silence >= policy.deadTimeout;
	if (trial && leaveEmpty(draft, trial)) return true;
	if (trial && trial.alone) {
		// Its first media ends its own timeout; without a frame after it, only a new load helps.
		if (at.now - trial.since < policy.maxPlayTimeout) return true;
		goTo(next, trial);
		start(draft);
		return true;
	}
	if (trial && trial.why === 'lower') {
		const { audioOnly } = next.qualities[trial.quality]!;
		const soundTime = trial.answeredAt ? policy.answeredTime : policy.soundBesideTime;
		if (!trial.alone && at.now - trial.since >= (audioOnly ? soundTime : policy.besideTime)) endOld(draft, trial);
		// It has its own timeout.
		return !!next.trial!.alone;
	}
	if (!isSilent) {
		// After a long silence the server may have ended what still arrives.
		const isTold = !hasResumed(draft) || at.resumed! >= 2 * policy.deadTimeout;
		if (trial && trial.why === 'silent' && isTold) next.trial = null;
		return false;
	}
	// What is made beside it, by this rule or by the viewer's choice, takes over.
	if (trial && trial.why !== 'better') return true;
	// A full queue holds back data and answers, but an outage has lasted as long as its round trip.
	const { roundTrip = 0 } = hasResumed(draft) ? {} : at;
	const delay = policy.deadTimeout + policy.roundTripFactor * Math.max(at.latency, roundTrip);
	if (at.silence < Math.min(delay, policy.maxSilence)) return true;
	const lower = next.quality + 1;
	// Sound alone is left to the link's choice.
	const isTooMuch =
		roundTrip >= policy.fullQueue && !next.picked && next.qualities[lower] && !next.qualities[lower]!.audioOnly;
	replaceSilent(draft, isTooMuch ? lower : next.quality);
	return true;
}

function replaceSilent(draft: LiveDraft, quality: number): void {
	const { at, commands } = draft;
	tryBeside(draft, { quality, why: 'silent', since: at.now });
	// It may be over for a whole crowd.
	commands.push({ type: 'refresh', delay: refreshDelayOf(draft, at.silence) });
}

/** Leaves a trial that is answered without media, for the next lower quality if it is to replace what plays. */
function leaveEmpty(draft: LiveDraft, trial: Trial): boolean {
	const { next, at } = draft;
	const { quality, why, alone, answeredAt } = trial;
	if (!answeredAt || at.trialArrives) return false;
	const other = next.picked ? -1 : nearest(draft, quality);
	const replaces = why === 'silent' || why === 'lower';
	// It has its own timeout.
	if ((replaces && other <= quality) || !isEmpty(draft, quality, at.now - answeredAt)) return false;
	if (!blame(draft, quality) && !replaces) return false;
	if (replaces) tryBeside(draft, Object.assign({ quality: other, why, since: at.now }, alone && { alone }));
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
	commands.push({ type: 'endOld', cover: next.source!.poster });
}

/** Lets the trial take over; `better` waits until the link carries both. */
export function takeTrial(draft: LiveDraft, isReady: boolean): void {
	const { next, commands } = draft;
	const { trial } = next;
	if (!trial || (isReady && trial.why === 'better' && !trial.alone)) return;
	changeTo(next, trial);
	next.trial = null;
	draft.outcome = 'taken';
	commands.push({ type: 'swap' });
	play(draft);
}

/** Ends the trial. A silent stream has failed; a missing quality is left out. */
export function failTrial(draft: LiveDraft, { reason, error }: Extract<PlayerEvent, { type: 'trialFailed' }>): void {
	const { next, at, policy } = draft;
	const { trial } = next;
	if (!trial) return;
	next.trial = null;
	if (trial.alone && reason === 'ended') goTo(next, trial);
	const isLong = at.now - trial.since >= policy.playTimeout;
	// Nobody's fault; the old connection may deliver again.
	if (trial.why === 'silent' && !trial.alone && isLong && !isRefusal(error) && at.silence < SESSION_TIME)
		return replaceSilent(draft, trial.quality);
	if (trial.why === 'silent' || (trial.alone && reason === 'ended')) return fail(draft, reason, error);
	if (isQuiet(draft) && !isRefusal(error)) {
		if (trial.alone) goTo(next, trial);
		return;
	}
	if (mayBeMissing(reason, error) && blame(draft, trial.quality, error)) return;
	// The link does not carry both.
	if (trial.why !== 'better') {
		goTo(next, trial);
		start(draft);
	}
}

/** Changes to the quality of a trial; says so, unless the viewer has picked it. */
function changeTo(next: LiveDraft['next'], { quality, why }: Trial): void {
	const { qualities, quality: before } = next;
	if (quality === before) return;
	if (why === 'picked') next.notice = '';
	else if (qualities[quality]!.audioOnly) next.notice = 'sound';
	else if (qualities[before]!.audioOnly) next.notice = 'restored';
	else next.notice = quality > before ? 'lower' : '';
	next.quality = quality;
}

/** Changes to it without having played it, so not to a better one. */
function goTo(next: LiveDraft['next'], trial: Trial): void {
	if (trial.why !== 'better') changeTo(next, trial);
}
