import * as texts from '../texts.ts';

/** Least width in pixels of an image worth enlarging. */
const MIN_WIDTH = 120;

/**
 * Ends an image's placeholder once it has loaded or failed. A loaded one becomes a button that enlarges it, unless
 * small or in a link; a failed one is hidden.
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
