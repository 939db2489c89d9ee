import { originalImageUrl } from '../safe/image-url.ts';

const urlOf = ({ src }: HTMLImageElement) => originalImageUrl(src);

/**
 * Shows an image of the description large: at full size, and with the other ones, in WeChat's own viewer; else by `show`
 * as the page has loaded it, which is as sharp as the screen and takes no more data.
 */
export function enlargeImage(image: HTMLImageElement, show: (url: string) => void): void {
	const bridge = (window as any).WeixinJSBridge;
	const showHere = () => show(image.currentSrc || image.src);
	if (!bridge) return showHere();
	const images = image.closest('.rich')!.querySelectorAll<HTMLImageElement>('img[role=button]');
	// What `wx.previewImage` calls, without its configuration.
	bridge.invoke('imagePreview', { current: urlOf(image), urls: Array.from(images, urlOf) }, (result: unknown) => {
		const { err_msg, errMsg = err_msg } = Object(result);
		// Versions differ in what they answer after a success: nothing, `ok` or `cancel`.
		if (/fail|denied|exist/.test(errMsg)) showHere();
	});
}
