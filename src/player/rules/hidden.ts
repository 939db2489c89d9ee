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
import { change, remember } from './change-recording-quality.ts';
import { indexOf } from './find-quality.ts';
import type { Rules } from './transition.ts';
import { tryBeside } from './trial.ts';

/** Ends the connection of a broadcast until the viewer plays on. */
export function pauseUntilClick(draft: LiveDraft): void {
	const { next, commands } = draft;
	if (!isStreaming(next) || next.status === 'failed') return;
	enter(draft, 'paused');
	next.startedAt = 0;
	commands.push({ type: 'unload', keep: true });
}

/** Rests a broadcast that has been unseen for long; loads one that could not be brought back beside the sound. */
export function checkHidden(draft: LiveDraft): void {
	const { next, seen, policy, commands } = draft;
	if (!seen.unseen) {
		// Nor is what a click has to begin. What has played may go on by a control of the system.
		if (next.status === 'blocked' && !next.startedAt && seen.now - next.since >= policy.hiddenTime)
			return pauseUntilClick(draft);
		if (!next.rested || next.trial || !isMoving(next.status)) return;
		const place = Math.max(0, indexOf(next, next.rested));
		next.rested = '';
		if (!isSoundOnly(next)) return;
		next.quality = place;
		return start(draft);
	}
	if (seen.unseen < policy.hiddenTime || !isStreaming(next)) return;
	// In a tab that has never been shown an engine opens nothing, and hls.js requests the list for ever.
	const isUnopened = next.attempting && isHls(next.qualities[next.quality]!.address);
	if (!isUnopened && !isLoaded(next.status)) return;
	if (isUnopened || seen.muted || seen.playing.paused || next.status === 'blocked') {
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
	const quality = indexOf(next, next.rested);
	if (!isSoundOnly(next) || quality < 0) {
		// Sound alone has not taken over, or the quality is gone.
		next.rested = '';
		next.trial = null;
	} else if (!tryBeside(draft, quality, 'picked')) next.quality = quality;
}

/** Has the rules of hidden recordings follow others. */
export const withRest =
	(before: Rules): Rules =>
	(draft, event) => {
		before(draft, event);
		const { status, recording } = draft.next;
		if (status !== 'replay' || !recording || recording.failing) return;
		if (event.type === 'check' || event.type === 'piece') restRecording(draft as RecordingDraft);
	};

/** Plays sound alone while nobody sees a recording, else the lowest quality; then what it has left. Pauses it unless it is heard. */
function restRecording(draft: RecordingDraft): void {
	const { next, seen, commands, policy } = draft;
	const { qualities, quality, owed, recording } = next;
	const had = qualities.map(({ name }) => name).filter((name) => !owedNames(owed, 0, 'refused').includes(name));
	const { paused, offline, usesHls } = seen.recording;
	if (!(seen.unseen! >= policy.hiddenTime!)) {
		if (recording.isRested) {
			remember(draft, { isRested: false });
			commands.push({ type: 'play' });
		}
		if (!had.includes(next.rested) || qualities[quality]!.name === next.rested) next.rested = '';
		return change(draft, indexOf(next, next.rested), true);
	}
	if (seen.muted && !paused) {
		remember(draft, { isRested: true });
		commands.push({ type: 'pause' });
	}
	const lowest = had[had.length - 1];
	// Offline, what is loaded ahead is all there is.
	if (paused || seen.muted || offline || (!usesHls && !next.rested && lowest === qualities[quality]!.name)) return;
	next.rested = next.rested || qualities[quality]!.name;
	if (!usesHls) change(draft, indexOf(next, lowest!), true);
}
