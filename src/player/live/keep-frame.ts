/** Keeps the last frame, or else `cover`, as poster during the next load. */
export function keepFrame(video: HTMLVideoElement, cover: string): void {
	if (video.videoWidth && video.readyState > 1)
		try {
			const canvas = document.createElement('canvas');
			canvas.width = video.videoWidth;
			canvas.height = video.videoHeight;
			canvas.getContext('2d')!.drawImage(video, 0, 0);
			video.poster = canvas.toDataURL('image/jpeg');
		} catch {
			// Pixels of another host's video are unreadable.
		}
	if (!video.poster && cover) video.poster = cover;
}
