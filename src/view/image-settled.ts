import * as texts from '../texts.ts';

/** Pixels from which on an image is worth enlarging; smaller ones are decoration. */
const MIN_WIDTH = 120;

/**
 * An image of the description has loaded or failed: it no longer needs the place that was kept for it. One that has loaded
 * becomes a button that enlarges it, unless it is decoration or a link; one that has failed is hidden.
 */
export function onImageSettled({ target, type }: { target: EventTarget | null; type: string }): void {
	const image = target as HTMLImageElement;
	image.classList.add('there');
	image.hidden = type === 'error';
	if (image.naturalWidth < MIN_WIDTH || image.closest('a')) return;
	image.tabIndex = 0;
	image.setAttribute('role', 'button');
	image.setAttribute('aria-label', texts.VIEW_IMAGE + image.alt);
}
