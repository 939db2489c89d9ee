// In the HTML: each byte is paid before the first paint.
const RESIZED = /[?&]x-oss-process=image\/resize,w_\d+$/;

/**
 * Creates a function that limits images on Aliyun OSS hosts to a width in CSS pixels, at most two device pixels each.
 */
export function createImageUrl(ossHosts: string[], density: number): (url: string, width: number) => string {
	const scale = Math.min(density || 1, 2);
	return (url, width) => {
		if (!ossHosts.includes(url.split('/')[2]!) || /x-oss-process=/.test(url)) return url;
		const path = url.replace(/#.*/, '');
		return path + (path.includes('?') ? '&' : '?') + 'x-oss-process=image/resize,w_' + Math.round(width * scale);
	};
}

/** Removes the width limit of {@link createImageUrl}. */
export const originalImageUrl = (url: string): string => url.replace(RESIZED, '');
