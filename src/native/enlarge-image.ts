import { originalImageUrl } from '../safe/image-url.ts';

const urlOf = ({ src }: HTMLImageElement) => originalImageUrl(src);

/** Enlarges an image: in WeChat's viewer at full size, else with `show`, as loaded. */
export function enlargeImage(image: HTMLImageElement, show: (url: string) => void): void {
	const bridge = (window as any).WeixinJSBridge;
	const showHere = () => show(image.currentSrc || image.src);
	if (!bridge) return showHere();
	const images = image.closest('.rich')!.querySelectorAll<HTMLImageElement>('img[role=button]');
	// `wx.previewImage` calls this, but needs configuration.
	bridge.invoke('imagePreview', { current: urlOf(image), urls: Array.from(images, urlOf) }, (result: unknown) => {
		const { err_msg, errMsg = err_msg } = Object(result);
		// Success is nothing, `ok` or `cancel`.
		if (/fail|denied|exist/.test(errMsg)) showHere();
	});
}
