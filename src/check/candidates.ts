import { once } from 'node:events';
import { connect } from 'node:net';

/** Candidates in SDP. */
export const candidatesOf = (sdp: string) =>
	[...sdp.matchAll(/^a=candidate:\S+ 1 (udp|tcp) \d+ (\S+) (\d+) /gim)].map(([, protocol, address, port]) => ({
		protocol: protocol!.toLowerCase() as 'udp' | 'tcp',
		address: address!,
		port: Number(port),
	}));

/** A candidate of an answer (RFC 8839 §5.1). */
export type Candidate = ReturnType<typeof candidatesOf>[number];

/** How far an address can be reached: 0 on its machine, 1 in its network, 2 everywhere. */
export function reachOf(address: string): 0 | 1 | 2 {
	if (/^(127\.|::1$|0\.0\.0\.0$|localhost$|\[::1\]$)/.test(address)) return 0;
	return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[?f[cd]|\[?fe80:|.*\.local$)/i.test(
		address,
	)
		? 1
		: 2;
}

/** Whether a port takes a TCP connection within 3 s. */
export async function takesTcp({ address, port }: Candidate): Promise<boolean> {
	const socket = connect(port, address);
	try {
		await once(socket, 'connect', { signal: AbortSignal.timeout(3_000) });
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
