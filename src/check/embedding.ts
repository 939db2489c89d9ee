/** Judges whether a browser shows on the page what a host sends. */
import type { Rules } from './finding.ts';
import type { Exchange } from './http-client.ts';

/** Names below which anybody may have a domain, such as `com.cn`, as far as they matter here. */
const PUBLIC = /^(com|net|org|edu|gov|ac|co|github|pages|vercel|netlify)$/;

/** The part of a host name that one owner has. */
function siteOf({ hostname, protocol }: URL): string {
	const labels = hostname.split('.');
	const owned = labels.length > 2 && PUBLIC.test(labels[labels.length - 2]!) ? 3 : 2;
	return `${protocol}${/^[\d.]+$|^\[/.test(hostname) ? hostname : labels.slice(-owned).join('.')}`;
}

/**
 * Whether a browser keeps an image or recording from the page
 * (https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header).
 */
export function isKept({ url, headers }: Pick<Exchange, 'url' | 'headers'>, page: URL): boolean {
	const target = new URL(url);
	const policy = headers['cross-origin-resource-policy']?.trim();
	if (target.origin === page.origin) return false;
	return policy === 'same-origin' || (policy === 'same-site' && siteOf(target) !== siteOf(page));
}

/** Judges whether the page may show what was answered. @param what in a sentence, such as `the replay` */
export function judgeKept({ expect }: Rules, id: string, what: string, exchange: Exchange, page: URL): void {
	expect(id, !isKept(exchange, page), `browsers show ${what} on the page`, [
		`Browsers keep ${what} from the page: ${new URL(exchange.url).host} sends Cross-Origin-Resource-Policy: ${exchange.headers['cross-origin-resource-policy']}.`,
		'Send Cross-Origin-Resource-Policy: cross-origin from that host, or leave the header out.',
	]);
}

/** Whether it is a type of media, or of a list of them. */
export const isMediaType = (type: string): boolean => /^(video|audio)\/|mpegurl/i.test(type);

/** Judges the type of media; Chromium plays what has none. @param name begins a sentence */
export function judgeMediaType({ expect, advise }: Rules, id: string, name: string, { headers }: Exchange): void {
	const type = headers['content-type'] ?? '';
	const isUnknown = /^(application|binary)\/octet-stream|^$/i.test(type);
	(isUnknown ? advise : expect)(id, isMediaType(type), `${name} has the type ${type}`, [
		`${name} has the type “${type}”, which ${isUnknown ? 'not all browsers' : 'browsers do not'} play.`,
		'Send the type of the media, such as video/mp4 or application/vnd.apple.mpegurl, from the file’s server.',
	]);
}
