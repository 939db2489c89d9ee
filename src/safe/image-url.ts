/** Ends the URL of an image whose width this page has limited. */
const RESIZED = /[?&]x-oss-process=image\/resize,w_\d+$/;

/**
 * Makes a function that returns the URL of an image at the width it is shown with, in CSS pixels, on the deployment's
 * Aliyun OSS hosts; other images keep their URL. More than two device pixels per CSS pixel are never requested.
 */
export function createImageUrl(ossHosts: string[], density: number): (url: string, width: number) => string {
	const scale = Math.min(density || 1, 2);
	return (url, width) => {
		const host = url.split('/')[2];
		if (!host || !ossHosts.includes(host) || /x-oss-process=/.test(url)) return url;
		const path = url.replace(/#.*/, '');
		return `${path}${path.includes('?') ? '&' : '?'}x-oss-process=image/resize,w_${Math.round(width * scale)}`;
	};
}

/** The URL of an image at its full size, from one that {@link createImageUrl} may have made. */
export const originalImageUrl = (url: string): string => url.replace(RESIZED, '');
