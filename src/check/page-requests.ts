/** How the page's document sends a request, by `sec-fetch-dest`. */
type Destination = 'script' | 'image' | 'video' | 'empty';

/** Headers that a request of the page carries: its referrer (`strict-origin`), and what the browser says of it. */
export function pageHeaders(page: URL, target: string, destination: Destination): Record<string, string> {
	const url = new URL(target, page);
	const isDowngrade = page.protocol === 'https:' && url.protocol === 'http:';
	return {
		...(!isDowngrade && { referer: `${page.origin}/` }),
		'sec-fetch-dest': destination,
		'sec-fetch-mode': destination === 'empty' ? 'cors' : 'no-cors',
		'sec-fetch-site': url.origin === page.origin ? 'same-origin' : 'cross-site',
	};
}
