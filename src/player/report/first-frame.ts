import type { Player } from '../core/create-player.ts';

/** Milliseconds. */
const FIRST_FRAME_TIMEOUT = 10_000;
/** Milliseconds of sound after which video is no longer awaited. */
const SOUND_TIME = 2000;

/**
 * Resolves at the first frame, after 2 s of sound without one, or after 10 s. The element of a stream that begins with
 * sound is ready before anything has arrived.
 */
export function whenFirstFrame({ video, element }: Pick<Player, 'video' | 'element'>): Promise<void> {
	return new Promise((resolve) => {
		let soundSince = 0;
		function look() {
			const { time } = element.connection().sample;
			soundSince ||= time;
			if (video.srcObject ? video.videoWidth || time - soundSince >= SOUND_TIME : video.readyState > 1) resolve();
		}
		for (const type of ['resize', 'loadeddata', 'timeupdate']) video.addEventListener(type, look);
		setTimeout(resolve, FIRST_FRAME_TIMEOUT);
		look();
	});
}
