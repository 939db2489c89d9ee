import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { MadeFile } from '../recordings/mp4.ts';

/** Response headers by lower-case name. */
export type HttpHeaders = Record<string, string | number>;

/** Result of a handler; `content-length` is added on sending. */
export interface HttpResponse {
	status: number;
	headers?: HttpHeaders;
	body?: string | Buffer | MadeFile;
	/** Of media: how many of the bytes that are left may be sent now, once some may. */
	takeBytes?: (bytes: number) => Promise<number>;
}

/** Error code of an HTTP/2 stream that is reset (RFC 9113 §7, INTERNAL_ERROR). */
const INTERNAL_ERROR = 2;

const isMade = (content: HttpResponse['body']): content is MadeFile =>
	Object(content) === content && 'read' in (content as object);

/** Sends a response over either HTTP version; with `truncate` the connection is destroyed after half of the body. */
export function sendResponse(
	message: IncomingMessage | Http2ServerRequest,
	target: ServerResponse | Http2ServerResponse,
	{ status, headers, body: content, takeBytes }: HttpResponse,
	truncate: boolean,
): void {
	if (target.writableEnded || target.destroyed) return;
	const body = isMade(content) ? content : Buffer.from(content ?? '');
	const size = 'read' in body ? body.size : body.length;
	const read = (from: number, to: number) => ('read' in body ? body.read(from, to) : body.subarray(from, to));
	const sent: HttpHeaders = { ...headers };
	const hasBody = status !== 204 && status !== 304;
	if (hasBody) sent['content-length'] ??= size;
	(target as ServerResponse).writeHead(status, sent);
	if (message.method === 'HEAD' || !hasBody) {
		target.end();
	} else if (truncate) {
		(target as ServerResponse).write(read(0, size >> 1), () => {
			// HTTP/2: only the stream is reset, which a page sees as a broken connection.
			if ('stream' in target) (target as Http2ServerResponse).stream.close(INTERNAL_ERROR);
			else (message as IncomingMessage).socket.destroy();
		});
	} else if (takeBytes) {
		void sendSlowly(target as ServerResponse, size, read, takeBytes);
	} else {
		target.end(read(0, size));
	}
}

/** Sends what the link takes, and what the client reads. */
async function sendSlowly(
	target: ServerResponse,
	size: number,
	read: (from: number, to: number) => Buffer,
	takeBytes: (bytes: number) => Promise<number>,
) {
	for (let at = 0; at < size && !target.destroyed;) {
		const end = at + (await takeBytes(size - at));
		if (target.destroyed || target.write(read(at, (at = end)))) continue;
		await new Promise<void>((resolve) => {
			const go = () => {
				target.off('drain', go).off('close', go);
				resolve();
			};
			target.on('drain', go).on('close', go);
		});
	}
	if (!target.destroyed) target.end();
}
