/** Rules of a recording's quality: which is loaded, and how it is gone over to. */
import { isHls } from '../core/is-hls.ts';
import type { Quality } from '../core/list-qualities.ts';
import { owedNames } from '../core/owed.ts';
import type { RecordingDraft } from '../core/draft.ts';
import type { QualityAnnouncement } from '../core/live-state.ts';
import type { RecordingState } from '../core/state.ts';
import { chooseRecording } from './choose-recording-quality.ts';
import { nameOf } from './find-quality.ts';

/** Stalls within a minute that mean that the link is slower than the video. */
export const MANY_STALLS = 3;
/** Milliseconds that a piece may still take before a lower quality is loaded in its place. */
const WORTH_WAITING = 1000;

/** Whether that quality has played for a while. */
export const hasPlayed = ({ next }: RecordingDraft): boolean => next.recording.played.includes(nameOf(next));

/** Changes what is known of the recording. */
export function remember({ next }: RecordingDraft, changes: Partial<RecordingState>): void {
	next.recording = Object.assign({}, next.recording, changes);
}

/** How the quality is loaded: by pieces, unless it is HLS or the engine has no Media Source. */
export const wayOf = ({ next, seen }: RecordingDraft): RecordingState['way'] =>
	isHls(next.qualities[next.quality]!.address) || !seen.recording.canLoad ? 'address' : 'pieces';

/** Loads the quality at its place, once the limit allows; where no script may read why it fails, once it can be played. */
export function load({ next, commands, seen }: RecordingDraft): void {
	const { failing } = next.recording;
	const wait = failing && seen.recording.wait;
	next.timer = wait ? { delay: wait } : null;
	if (!wait) commands.push({ type: failing === 'opaque' ? 'diagnose' : 'loadRecording' });
}

/** Whether a quality cannot be had. */
export const isMissing = ({ qualities, owed }: RecordingDraft['next'], index: number): boolean =>
	owedNames(owed).includes(qualities[index]!.name);
/** Indices of the videos that can be had. */
export const videosOf = (next: RecordingDraft['next']): number[] =>
	next.qualities.map((_, index) => index).filter((i) => !next.qualities[i]!.audioOnly && !isMissing(next, i));
/** The next lower video; 0 for none. */
export const lowerOf = ({ next }: RecordingDraft): number => videosOf(next).find((index) => index > next.quality) || 0;

/** Changes to what the viewer has picked; who gives up sound alone wants video. */
export function pick(draft: RecordingDraft, picked: number): void {
	const { next } = draft;
	const { qualities, quality } = next;
	if (picked >= qualities.length) return;
	next.picked = picked < 0 ? '' : qualities[picked]!.name;
	next.rested = '';
	if (picked < 0) {
		if (!qualities[quality]!.audioOnly) return;
		picked = videosOf(next).pop() ?? -1;
	}
	if (picked < 0 || isMissing(next, picked)) return;
	// The buffer may still be of the one before.
	if (picked === quality && next.recording.way === 'pieces' && !next.recording.failing)
		draft.commands.push({ type: 'changeRecording', soon: true, why: '' });
	else change(draft, picked, true);
	// The viewer's act says it.
	next.announced = '';
}

/** Name under which a change of quality is announced. */
function announcementOf(before: Quality, after: Quality): QualityAnnouncement {
	if (after.audioOnly) return 'sound';
	return before.audioOnly ? 'restored' : after.kbps < before.kbps ? 'lower' : '';
}

/** Makes a quality the current one, and says so. */
export function announce({ next }: RecordingDraft, quality: number): void {
	const { qualities, picked, rested } = next;
	next.announced = picked || rested ? '' : announcementOf(qualities[next.quality]!, qualities[quality]!);
	next.quality = quality;
}

/** Goes on with another quality, if there is one; `soon` in place of what is loaded ahead. */
export function change(draft: RecordingDraft, quality: number, soon: boolean): void {
	const { next, commands, seen } = draft;
	if (quality < 0 || quality === next.quality) return;
	const from = nameOf(next);
	announce(draft, quality);
	if (next.recording.way === 'address' || next.recording.failing) return load(draft);
	const { rate, ahead } = seen.recording;
	const why =
		next.picked || next.rested
			? ''
			: `${rate.toFixed()} kbit/s, ${ahead.toFixed(1)} s ahead: ${from} to ${nameOf(next)}`;
	commands.push({ type: 'changeRecording', soon, why });
}

/** Chooses by what is seen. `isPiece`: the next piece is to be requested. */
export function choose(draft: RecordingDraft, isPiece: boolean): void {
	const { next, seen } = draft;
	const { pendingTime, isWhole, usesHls } = seen.recording;
	const { qualities, quality, picked, recording } = next;
	// hls.js chooses by itself.
	if (usesHls || next.rested || picked || isWhole) return;
	if (recording.way === 'address') {
		const lower = lowerOf(draft);
		if (!lower || recording.stalls.length < MANY_STALLS) return;
		remember(draft, { stalls: [] });
		return change(draft, lower, true);
	}
	const failed = qualities.map((_, index) => index).filter((index) => isMissing(next, index));
	const choice = chooseRecording(Object.assign({}, seen.recording, { qualities, quality, failed }));
	// The request under way goes on, unless it takes too long.
	if (!isPiece && pendingTime && (choice.quality < quality || pendingTime < WORTH_WAITING)) return;
	change(draft, choice.quality, choice.soon);
}
