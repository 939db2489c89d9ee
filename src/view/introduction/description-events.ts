import { onOnline, saysOffline } from '../../network/online.ts';
import { onImageSettled } from './image-settled.ts';

/** Ends the image that loads the poster of the video behind it. */
function showPoster(image: HTMLImageElement, hasLoaded: boolean): void {
	if (hasLoaded) (image.nextElementSibling as HTMLVideoElement).poster = image.src;
	image.remove();
}

/** Handles the events of all descriptions, and images of news without a network. `holdImages` receives images that are about to load again. */
export function handleDescriptionEvents(holdImages: (content: HTMLElement) => void): void {
	/** URLs of images that have failed while there was no network. */
	const lost = new Map<HTMLImageElement, string>();
	onOnline(() => {
		if (!lost.size) return;
		lost.forEach((url, image) => image.setAttribute('src', url));
		lost.clear();
		holdImages(document.querySelector('.panels')!);
	});
	for (const type of ['load', 'error'])
		document.addEventListener(
			type,
			(event) => {
				const image = event.target as HTMLImageElement;
				if (type === 'error' && saysOffline() && image.matches('.rich img, .news-image')) {
					// A row of news would show the next one's.
					event.stopPropagation();
					lost.set(image, image.src);
					// No icon of a broken image.
					image.removeAttribute('src');
				} else if (image.matches('.rich .poster')) showPoster(image, type === 'load');
				// Some hosts want one, as a list of pages says that may show their images.
				else if (type === 'error' && image.referrerPolicy) {
					image.removeAttribute('referrerpolicy');
					image.src = image.src;
				} else if (image.matches('.rich *')) onImageSettled(event);
			},
			true,
		);
	document.addEventListener('click', (event) => {
		const link = (event.target as Element).closest('.rich a[href^="#"]');
		if (!link) return;
		// The address belongs to the visit.
		event.preventDefault();
		const place = document.getElementById(link.getAttribute('href')!.slice(1));
		if (place) place.scrollIntoView();
	});
}
