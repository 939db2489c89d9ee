import type { Page } from '../models/page-model.ts';

/** Turns the sound off, or on: call it from a click or a key press. */
export function toggleSound({ player, actions }: Pick<Page, 'player' | 'actions'>, video: HTMLVideoElement): void {
	// What is paused stays so.
	if (video.muted && player.status.peek() !== 'paused') actions.unmute();
	else video.muted = !video.muted;
}
