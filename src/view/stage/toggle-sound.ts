import type { Page } from '../../models/page-model.ts';

/** Toggles the sound, which is off without volume, too. Call from a click or key press. */
export function toggleSound({ player, actions }: Pick<Page, 'player' | 'actions'>, video: HTMLVideoElement): void {
	const isOn = !video.muted && video.volume > 0;
	video.volume = video.volume || 1;
	// What is paused stays paused.
	if (video.muted && !video.paused && player.status.peek() !== 'paused') actions.unmute();
	else video.muted = isOn;
}
