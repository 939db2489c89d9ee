/** Qualities that cannot be had: refused ones are left out for the visit, silent ones set aside for a minute. */
import { ErrorCode, type RtsError } from '../../rts/play/errors.ts';
import { start } from '../core/attempt.ts';
import { isRealTime } from '../core/draft.ts';
import type { LiveDraft, PlayerState, Reason } from '../core/state.ts';
import { isStreaming, missingNames } from '../core/status.ts';
import { refreshDelayOf } from './refresh-delay.ts';

/** Whether the viewer's pick cannot be played, so that the link chooses again. */
export const isPickMissing = ({ picked, qualities, failedQualities }: LiveDraft['next']): boolean =>
	!!picked && !!qualities[0] && !qualities.some(({ name }) => name === picked && !failedQualities.includes(name));

/** Whether the server has refused. */
export const isRefusal = (error: RtsError | undefined): boolean => !!error && !!error.status;

/** Whether only this stream is missing: refused, or without media. */
export const isMissing = (reason: Reason, error: RtsError | undefined): boolean =>
	reason === ErrorCode.ERROR_PLAY_FAILED || (isRefusal(error) && error!.status! >= 400 && error!.status! < 500);

/** Does not play a missing quality again: in this visit, if refused. */
export function leaveOut(draft: LiveDraft, quality: number, reason: Reason): void {
	const { next } = draft;
	if (reason === ErrorCode.ERROR_PLAY_FAILED) setAside(draft, quality);
	else next.failedQualities = next.failedQualities.concat(next.qualities[quality]!.name);
}

/** Does not play a silent quality for a while, as its encoder may restart; the link chooses instead of a pick. */
export function setAside({ next, at, policy }: LiveDraft, quality: number): void {
	const { name } = next.qualities[quality]!;
	if (next.picked === name) next.picked = '';
	next.silentQualities = next.silentQualities
		.filter((other) => other.name !== name)
		.concat({ name, until: at.now + policy.silentTime });
}

/** The next lower video to be had, else the best; -1: none. */
export function otherQuality({ next, at }: LiveDraft, quality: number): number {
	const missing = missingNames(next, at.now);
	// A broadcast whose publisher is briefly away returns with video.
	const left = next.qualities
		.map(({ name, audioOnly }, index) => (audioOnly || missing.includes(name) || index === quality ? -1 : index))
		.filter((index) => index >= 0);
	const lower = left.filter((index) => index > quality);
	return lower.concat(left, -1)[0]!;
}

/** Leaves a missing quality for another. Begins again where all are missing. */
export function skipQuality(draft: LiveDraft): void {
	const { next } = draft;
	leaveOut(draft, next.quality, next.reason);
	const other = otherQuality(draft, next.quality);
	if (other < 0) next.failedQualities = next.silentQualities = [];
	next.quality = Math.max(0, other);
}

/**
 * Whether a server that has answered brings no media while something else arrives. Calls the API where nothing does.
 *
 * @param time milliseconds since the answer
 */
export function isEmpty(draft: LiveDraft, time: number): boolean {
	const { at, policy, commands } = draft;
	const late = time - policy.emptyTimeout - policy.latencyFactor * Math.max(at.latency, at.roundTrip || 0);
	if (late < 0) return false;
	const isQuiet = (at.quiet || 0) >= time;
	if (isQuiet && late < policy.checkInterval) commands.push({ type: 'refresh', delay: refreshDelayOf(draft, time) });
	return !isQuiet;
}

/** Whether the viewer's pick is kept though it fails. One of an earlier load may be gone: until something has played. */
export const isPickKept = ({ picked, hasPlayed }: PlayerState): boolean => !!picked && !!hasPlayed;

/** Leaves at once what a server has answered without media, while there is another quality. */
export function checkEmpty(draft: LiveDraft): void {
	const { next, at } = draft;
	if (at.hidden || !next.attempting || isPickKept(next) || !isStreaming(next) || !isRealTime(draft)) return;
	const other = otherQuality(draft, next.quality);
	if (other < 0 || !isEmpty(draft, at.empty || 0)) return;
	setAside(draft, next.quality);
	next.quality = other;
	start(draft);
}
