/**
 * Hidden pages: what nobody sees is not received. Heard, sound alone goes on, or the lowest level of HLS, which follows
 * `rested` (`act/hls-playback.ts`); else the connection ends.
 * See `docs/decisions/hidden.md`.
 */
import { isHls } from '../core/is-hls.ts';
import { owedNames } from '../core/owed.ts';
import type { LiveDraft, RecordingDraft } from '../core/draft.ts';
import { isLoaded, isMoving, isSoundOnly, isStreaming } from '../core/status.ts';
import { enter, start } from './attempt.ts';
import { tryBeside } from './trial.ts';

const placeOfRested = ({ next }: LiveDraft): number => next.qualities.findIndex(({ name }) => name === next.rested);

/** Rests a broadcast that has been unseen for long; loads one that could not be brought back beside the sound. */
export function checkHidden(draft: LiveDraft): void {
	const { next, seen, policy, commands } = draft;
	if (!seen.unseen) {
		if (!next.rested || next.trial || !isMoving(next.status)) return;
		const place = Math.max(0, placeOfRested(draft));
		next.rested = '';
		if (!isSoundOnly(next)) return;
		next.quality = place;
		return start(draft);
	}
	if (seen.unseen < policy.hiddenTime || !isStreaming(next) || !isLoaded(next.status)) return;
	if (seen.muted || seen.playing.paused || next.status === 'blocked') {
		// An attempt that is due waits for a visible page.
		enter(draft, 'reconnecting');
		commands.push({ type: 'unload', keep: true });
		return;
	}
	if (isSoundOnly(next) || next.rested) return;
	const { name, address } = next.qualities[next.quality]!;
	const sound = next.qualities.findIndex(({ audioOnly }) => audioOnly);
	if (isHls(address) || (sound >= 0 && tryBeside(draft, sound, 'picked'))) next.rested = name;
}

/** Tries the video beside the sound once the page is shown. */
export function showRested(draft: LiveDraft): void {
	const { next, seen } = draft;
	if (seen.hidden || !next.rested) return;
	const quality = placeOfRested(draft);
	if (!isSoundOnly(next) || quality < 0) {
		// Sound alone has not taken over, or the quality is gone.
		next.rested = '';
		next.trial = null;
	} else if (!tryBeside(draft, quality, 'picked')) next.quality = quality;
}

/**
 * The quality that a recording plays while nobody sees it: index of sound alone, else of the lowest, then of what it has
 * left; -1: as it is chosen. A recording that is not heard is paused.
 */
export function restRecording({ next, seen, commands, policy }: RecordingDraft): number {
	const { qualities, quality, owed, recording } = next;
	const had = qualities.map(({ name }) => name).filter((name) => !owedNames(owed, 0, 'refused').includes(name));
	const indexOf = (name: string | undefined) => qualities.findIndex((each) => each.name === name);
	const { paused, offline, usesHls } = seen.recording;
	if (!(seen.unseen! >= policy.hiddenTime!)) {
		if (recording.isRested) {
			next.recording = Object.assign({}, recording, { isRested: false });
			commands.push({ type: 'play' });
		}
		if (!had.includes(next.rested) || qualities[quality]!.name === next.rested) next.rested = '';
		return indexOf(next.rested);
	}
	if (seen.muted && !paused) {
		next.recording = Object.assign({}, recording, { isRested: true });
		commands.push({ type: 'pause' });
	}
	const lowest = had[had.length - 1];
	// Offline, what is loaded ahead is all there is.
	if (paused || seen.muted || offline || (!usesHls && !next.rested && lowest === qualities[quality]!.name)) return -1;
	next.rested = next.rested || qualities[quality]!.name;
	return usesHls ? -1 : indexOf(lowest);
}
