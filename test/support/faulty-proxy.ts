import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { brotliCompressSync, constants } from 'node:zlib';
import { listen } from '../origin/http/server.ts';

/** A request and its answer on their way through a proxy. */
export interface Passage {
	method: string;
	path: string;
	query: string;
	/** Of the request, as is what it accepts. */
	form: string;
	accepts: string;
	referrer: string;
	status: number;
	headers: Record<string, string>;
	body: Buffer;
}

/** Changes an answer; a promise holds it back. */
export type Change = (passage: Passage) => void | Promise<void>;

/** A proxy over TLS before an origin, as a CDN or balancer is. */
export interface FaultyProxy {
	url: string;
	close(): Promise<void>;
}

/** Authority of the proxy's certificate. */
export const certificate = (): Promise<string> =>
	readFile(new URL('../fixtures/localhost.crt', import.meta.url), 'utf8');

/** Headers of one hop. */
const HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Answer of the origin to a request. */
function ask(port: number, message: Http2ServerRequest, body: Buffer, host: string): Promise<Passage> {
	const { pathname, search } = new URL(message.url ?? '/', 'http://page');
	const own = Object.fromEntries(Object.entries(message.headers).filter(([name]) => !/^:|^connection$/.test(name)));
	const headers = { ...own, host, 'accept-encoding': 'identity', 'x-forwarded-proto': 'https' };
	const about = {
		method: message.method ?? 'GET',
		path: pathname,
		query: search.slice(1),
		form: body.toString(),
		accepts: String(message.headers['accept-encoding'] ?? ''),
		referrer: message.headers.referer ?? '',
	};
	// A live has no end to wait for: what it answers, a change says.
	if (/\.(flv|live\.mp4)$/.test(pathname))
		return Promise.resolve({ ...about, status: 404, headers: {}, body: Buffer.alloc(0) });
	return new Promise((resolve, reject) => {
		request({ port, path: message.url, method: message.method, headers }, async (response) => {
			const parts: Buffer[] = [];
			for await (const part of response) parts.push(part);
			resolve({
				...about,
				status: response.statusCode!,
				headers: Object.fromEntries(
					Object.entries(response.headers).flatMap(([name, value]) =>
						HOP.includes(name) ? [] : [[name, String(value)]],
					),
				),
				body: Buffer.concat(parts),
			});
		})
			.on('error', reject)
			.end(body);
	});
}

function compress({ status, headers, body }: Passage, accepted = ''): Buffer {
	if (
		headers['content-encoding'] ||
		status !== 200 ||
		!/text|javascript|svg|json/.test(headers['content-type'] ?? '') ||
		!/\bbr\b/.test(accepted)
	)
		return body;
	headers['content-encoding'] = 'br';
	return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** Starts a proxy. @param change asked for each answer, before it is compressed */
export async function startFaultyProxy(
	port: number,
	change: Change,
	{ recordSize = 4096, http1 = false } = {},
): Promise<FaultyProxy> {
	const handle = async (message: Http2ServerRequest, response: Http2ServerResponse) => {
		const parts: Buffer[] = [];
		for await (const part of message) parts.push(part as Buffer);
		const host = message.headers[':authority'] ?? message.headers.host ?? '';
		const passage = await ask(port, message, Buffer.concat(parts), host);
		await change(passage);
		// Status 0: the connection is closed without an answer.
		if (!passage.status) return void message.socket.destroy();
		const body = compress(passage, String(message.headers['accept-encoding'] ?? ''));
		response.writeHead(passage.status, { ...passage.headers });
		response.end(body);
	};
	const { port: own, close } = await listen(
		{ port: 0, host: '0.0.0.0', tls: http1 ? 'http/1.1' : 'h2', recordSize },
		(message, response) =>
			void handle(message as Http2ServerRequest, response as Http2ServerResponse).catch(() => response.destroy()),
	);
	return { url: `https://localhost:${own}`, close };
}
