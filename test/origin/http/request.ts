import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { sendResponse, type HttpResponse } from './send-response.ts';

/** A request of either HTTP version, parsed as far as every handler needs it. */
export interface HttpRequest {
	method: string;
	/** Decoded path; null when it cannot be decoded. */
	path: string | null;
	/** Without the question mark. */
	query: string;
	headers: Record<string, string>;
	body: Buffer;
	/** By `x-forwarded-proto`, else by the connection. */
	protocol: 'http' | 'https';
	/** Host and port as the client knows them. */
	host: string;
	/** Address of this machine on which the request arrived, without the IPv4-in-IPv6 prefix. */
	localAddress: string;
	/** True when the request was made on this machine and not through a proxy. */
	loopback: boolean;
	/** Aborted when the client disconnects before the response. */
	disconnected: AbortSignal;
	/** Sends the response; with `truncate` the connection is destroyed after half of the body. */
	respond(response: HttpResponse, truncate?: boolean): void;
}

const withoutIpv6Prefix = (address: string | undefined) => (address ?? '').replace(/^::ffff:/, '');

function decodePath(raw: string): string | null {
	try {
		const path = decodeURIComponent(raw);
		return path.startsWith('/') && !path.includes('\0') ? path : null;
	} catch {
		return null;
	}
}

/** Parses a request and reads its body. Rejects when the client disconnects while sending it. */
export async function readRequest(
	message: IncomingMessage | Http2ServerRequest,
	response: ServerResponse | Http2ServerResponse,
): Promise<HttpRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	const disconnected = new AbortController();
	response.on('close', () => disconnected.abort());
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(message.headers))
		headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
	const url = message.url ?? '/';
	const queryStart = url.indexOf('?');
	const forwarded = headers['x-forwarded-proto']?.split(',')[0]?.trim();
	const { socket } = message;
	const secure = forwarded ? forwarded === 'https' : Boolean((socket as TLSSocket).encrypted);
	const remoteAddress = withoutIpv6Prefix(socket.remoteAddress);
	return {
		method: message.method ?? 'GET',
		path: decodePath(queryStart < 0 ? url : url.slice(0, queryStart)),
		query: queryStart < 0 ? '' : url.slice(queryStart + 1),
		headers,
		body: Buffer.concat(chunks),
		protocol: secure ? 'https' : 'http',
		host: headers['host'] || headers[':authority'] || 'localhost',
		localAddress: withoutIpv6Prefix(socket.localAddress),
		loopback: (remoteAddress.startsWith('127.') || remoteAddress === '::1') && !headers['x-forwarded-for'],
		disconnected: disconnected.signal,
		respond: (answer, truncate = false) => sendResponse(message, response, answer, truncate),
	};
}
