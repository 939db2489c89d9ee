// In the HTML: each byte is paid before the first paint.
import type { Draft } from '../core/draft.ts';
import { isLoaded, isStreaming } from '../core/status.ts';
import { enter } from './attempt.ts';

/** Plays muted after a refusal; after a second, waits for a click. */
export function refusePlay(draft: Draft): void {
	const { next, commands } = draft;
	if (next.autoplayMuted) return next.status === 'replay' ? enter(draft, 'blocked') : block(draft);
	next.autoplayMuted = true;
	commands.push({ type: 'play', muted: true });
}

/** Leaves a broadcast to a click. */
function block(draft: Draft): void {
	const { next } = draft;
	if (isStreaming(next) && (isLoaded(next.status) || next.attempting)) enter(draft, 'blocked');
}

/** Treats a pause soon after the start as a refusal of sound; later ones wait for a click. */
export function pause(draft: Draft): void {
	const { next, seen, policy } = draft;
	if (seen.hidden || !next.startedAt) return;
	if (!seen.muted && !seen.pressed && seen.now - next.startedAt < policy.autoplayWindow) refusePlay(draft);
	// After a call, unplugged headphones or iOS full screen, nothing else resumes it.
	else block(draft);
}
