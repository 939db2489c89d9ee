/**
 * Trials: one connection beside the playing one. A silent connection is replaced (`silent`), by the next lower quality
 * if its queue was full; a lack of rate lowers the quality (`lower`, by `quality.ts`), unless the link is silent.
 */
import { ErrorCode, type RtsError } from '../../rts/play/errors.ts';
import { fail, start } from '../core/attempt.ts';
import { isSoundOnly, isStreaming } from '../core/conditions.ts';
import { isRealTime, play } from '../core/draft.ts';
import type { Quality } from '../core/list-qualities.ts';
import { streamOf } from '../core/source.ts';
import type { Draft, LiveDraft, PlayerEvent, PlayerState, Reason, Trial } from '../core/state.ts';

/** Plays another quality, beside the playing one if both are real-time. */
export function choose(draft: Draft, { quality: chosen, by }: Extract<PlayerEvent, { type: 'choose' }>): void {
	const { next } = draft;
	const { qualities, trial, picked, failedQualities } = next;
	let quality = chosen;
	if (by === 'viewer') {
		next.picked = chosen < 0 ? '' : qualities[chosen]!.name;
		next.notice = '';
		if (trial && trial.why !== 'silent') next.trial = null;
		// A viewer who turns off sound alone wants video.
		if (chosen < 0 && picked && isSoundOnly(draft))
			qualities.forEach(({ name, audioOnly }, index) => {
				if (!audioOnly && !failedQualities.includes(name)) quality = index;
			});
	} else if (next.picked || (trial && (trial.why === 'silent' || trial.quality === quality))) return;
	if (quality < 0 || quality === next.quality) return;
	const why = by === 'viewer' ? 'picked' : quality < next.quality ? 'better' : 'lower';
	if (!(trial && trial.alone) && canTryBeside(draft, quality))
		return tryBeside(draft, { quality, why, since: draft.at.now });
	next.quality = quality;
	if (isStreaming(draft) && next.status !== 'paused' && next.status !== 'failed') start(draft);
}

/** Whether the element has a stream, or a trial that is to give it one. */
export const isMoving = ({ next: { status } }: Draft): boolean => status === 'playing' || status === 'stalled';

/** Whether something plays, and both are real-time. */
const canTryBeside = (draft: Draft, quality: number): boolean =>
	isStreaming(draft) &&
	isMoving(draft) &&
	isRealTime(draft) &&
	streamOf(draft.next.qualities[quality]!.address, draft.policy.whep).kind !== 'url';

function tryBeside({ next, commands, at, policy }: Draft, trial: Trial): void {
	next.trial = trial;
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
	const { next, commands, at, policy } = draft;
	const { trial } = next;
	if (at.hidden || at.paused || !isMoving(draft) || !isStreaming(draft) || !isRealTime(draft)) return false;
	const isSilent = at.silence >= policy.deadTimeout;
	if (trial && trial.alone) {
		// Its first media ends its own timeout; without a frame after it, only a new load helps.
		if (at.now - trial.since < policy.maxPlayTimeout) return true;
		next.quality = trial.quality;
		start(draft);
		return true;
	}
	if (trial && trial.why === 'lower') {
		const { audioOnly } = next.qualities[trial.quality]!;
		const soundTime = trial.answered ? policy.answeredTime : policy.soundBesideTime;
		if (!trial.alone && at.now - trial.since >= (audioOnly ? soundTime : policy.besideTime)) endOld(draft, trial);
		// It has its own timeout.
		return !!next.trial!.alone;
	}
	if (!isSilent) {
		if (trial && trial.why === 'silent') next.trial = null;
		return false;
	}
	// What is made beside it, by this rule or by the viewer's choice, takes over.
	if (trial && trial.why !== 'better') return true;
	// A full queue holds back data and answers.
	const { roundTrip = 0 } = at;
	const delay = policy.deadTimeout + policy.roundTripFactor * Math.max(at.latency, roundTrip);
	if (at.silence < Math.min(delay, policy.maxSilence)) return true;
	const lower = next.quality + 1;
	// Sound alone is left to the link's choice.
	const isTooMuch =
		roundTrip >= policy.fullQueue && !next.picked && next.qualities[lower] && !next.qualities[lower]!.audioOnly;
	tryBeside(draft, { quality: isTooMuch ? lower : next.quality, why: 'silent', since: at.now });
	// It may be over for a whole crowd.
	const refreshDelay = at.random * Math.max(policy.retryDelay, policy.maxRefreshDelay - at.silence);
	commands.push({ type: 'refresh', delay: refreshDelay });
	return true;
}

/** Whether a trial goes on where the old connection has failed. */
export function isTakenOver(draft: LiveDraft, reason: Reason): boolean {
	const { next, commands, at, policy } = draft;
	const { trial } = next;
	if (!trial) return false;
	// A lost connection does not matter while another is made.
	if (reason !== 'ended') return trial.why !== 'better';
	if (!isMoving(draft)) return false;
	// Servers with one session a viewer close the old one for the new; unanswered, the broadcast may be over.
	if (!trial.answered && (trial.why === 'silent' || trial.why === 'better')) return false;
	if (!trial.alone) endOld(draft, trial);
	commands.push({ type: 'refresh', delay: at.random * Math.max(policy.retryDelay, policy.maxRefreshDelay) });
	return true;
}

function endOld({ next, commands }: Draft, trial: Trial): void {
	next.trial = Object.assign({}, trial, { alone: true });
	commands.push({ type: 'endOld', cover: next.source!.poster });
}

/** Lets the trial take over; `better` waits until the link carries both. */
export function takeTrial(draft: Draft, isReady: boolean): void {
	const { next, commands } = draft;
	const { trial } = next;
	if (!trial || (isReady && trial.why === 'better' && !trial.alone)) return;
	const wasSoundOnly = next.qualities[next.quality]!.audioOnly;
	if (trial.why === 'lower') next.notice = next.qualities[trial.quality]!.audioOnly ? 'sound' : 'lower';
	else if (trial.why === 'better') next.notice = wasSoundOnly ? 'restored' : '';
	next.quality = trial.quality;
	next.trial = null;
	commands.push({ type: 'swap' });
	play(draft);
}

/** Ends the trial. A silent stream has failed; a missing quality is left out. */
export function failTrial(draft: Draft, { reason, error }: Extract<PlayerEvent, { type: 'trialFailed' }>): void {
	const { next } = draft;
	const { trial } = next;
	if (!trial) return;
	next.trial = null;
	if (trial.alone && reason === 'ended') next.quality = trial.quality;
	if (trial.why === 'silent' || (trial.alone && reason === 'ended')) return fail(draft, reason, error);
	if (isMissing(reason, error)) leaveOut(draft, trial.quality);
	// The link does not carry both.
	else if (trial.why !== 'better') {
		next.quality = trial.quality;
		start(draft);
	}
}

/** Whether the viewer's pick cannot be played, so that the link chooses again. */
export const isPickMissing = ({ picked, qualities, failedQualities }: PlayerState): boolean =>
	!!picked && !!qualities[0] && !qualities.some(({ name }) => name === picked && !failedQualities.includes(name));

/** Whether only this stream is missing: refused, or without frames. */
const isMissing = (reason: Reason, error: RtsError | undefined): boolean =>
	reason === ErrorCode.ERROR_PLAY_FAILED || /^(response )?status.?4/.test((error && error.message) || '');

function leaveOut({ next }: Draft, quality: number): void {
	next.failedQualities = next.failedQualities.concat(next.qualities[quality]!.name);
}

/**
 * Leaves a missing quality at its second failure, as the first may be an interruption of all: for the next lower one,
 * else the best. Begins again where all are missing.
 */
export function skipMissing(draft: Draft): void {
	const { next } = draft;
	const { qualities, quality } = next;
	if (next.status !== 'reconnecting' || next.failures % 2 || next.picked || !isMissing(next.reason, next.error)) return;
	leaveOut(draft, quality);
	// A broadcast whose publisher is briefly away returns with video.
	const isLeft = ({ name, audioOnly }: Quality) => !audioOnly && !next.failedQualities.includes(name);
	let other = qualities.findIndex((candidate, index) => index > quality && isLeft(candidate));
	if (other < 0) other = qualities.findIndex(isLeft);
	if (other < 0) next.failedQualities = [];
	next.quality = Math.max(0, other);
}
