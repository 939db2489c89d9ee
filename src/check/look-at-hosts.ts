import { lookup } from 'node:dns/promises';

const isAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Looks names up. Resolves with the families of their addresses; without those that are unknown. */
export async function lookAtHosts(hosts: Iterable<string>): Promise<Map<string, number[]>> {
	const found = [...hosts].map(async (host) => {
		const addresses = isAddress(host) ? [] : await lookup(host, { all: true }).catch(() => []);
		return [host, addresses.map(({ family }) => family)] as const;
	});
	return new Map((await Promise.all(found)).flatMap(([host, families]) => (families[0] ? [[host, families]] : [])));
}
