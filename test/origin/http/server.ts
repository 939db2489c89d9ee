import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse, type Http2Session } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import { readFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

interface Listener {
	port: number;
	/** Closes every connection, pending requests included. */
	close(): Promise<void>;
}

type Handler = (request: IncomingMessage | Http2ServerRequest, response: ServerResponse | Http2ServerResponse) => void;

/**
 * The certificate of the TLS mode, self-signed for localhost. Its key is public: never trust it outside tests. In `test/fixtures`:
 *
 *     openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 10950 -subj /CN=localhost \
 *         -addext subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1 -keyout localhost.key -out localhost.crt
 */
const fixture = (name: string) => readFile(new URL(`../../fixtures/${name}`, import.meta.url));

/** Listens for plain HTTP/1.1, or by TLS for this alone or HTTP/2, too. Rejects with the system's error, such as `EADDRINUSE`. */
export async function listen(
	{ port, host, tls, recordSize }: { port: number; host: string; tls?: 'h2' | 'http/1.1'; recordSize?: number },
	handler: Handler,
): Promise<Listener> {
	const keys = tls && { cert: await fixture('localhost.crt'), key: await fixture('localhost.key') };
	const server = !keys
		? createServer({ keepAliveTimeout: 30_000 }, handler)
		: tls === 'h2'
			? createSecureServer({ ...keys, allowHTTP1: true }, handler)
			: createTlsServer(keys, handler);
	const sockets = new Set<Socket>();
	const sessions = new Set<Http2Session>();
	// Also those of which no TLS handshake comes: the server would wait for their end.
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	server.on('secureConnection', (socket: TLSSocket) => {
		if (recordSize) socket.setMaxSendFragment(recordSize);
	});
	server.on('session', (session: Http2Session) => {
		sessions.add(session);
		session.once('close', () => sessions.delete(session));
		// A connection reset by the client is no error of the server.
		session.on('error', () => session.destroy());
	});
	server.on('clientError', (_error: Error, socket: Socket) => {
		if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n');
		else socket.destroy();
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve();
		});
	});
	return {
		port: (server.address() as AddressInfo).port,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				for (const session of sessions) session.destroy();
				for (const socket of sockets) socket.destroy();
			}),
	};
}
