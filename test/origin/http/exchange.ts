import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { TLSSocket } from 'node:tls';

/** Most bytes of a request body that are read; more is answered with 413. */
export const BODY_LIMIT = 1024 * 1024;

/** A header set as sent. */
export type Headers = Record<string, string | number>;

/** What a handler answers with. */
export interface Answer {
	status: number;
	headers?: Headers;
	body?: string | Buffer;
}

/** A request of either HTTP version, parsed as far as every handler needs it. */
export interface Exchange {
	method: string;
	/** Decoded path; null when it cannot be decoded. */
	path: string | null;
	query: string;
	headers: Record<string, string>;
	/** Whole body; empty when it was larger than `BODY_LIMIT`. */
	body: Buffer;
	tooLarge: boolean;
	/** `https` or `http`, by `x-forwarded-proto` or the connection. */
	protocol: 'http' | 'https';
	/** Host and port as the client knows them. */
	host: string;
	/** Address of this machine the request came to, without the IPv4-in-IPv6 prefix. */
	localAddress: string;
	/** True when the request was made on this machine and not through a proxy. */
	loopback: boolean;
	/** Aborted when the client goes away before the answer. */
	gone: AbortSignal;
	/** Sends the answer; with `cut` the connection is destroyed after half of the body. */
	reply(answer: Answer, cut?: boolean): void;
}

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

const plainAddress = (address: string | undefined) => (address ?? '').replace(/^::ffff:/, '');

function decodePath(raw: string): string | null {
	try {
		const path = decodeURIComponent(raw);
		return path.startsWith('/') && !path.includes('\0') ? path : null;
	} catch {
		return null;
	}
}

/** Reads to the end even past the limit, so that the client gets to see the 413. */
async function readBody(request: Request): Promise<{ body: Buffer; tooLarge: boolean }> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		size += (chunk as Buffer).length;
		if (size <= BODY_LIMIT) chunks.push(chunk as Buffer);
		else if (size > BODY_LIMIT * 16) break;
	}
	const tooLarge = size > BODY_LIMIT;
	return { body: tooLarge ? Buffer.alloc(0) : Buffer.concat(chunks), tooLarge };
}

function send(request: Request, response: Response, answer: Answer, cut: boolean): void {
	if (response.writableEnded || response.destroyed) return;
	const body = Buffer.from(answer.body ?? '');
	const headers: Headers = { ...answer.headers };
	const bodyless = answer.status === 204 || answer.status === 304;
	if (!bodyless) headers['content-length'] ??= body.length;
	(response as ServerResponse).writeHead(answer.status, headers);
	if (request.method === 'HEAD' || bodyless) {
		response.end();
	} else if (cut) {
		(response as ServerResponse).write(body.subarray(0, body.length >> 1), () => {
			// HTTP/2: resets the stream only, which is what the page sees of a broken connection.
			if ('stream' in response) (response as Http2ServerResponse).stream.close(2);
			else (request as IncomingMessage).socket.destroy();
		});
	} else {
		response.end(body);
	}
}

/** Parses a request and reads its body. Rejects when the client goes away while sending it. */
export async function openExchange(request: Request, response: Response): Promise<Exchange> {
	const { body, tooLarge } = await readBody(request);
	const gone = new AbortController();
	response.on('close', () => gone.abort());
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(request.headers))
		headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
	const url = request.url ?? '/';
	const mark = url.indexOf('?');
	const forwarded = headers['x-forwarded-proto']?.split(',')[0]?.trim();
	const { socket } = request;
	const secure = forwarded ? forwarded === 'https' : Boolean((socket as TLSSocket).encrypted);
	const remote = plainAddress(socket.remoteAddress);
	return {
		method: request.method ?? 'GET',
		path: decodePath(mark < 0 ? url : url.slice(0, mark)),
		query: mark < 0 ? '' : url.slice(mark + 1),
		headers,
		body,
		tooLarge,
		protocol: secure ? 'https' : 'http',
		host: headers['host'] || headers[':authority'] || 'localhost',
		localAddress: plainAddress(socket.localAddress),
		loopback: (remote.startsWith('127.') || remote === '::1') && !headers['x-forwarded-for'],
		gone: gone.signal,
		reply: (answer, cut = false) => send(request, response, answer, cut),
	};
}
