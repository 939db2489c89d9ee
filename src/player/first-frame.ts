/** Milliseconds. */
const FIRST_FRAME_TIMEOUT = 10_000;

/** Resolves with a video's first frame, or after ten seconds. */
export function whenFirstFrame(video: HTMLVideoElement): Promise<void> {
	return new Promise((resolve) => {
		if (video.readyState > 1) return resolve();
		video.addEventListener('loadeddata', () => resolve());
		setTimeout(resolve, FIRST_FRAME_TIMEOUT);
	});
}
