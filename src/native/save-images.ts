import { originalImageUrl } from '../safe/image-url.ts';
import * as texts from '../texts.ts';
import type { Bridge } from './bridge.ts';
import { watchLongPress } from './long-press.ts';

interface SaveImagesOptions {
	root: HTMLElement;
	bridge: Pick<Bridge, 'call'>;
	showToast: (message: string, urgency?: 'assertive') => void;
}

/** Saves an image at full size through the app on a long press (spec §2, §8), once it is known. Returns the cleanup. */
export function saveImages({ root, bridge, showToast }: SaveImagesOptions): () => void {
	return watchLongPress(root, ({ currentSrc, src }) =>
		bridge.call('saveImage', { url: originalImageUrl(currentSrc || src) }).then(
			() => showToast(texts.IMAGE_SAVED),
			() => showToast(texts.IMAGE_NOT_SAVED, 'assertive'),
		),
	);
}
