import type { Config } from '../config.ts';
import { streamOf } from '../player/core/source.ts';
import { parsePlayAddress, signallingUrl } from '../rts/play/address.ts';
import { whepUrl } from '../rts/play/whep.ts';
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

/** URL to which the page posts the offer of a stream; undefined for a media URL. */
export function endpointOf(address: string, { whep, signal }: Config['rts'], page: URL): string | undefined {
	const { kind, address: stream } = streamOf(address, whep);
	if (kind === 'url') return undefined;
	const { url } = parsePlayAddress(stream);
	return new URL(kind === 'artc' ? signallingUrl(url, page.href, signal) : whepUrl(url, page.href), page).href;
}
