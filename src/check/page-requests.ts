import type { Exchange } from './http-client.ts';

/** How the page's document sends a request, by `sec-fetch-dest`. */
type Destination = 'script' | 'image' | 'video' | 'empty';

/** Headers that a request of the page carries: its referrer (`strict-origin`), and what the browser says of it. */
export function pageHeaders(page: URL, target: string, destination: Destination): Record<string, string> {
	const url = new URL(target, page);
	const isDowngrade = page.protocol === 'https:' && url.protocol === 'http:';
	const isElsewhere = url.origin !== page.origin;
	return {
		...(!isDowngrade && { referer: `${page.origin}/` }),
		'sec-fetch-dest': destination,
		'sec-fetch-mode': destination === 'empty' ? 'cors' : 'no-cors',
		'sec-fetch-site': isElsewhere ? 'cross-site' : 'same-origin',
		...(isElsewhere && destination === 'empty' && { origin: page.origin }),
	};
}

/** Whether the page may read an answer. */
export const isReadable = ({ url, headers }: Exchange, page: URL): boolean =>
	new URL(url).origin === page.origin || ['*', page.origin].includes(headers['access-control-allow-origin'] ?? '');
