/**
 * Lets the last frame of a video stay in view, as its poster, when what is loaded ends.
 *
 * @param cover URL of the image where there is no frame
 */
export function keepFrame(video: HTMLVideoElement, cover: string): void {
	if (video.videoWidth && video.readyState > 1)
		try {
			const canvas = document.createElement('canvas');
			canvas.width = video.videoWidth;
			canvas.height = video.videoHeight;
			canvas.getContext('2d')!.drawImage(video, 0, 0);
			video.poster = canvas.toDataURL('image/jpeg');
		} catch {
			// The pixels of another host's video may not be read.
		}
	if (!video.poster && cover) video.poster = cover;
}
