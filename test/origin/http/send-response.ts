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
	/** In place of a body: what is sent until it ends. */
	live?: AsyncGenerator<Buffer>;
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
	{ status, headers, body: content, takeBytes, live }: HttpResponse,
	truncate: boolean,
): void {
	if (target.writableEnded || target.destroyed) return;
	const body = isMade(content) ? content : Buffer.from(content ?? '');
	const size = 'read' in body ? body.size : body.length;
	const read = (from: number, to: number) => ('read' in body ? body.read(from, to) : body.subarray(from, to));
	const sent: HttpHeaders = { ...headers };
	const hasBody = status !== 204 && status !== 304;
	if (hasBody && !live) sent['content-length'] ??= size;
	(target as ServerResponse).writeHead(status, sent);
	if (message.method === 'HEAD' || !hasBody) {
		target.end();
	} else if (live) {
		void sendLive(target as ServerResponse, live, takeBytes!, truncate ? LIVE_UNTIL_CUT : Infinity);
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

/** Bytes of a live until it is cut off. */
const LIVE_UNTIL_CUT = 100_000;

/** Waits until the client has read what was written, or is gone. */
const drained = (target: ServerResponse) =>
	new Promise<void>((resolve) => {
		const go = () => {
			target.off('drain', go).off('close', go);
			resolve();
		};
		target.on('drain', go).on('close', go);
	});

/** Sends what the link takes, and what the client reads. */
async function sendSlowly(
	target: ServerResponse,
	size: number,
	read: (from: number, to: number) => Buffer,
	takeBytes: (bytes: number) => Promise<number>,
	isOver = true,
) {
	for (let at = 0; at < size && !target.destroyed;) {
		const end = at + (await takeBytes(size - at));
		if (!target.destroyed && !target.write(read(at, (at = end)))) await drained(target);
	}
	if (isOver && !target.destroyed) target.end();
}

/** Sends a live for as long as somebody listens. */
async function sendLive(
	target: ServerResponse,
	live: AsyncGenerator<Buffer>,
	takeBytes: (bytes: number) => Promise<number>,
	limit: number,
) {
	target.on('close', () => void live.return(undefined));
	let sent = 0;
	for await (const bytes of live) {
		await sendSlowly(target, bytes.length, (from, to) => bytes.subarray(from, to), takeBytes, false);
		sent += bytes.length;
		if (target.destroyed) return;
		if (sent > limit) return void target.destroy();
	}
	if (!target.destroyed) target.end();
}
