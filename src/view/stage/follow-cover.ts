/** Shows the next of these images where one does not load, such as the cover of a live that has been deleted. */
export function followCover(image: HTMLImageElement, urls: string[]): void {
	function showNext() {
		const next = urls[urls.indexOf(image.getAttribute('src')!) + 1];
		if (next) image.src = next;
	}
	image.addEventListener('error', showNext);
	if (image.getAttribute('src') && image.complete && !image.naturalWidth) showNext();
}
