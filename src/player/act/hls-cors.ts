/** Hosts of HLS that answer, and let no script of the page read that (CORS). */
import { createExplain } from '../../network/request-range.ts';

/**
 * Creates what tells whether an address that brings no status is one of those, by one request each, and names it on the
 * console.
 */
export function createReadCheck(): (address: string) => Promise<boolean> {
	const explain = createExplain();
	const unreadable: Record<string, boolean> = {};
	return async (address) => {
		const { origin, pathname } = new URL(address, location.href);
		const url = origin + pathname;
		if (unreadable[url]) return true;
		if ((await explain(address, 0)) === 'network') return false;
		console.warn(`HLS: ${url} answers, but not this page: it must send Access-Control-Allow-Origin.`);
		return (unreadable[url] = true);
	};
}
