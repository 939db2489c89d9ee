/** Fullscreen API of Chrome before 71 and Safari before 16.4. */
interface Prefixed {
	webkitFullscreenElement?: Element | null;
	webkitExitFullscreen(): void;
	webkitRequestFullscreen?(): void;
	/** Fills the screen on iPhones. */
	webkitEnterFullscreen(): void;
}

/** Whether an element fills the screen. */
export const isFullscreen = () =>
	!!(document.fullscreenElement || (document as Partial<Prefixed>).webkitFullscreenElement);

/**
 * Toggles full screen, of the page, so that chat and dialogs are in it; turns the phone for a landscape video. Call from
 * a click.
 */
export async function toggleFullscreen(video: HTMLVideoElement): Promise<void> {
	const page = document as Document & Prefixed;
	const root: Element & Partial<Prefixed> = document.documentElement;
	try {
		if (isFullscreen()) return await (page.exitFullscreen || page.webkitExitFullscreen).call(page);
		const request = root.requestFullscreen || root.webkitRequestFullscreen;
		if (!request) return (video as HTMLVideoElement & Prefixed).webkitEnterFullscreen();
		await request.call(root);
		if (video.videoWidth > video.videoHeight)
			await (screen.orientation as unknown as { lock(to: string): Promise<void> }).lock('landscape');
	} catch {
		// Refused or missing.
	}
}
