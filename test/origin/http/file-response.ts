import { createHash } from 'node:crypto';
import type { MadeFile } from '../recordings/mp4.ts';
import type { HttpRequest } from './request.ts';
import type { HttpHeaders, HttpResponse } from './send-response.ts';

interface File {
	bytes: Buffer | MadeFile;
	contentType: string;
	cacheControl: string;
	/** Value of a `Link` header. */
	link?: string | undefined;
	/** Set on a precompressed sibling. */
	contentEncoding?: string;
	/** The file has precompressed siblings: caches have to store one variant for each encoding. */
	varies?: boolean;
}

/** Reads a Range header (RFC 9110 §14.2); null when the whole body has to be sent. Both ends are included. */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | null {
	const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
	return from ? { start: Number(from), end: Math.min(to ? Number(to) : Infinity, size - 1) } : null;
}

const etags = new WeakMap<Buffer | MadeFile, string>();

/** Entity tag of a file, once for each that is kept. */
function etagOf(bytes: Buffer | MadeFile): string {
	const sample = 'read' in bytes ? bytes.read(0, 0x1_0000) : bytes;
	const etag = etags.get(bytes) ?? `"${createHash('sha1').update(sample).digest('hex').slice(0, 16)}"`;
	etags.set(bytes, etag);
	return etag;
}

/** Responds with a file as a CDN does: entity tag and 304, a single range with 206 or 416, CORS for every page. */
export function fileResponse(request: HttpRequest, file: File): HttpResponse {
	const etag = etagOf(file.bytes);
	const headers: HttpHeaders = {
		'content-type': file.contentType,
		'cache-control': file.cacheControl,
		etag,
		'access-control-allow-origin': '*',
		'access-control-expose-headers': 'content-range',
		'timing-allow-origin': '*',
		'x-content-type-options': 'nosniff',
	};
	if (file.link) headers['link'] = file.link;
	if (file.varies) headers['vary'] = 'accept-encoding';
	if (request.headers['if-none-match'] === etag) return { status: 304, headers };
	const { bytes } = file;
	if (file.contentEncoding) {
		headers['content-encoding'] = file.contentEncoding;
		return { status: 200, headers, body: bytes };
	}
	headers['accept-ranges'] = 'bytes';
	const size = 'read' in bytes ? bytes.size : bytes.length;
	const ifRange = request.headers['if-range'];
	const range = ifRange && ifRange !== etag ? null : parseRange(request.headers['range'], size);
	if (!range) return { status: 200, headers, body: bytes };
	if (range.start >= size) return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } };
	headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
	const end = range.end + 1;
	const body =
		'read' in bytes
			? {
					size: end - range.start,
					read: (from: number, to: number) => bytes.read(range.start + from, range.start + to),
				}
			: bytes.subarray(range.start, end);
	return { status: 206, headers, body };
}
