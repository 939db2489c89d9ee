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
 * Whether a browser keeps an image or recording from the page (https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header).
 *
 * @param isolated the page demands permission (`Cross-Origin-Embedder-Policy: require-corp`)
 */
export function isKept({ url, headers }: Exchange, page: URL, isolated = false): boolean {
	const target = new URL(url);
	if (target.origin === page.origin) return false;
	const policy = headers['cross-origin-resource-policy']?.trim();
	if (policy === 'same-origin') return true;
	if (policy === 'same-site') return siteOf(target) !== siteOf(page);
	return isolated && policy !== 'cross-origin';
}
