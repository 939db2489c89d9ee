import { ErrorCode, type RtsError } from '../../rts/play/errors.ts';
import type { Quality } from '../core/list-qualities.ts';
import type { LiveDraft, Reason } from '../core/state.ts';

/** Whether the viewer's pick cannot be played, so that the link chooses again. */
export const isPickMissing = ({ picked, qualities, failedQualities }: LiveDraft['next']): boolean =>
	!!picked && !!qualities[0] && !qualities.some(({ name }) => name === picked && !failedQualities.includes(name));

/** Whether only this stream is missing: refused, or without frames. */
export const isMissing = (reason: Reason, error: RtsError | undefined): boolean =>
	reason === ErrorCode.ERROR_PLAY_FAILED || /^(response )?status.?4/.test((error && error.message) || '');

/** Plays a quality no more in this visit. */
export function leaveOut({ next }: LiveDraft, quality: number): void {
	next.failedQualities = next.failedQualities.concat(next.qualities[quality]!.name);
}

/** Leaves a missing quality for the next lower one, else the best. Begins again where all are missing. */
export function skipQuality(draft: LiveDraft): void {
	const { next } = draft;
	const { qualities, quality } = next;
	leaveOut(draft, quality);
	// A broadcast whose publisher is briefly away returns with video.
	const isLeft = ({ name, audioOnly }: Quality) => !audioOnly && !next.failedQualities.includes(name);
	let other = qualities.findIndex((candidate, index) => index > quality && isLeft(candidate));
	if (other < 0) other = qualities.findIndex(isLeft);
	if (other < 0) next.failedQualities = [];
	next.quality = Math.max(0, other);
}
