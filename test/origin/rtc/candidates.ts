import { networkInterfaces } from 'node:os';

/** True for a loopback address. */
export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** IPv4 addresses of this machine's network interfaces, without loopback. */
export function networkAddresses(): string[] {
	return Object.values(networkInterfaces())
		.flatMap((addresses) => addresses ?? [])
		.filter((address) => address.family === 'IPv4' && !address.internal)
		.map((address) => address.address);
}

/**
 * Repeats the host candidate at `address` for the other addresses, on which its socket is reachable as well.
 * A page with camera permission gathers candidates on network interfaces only, from where it does not reach loopback.
 */
export function addCandidates(sdp: string, address: string, others: string[]): string {
	return sdp.replace(
		/^a=candidate:(\S+) (\d+) (\S+) (\d+) (\S+) (.*)$/gm,
		(line, _foundation, component: string, transport: string, priority: string, at: string, rest: string) => {
			if (at !== address) return line as string;
			const more = others.map(
				(other, i) => `a=candidate:network${i} ${component} ${transport} ${Number(priority) - 1 - i} ${other} ${rest}`,
			);
			return [line as string, ...more].join('\r\n');
		},
	);
}
