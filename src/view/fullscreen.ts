/** What Chrome before 71 and Safari before 16.4 have of the Fullscreen API. */
interface Prefixed {
	webkitFullscreenElement?: Element | null;
	webkitExitFullscreen(): void;
	webkitRequestFullscreen?(): void;
	/** Of an iPhone's video: only that fills the screen there, with the browser's own controls. */
	webkitEnterFullscreen(): void;
}

/** Whether something fills the screen. */
export const isFullscreen = () =>
	!!(document.fullscreenElement || (document as Partial<Prefixed>).webkitFullscreenElement);

/**
 * Fills the screen with the stage around a video, and turns the phone for a video in landscape; or gives the screen back.
 * Call it from a click.
 */
export async function toggleFullscreen(video: HTMLVideoElement): Promise<void> {
	const page = document as Document & Prefixed;
	const stage = video.closest('.stage') as Element & Prefixed;
	try {
		if (isFullscreen()) return await (page.exitFullscreen || page.webkitExitFullscreen).call(page);
		const request = stage.requestFullscreen || stage.webkitRequestFullscreen;
		if (!request) return (video as HTMLVideoElement & Prefixed).webkitEnterFullscreen();
		await request.call(stage);
		if (video.videoWidth > video.videoHeight)
			await (screen.orientation as unknown as { lock(to: string): Promise<void> }).lock('landscape');
	} catch {
		// Refused or missing; the phone's own setting may keep it upright.
	}
}
