import * as texts from '../../texts.ts';

/** Pixels; smaller images are decoration. */
const MIN_WIDTH = 120;

/**
 * Ends an image's placeholder. A loaded image becomes a button to enlarge it, unless small or linked; a failed one is
 * hidden.
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
