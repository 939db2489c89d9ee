/** Hosts of HLS that answer, and let no script of the page read that (CORS), or cannot answer by https. */
import { createFileFailures } from '../../network/file-failures.ts';

/**
 * Creates what tells whether an address that brings no status is one of those, and names it on the console. `isUpgraded`: a
 * list names it by http, which a page loaded by https may not load.
 */
export function createReadCheck(): (address: string, isUpgraded: boolean) => Promise<boolean> {
	const { explain } = createFileFailures();
	const unreadable: Record<string, boolean> = {};
	return async (address, isUpgraded) => {
		const { origin, pathname } = new URL(address, location.href);
		const url = origin + pathname;
		if (unreadable[url]) return true;
		const isSilent = (await explain(address, 0)) === 'network';
		if (isSilent && !isUpgraded) return false;
		console.warn(
			isSilent
				? `HLS: ${url} does not answer: the list names it by http, and a page loaded by https loads https alone.`
				: `HLS: ${url} answers, but not this page: it must send Access-Control-Allow-Origin.`,
		);
		return (unreadable[url] = true);
	};
}
