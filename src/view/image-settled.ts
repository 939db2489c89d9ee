/** Pixels from which on an image is worth enlarging; smaller ones are decoration. */
const MIN_WIDTH = 120;

/**
 * An image of the description has loaded or failed: it no longer needs the place that was kept for it, and becomes a
 * button that enlarges it, unless it is decoration or a link.
 */
export function onImageSettled({ target }: { target: EventTarget | null }): void {
	const image = target as HTMLImageElement;
	image.classList.add('there');
	if (image.naturalWidth < MIN_WIDTH || image.closest('a')) return;
	image.tabIndex = 0;
	image.setAttribute('role', 'button');
	image.setAttribute('aria-label', `查看图片${image.alt}`);
}
