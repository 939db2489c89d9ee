import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

const TIMEOUT = 8_000;

/** Protocol that a server chooses of those of browsers: `h2`, `http/1.1` or empty. Rejects without a connection. */
export async function chosenProtocol({ hostname, port }: URL): Promise<string> {
	const host = hostname.replace(/[[\]]/g, '');
	const socket = connect({
		host,
		port: Number(port) || 443,
		servername: isIP(host) ? '' : host,
		ALPNProtocols: ['h2', 'http/1.1'],
		// Judged elsewhere.
		rejectUnauthorized: false,
	});
	try {
		await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT) });
		return socket.alpnProtocol || '';
	} finally {
		socket.destroy();
	}
}
