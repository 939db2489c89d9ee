/** At the end of the path, or of a parameter. */
const HLS_URL = /\.m3u8(?=[?&#]|$)/i;

/** Whether a video has an HLS URL that its engine cannot play. */
export const needsHls = (video: Pick<HTMLVideoElement, 'getAttribute' | 'canPlayType'>): boolean =>
	HLS_URL.test(video.getAttribute('src') || '') && !video.canPlayType('application/vnd.apple.mpegurl');
