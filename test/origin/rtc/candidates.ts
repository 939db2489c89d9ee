import { networkInterfaces } from 'node:os';

/** True for an address only this machine reaches. */
export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** IPv4 addresses of this machine on its networks. */
export function outerAddresses(): string[] {
	return Object.values(networkInterfaces())
		.flatMap((addresses) => addresses ?? [])
		.filter((address) => address.family === 'IPv4' && !address.internal)
		.map((address) => address.address);
}

/**
 * Repeats the candidate at `address` for the other addresses: the socket behind it is open on all of them.
 * A page that may use the camera binds its own sockets to the networks it has, from where it does not reach loopback.
 */
export function addCandidates(sdp: string, address: string, others: string[]): string {
	return sdp.replace(
		/^a=candidate:(\S+) (\d+) (\S+) (\d+) (\S+) (.*)$/gm,
		(line, _foundation, component: string, transport: string, priority: string, at: string, rest: string) => {
			if (at !== address) return line as string;
			const more = others.map(
				(other, i) => `a=candidate:outer${i} ${component} ${transport} ${Number(priority) - 1 - i} ${other} ${rest}`,
			);
			return [line as string, ...more].join('\r\n');
		},
	);
}
