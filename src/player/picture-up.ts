import type { Picture } from './picture.ts';

/** Milliseconds after which nothing waits for the picture any longer. */
const patience = 5000;

/** Settles when the picture no longer needs the link to itself: its first frame is there, there is none to come, or five seconds have passed. */
export function whenPictureIsUp({ video, state }: Picture): Promise<void> {
	return new Promise((resolve) => {
		if (video.readyState > 1 || /cover|ended|blocked|failed/.test(state)) return resolve();
		video.addEventListener('loadeddata', () => resolve());
		setTimeout(resolve, patience);
	});
}
