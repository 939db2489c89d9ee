import type { Page } from '../../models/page-model.ts';

/** Toggles the sound. Call from a click or key press. */
export function toggleSound({ player, actions }: Pick<Page, 'player' | 'actions'>, video: HTMLVideoElement): void {
	// A paused stream stays paused.
	if (video.muted && player.status.peek() !== 'paused') actions.unmute();
	else video.muted = !video.muted;
}
