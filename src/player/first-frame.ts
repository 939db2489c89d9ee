import type { Player } from './create-player.ts';
import type { PlayerStatus } from './state.ts';

/** Milliseconds after which nothing waits for the first frame any longer. */
const FIRST_FRAME_TIMEOUT = 5000;

/** In these no frame is about to come. */
const WITHOUT_FRAME: PlayerStatus[] = ['cover', 'ended', 'blocked', 'paused', 'failed'];

/** Settles when the video no longer needs the connection to itself: its first frame is there, none is to come, or five seconds have passed. */
export function whenFirstFrameSettled({ video, state: { status, attempting } }: Player): Promise<void> {
	const retryLater = status === 'reconnecting' && !attempting;
	return new Promise((resolve) => {
		if (video.readyState > 1 || retryLater || WITHOUT_FRAME.indexOf(status) >= 0) return resolve();
		video.addEventListener('loadeddata', () => resolve());
		setTimeout(resolve, FIRST_FRAME_TIMEOUT);
	});
}
