import { lookup } from 'node:dns/promises';

const isAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Looks names up. Resolves with the families of their addresses; without those that are unknown. */
export async function lookAtHosts(hosts: Iterable<string>): Promise<Map<string, number[]>> {
	const found = new Map<string, number[]>();
	await Promise.all(
		[...hosts].map(async (host) => {
			const addresses = isAddress(host) ? [] : await lookup(host, { all: true }).catch(() => []);
			if (addresses.length)
				found.set(
					host,
					addresses.map(({ family }) => family),
				);
		}),
	);
	return found;
}
