/** When other things may load beside what plays. */
import type { Player } from '../core/create-player.ts';
import { bufferedEnd } from './buffered-end.ts';

/** Milliseconds. */
const FIRST_FRAME_TIMEOUT = 10_000;
/** Seconds that are loaded ahead of a recording before anything else is: two of its longest pieces, and their delay. */
export const AHEAD = 5;
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

/** Resolves once a recording has some seconds ahead, or is not to play; at once for a stream; after 10 s in any case. */
export const whenAhead = (video: HTMLVideoElement): Promise<void> =>
	new Promise((resolve) => {
		function look() {
			const { currentTime, duration, paused, srcObject } = video;
			const end = bufferedEnd(video, currentTime);
			if (srcObject || paused || !(end < Math.min(currentTime + AHEAD, duration - 0.5))) resolve();
		}
		for (const type of ['progress', 'timeupdate', 'pause']) video.addEventListener(type, look);
		setTimeout(resolve, FIRST_FRAME_TIMEOUT);
		look();
	});
