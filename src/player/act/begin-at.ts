import type { Player } from '../core/create-player.ts';

/** Seeks the first replay to a second, as soon as it has one; none beyond its end. */
export function beginAt(player: Pick<Player, 'video' | 'state'>, seconds: number): void {
	const { video } = player;
	const types = ['loadedmetadata', 'durationchange', 'playing'];
	function seek() {
		if (player.state.status !== 'replay' || !(video.duration > 0)) return;
		for (const type of types) video.removeEventListener(type, seek);
		if (seconds < video.duration) video.currentTime = seconds;
	}
	for (const type of types) video.addEventListener(type, seek);
	seek();
}
