/** Playback with sound where allowed, else muted, else from a click. */
import { isLoaded, isStreaming } from './conditions.ts';
import { enter } from './draft.ts';
import type { Draft } from './state.ts';

/** Plays muted after a refusal, and from a click after a second. */
export function refusePlay(draft: Draft): void {
	const { next, commands } = draft;
	if (next.autoplayMuted) return block(draft);
	next.autoplayMuted = true;
	commands.push({ type: 'play', muted: true });
}

/** Leaves playback to a click. */
export function block(draft: Draft): void {
	if (isStreaming(draft) && (isLoaded(draft) || draft.next.attempting)) enter(draft, 'blocked');
}

/** Judges a pause of the element. */
export function pause(draft: Draft): void {
	const { next, at, policy } = draft;
	if (at.hidden || !next.startedAt) return;
	if (!at.muted && at.now - next.startedAt < policy.autoplayWindow) refusePlay(draft);
	// A call, unplugged headphones or the end of iOS full screen: a broadcast has no controls to resume.
	else block(draft);
}

/** Plays with sound, at a click. */
export function unmute(draft: Draft): void {
	const { next, commands } = draft;
	next.autoplayMuted = false;
	// The stream may have stopped meanwhile; the next checks find out.
	if (next.status === 'blocked') enter(draft, 'stalled');
	commands.push({ type: 'play', muted: false });
}
