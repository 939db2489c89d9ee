/** Milliseconds after which nothing waits for the first frame any longer. */
const FIRST_FRAME_TIMEOUT = 10_000;

/** Settles with the first frame of a video, or after ten seconds. */
export function whenFirstFrame(video: HTMLVideoElement): Promise<void> {
	return new Promise((resolve) => {
		if (video.readyState > 1) return resolve();
		video.addEventListener('loadeddata', () => resolve());
		setTimeout(resolve, FIRST_FRAME_TIMEOUT);
	});
}
