import { originalImageUrl } from '../safe/image-url.ts';

const urlOf = ({ src }: HTMLImageElement) => originalImageUrl(src);

/** Opens the dialog of an image. */
export interface ImageNotice {
	open(dialog: { kind: 'image'; url: string; alt: string }): void;
}

/** Enlarges an image: in WeChat's viewer at full size, else in a dialog, as loaded. */
export function enlargeImage(image: HTMLImageElement, { open }: ImageNotice): void {
	const bridge = (window as any).WeixinJSBridge;
	const showHere = () => open({ kind: 'image', url: image.currentSrc || image.src, alt: image.alt });
	if (!bridge) return showHere();
	const images = image.closest('.rich')!.querySelectorAll<HTMLImageElement>('img[role=button]');
	// `wx.previewImage` calls this, but needs configuration.
	bridge.invoke('imagePreview', { current: urlOf(image), urls: Array.from(images, urlOf) }, (result: unknown) => {
		const { err_msg, errMsg = err_msg } = Object(result);
		// Success is nothing, `ok` or `cancel`.
		if (/fail|denied|exist/.test(errMsg)) showHere();
	});
}
