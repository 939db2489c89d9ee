/** Qualities that cannot be had: refused ones are left out for the visit, silent ones set aside for a minute. */
import { isRefused } from '../../network/failure.ts';
import { ErrorCode, type RtsError } from '../../rts/play/errors.ts';
import type { LiveDraft } from '../core/draft.ts';
import type { PlayerState, Reason } from '../core/state.ts';
import { owe, owedNames, settle } from '../core/owed.ts';
import { isMoving, isStreaming } from '../core/status.ts';
import { start } from './attempt.ts';
import { isRealTime } from './is-real-time.ts';
import { indexOf } from './find-quality.ts';

/** Whether the viewer's pick cannot be played, so that the link chooses again. */
export const isPickMissing = ({ picked, qualities, owed }: LiveDraft['next']): boolean =>
	!!picked &&
	!!qualities[0] &&
	!qualities.some(({ name }) => name === picked && !owedNames(owed, 0, 'refused').includes(name));

/** Whether the failure may be the stream's own: refused, or without media. */
export const mayBeMissing = (reason: Reason, error: RtsError | undefined): boolean =>
	reason === ErrorCode.ERROR_PLAY_FAILED || isRefused(error);

/**
 * Whether the link was seen to carry a quality since its attempt or trial began, so that it is not to blame: by media
 * of what plays beside it, or a measurement.
 */
function wasCarried({ next, seen }: LiveDraft, quality: number): boolean {
	const { kbps } = next.qualities[quality]!;
	const carried = Math.max(next.measuredKbps, isMoving(next.status) ? seen.playing.kbps : 0);
	return carried > 0 && carried >= kbps;
}

/**
 * Blames a quality, which is then not played: for this visit if refused, for a while if it ran out of time on a link
 * that carries it. Returns whether it is to blame.
 */
export function blame(draft: LiveDraft, quality: number, error?: RtsError): boolean {
	const { next } = draft;
	if (isRefused(error)) next.owed = owe(next.owed, 'refused', next.qualities[quality]!);
	else if (wasCarried(draft, quality)) setAside(draft, quality);
	else return false;
	return true;
}

/** Does not play a silent quality for a while, as its encoder may restart; the link chooses instead of a pick. */
function setAside({ next, seen, policy }: LiveDraft, quality: number): void {
	const { name } = next.qualities[quality]!;
	if (next.picked === name) next.picked = '';
	next.owed = owe(next.owed, 'silent', { name, until: seen.now + policy.silentTime });
}

/** Index of what played last; -1: this broadcast no longer has it. */
export const lastPlayed = (next: LiveDraft['next']): number => indexOf(next, next.lastPlayed);

/**
 * The nearest lower video to be had, not above what played last, else the nearest higher one; -1: none.
 *
 * @param allowsSoundAlone not where the publisher may be briefly away, who returns with video
 */
export function nearest({ next, seen }: LiveDraft, quality: number, allowsSoundAlone = false): number {
	const missing = owedNames(next.owed, seen.now);
	const others = next.qualities
		.map(({ name, audioOnly }, index) =>
			(audioOnly && !allowsSoundAlone) || missing.includes(name) || index === quality ? -1 : index,
		)
		.filter((index) => index >= 0);
	const base = Math.max(quality, lastPlayed(next));
	const lower = others.filter((index) => index >= base);
	return lower.concat(others.reverse(), -1)[0]!;
}

/**
 * Leaves a quality that has failed: if it is to blame for the nearest one, else for a lower one, as the link may not
 * carry it. Where all are missing, begins again with what played last.
 */
export function skipQuality(draft: LiveDraft): void {
	const { next } = draft;
	const { quality } = next;
	const isToBlame = blame(draft, quality, next.error);
	const other = nearest(draft, quality);
	if (isToBlame && other < 0) {
		next.owed = settle(next.owed, 'refused', 'silent');
		const again = lastPlayed(next);
		if (again >= 0) next.quality = again;
	} else if (isToBlame || other > quality) next.quality = other;
	// The link is not known to be slow.
	if (next.quality !== quality) next.announced = '';
}

/**
 * Whether a server that has answered brings no media, and the link is known. Measures that where nothing else tells.
 *
 * @param time milliseconds since the answer
 */
export function isEmpty(draft: LiveDraft, quality: number, time: number): boolean {
	const { seen, policy, commands } = draft;
	const late = time - policy.emptyTimeout - policy.latencyFactor * Math.max(seen.latency, seen.link.roundTrip);
	if (late < 0) return false;
	const isKnown = draft.next.measuredKbps > 0 || wasCarried(draft, quality);
	if (!isKnown && late < policy.checkInterval) commands.push({ type: 'measure' });
	return isKnown;
}

/** Whether the viewer's pick is kept though it fails. One of an earlier load may be gone: until something has played. */
export const isPickKept = ({ picked, hasPlayed }: PlayerState): boolean => !!picked && !!hasPlayed;

/** Leaves at once what a server has answered without media, while there is another quality. */
export function checkEmpty(draft: LiveDraft): void {
	const { next, seen } = draft;
	if (seen.hidden || !next.attempting || isPickKept(next) || !isStreaming(next) || !isRealTime(draft)) return;
	const other = nearest(draft, next.quality);
	if (other < 0 || !isEmpty(draft, next.quality, seen.playing.empty)) return;
	const isToBlame = blame(draft, next.quality);
	if (!isToBlame && other < next.quality) return;
	next.quality = other;
	next.announced = isToBlame ? '' : 'lower';
	start(draft);
}
