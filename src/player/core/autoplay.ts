import { enter } from './draft.ts';
import type { Draft } from './state.ts';
import { isLoaded, isStreaming } from './status.ts';

/** Plays muted after a refusal; after a second, waits for a click. */
export function refusePlay(draft: Draft): void {
	const { next, commands } = draft;
	if (next.autoplayMuted) return next.status === 'replay' ? enter(draft, 'blocked') : block(draft);
	next.autoplayMuted = true;
	commands.push({ type: 'play', muted: true });
}

/** Leaves a broadcast to a click. */
export function block(draft: Draft): void {
	const { next } = draft;
	if (isStreaming(next) && (isLoaded(next.status) || next.attempting)) enter(draft, 'blocked');
}

/** Treats a pause soon after the start as a refusal of sound; later ones wait for a click. */
export function pause(draft: Draft): void {
	const { next, at, policy } = draft;
	if (at.hidden || !next.startedAt) return;
	if (!at.muted && !at.pressed && at.now - next.startedAt < policy.autoplayWindow) refusePlay(draft);
	// After a call, unplugged headphones or iOS full screen, nothing else resumes it.
	else block(draft);
}

/** Plays with sound. Call from a click. */
export function unmute(draft: Draft): void {
	const { next, commands } = draft;
	next.autoplayMuted = false;
	// The stream may have stopped; checks find out.
	if (next.status === 'blocked') enter(draft, isStreaming(next) ? 'stalled' : 'replay');
	commands.push({ type: 'play', muted: false });
}
