/**
 * Hidden pages: what nobody sees is not received. Heard, sound alone goes on; else the connection ends.
 * See `docs/decisions/hidden.md`.
 */
import type { LiveDraft } from '../core/state.ts';
import { isLoaded, isMoving, isSoundOnly, isStreaming } from '../core/status.ts';
import { enter, start } from './attempt.ts';
import { tryBeside } from './trial.ts';

const placeOfRested = ({ next }: LiveDraft): number => next.qualities.findIndex(({ name }) => name === next.rested);

/** Rests a broadcast that has been unseen for long; loads one that could not be brought back beside the sound. */
export function checkHidden(draft: LiveDraft): void {
	const { next, seen, policy, commands } = draft;
	if (!seen.unseen) {
		if (!next.rested || next.trial || !isMoving(next.status) || !isSoundOnly(next)) return;
		next.quality = Math.max(0, placeOfRested(draft));
		next.rested = '';
		return start(draft);
	}
	if (seen.unseen < policy.hiddenTime || !isStreaming(next) || !isLoaded(next.status)) return;
	if (seen.muted || seen.playing.paused || next.status === 'blocked') {
		// An attempt that is due waits for a visible page.
		enter(draft, 'reconnecting');
		commands.push({ type: 'unload', keep: true });
		return;
	}
	const sound = next.qualities.findIndex(({ audioOnly }) => audioOnly);
	if (sound < 0 || isSoundOnly(next) || next.rested) return;
	if (tryBeside(draft, sound, 'picked')) next.rested = next.qualities[next.quality]!.name;
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
