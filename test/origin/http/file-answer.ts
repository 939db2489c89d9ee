import { createHash } from 'node:crypto';
import { parseRange } from './byte-range.ts';
import type { Answer, Exchange, Headers } from './exchange.ts';

/** Bytes to serve and how. */
export interface File {
	bytes: Buffer;
	contentType: string;
	cacheControl: string;
	/** Set on a precompressed sibling. */
	contentEncoding?: string;
	/** The file has precompressed siblings, so caches must keep the variants apart. */
	varies?: boolean;
}

function isFresh(exchange: Exchange, etag: string): boolean {
	return (exchange.headers['if-none-match'] ?? '')
		.split(',')
		.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

/** Serves bytes as a CDN does: entity tag and 304, one range with 206 and 416, readable from any page. */
export function fileAnswer(exchange: Exchange, file: File): Answer {
	const etag = `"${createHash('sha1').update(file.bytes).digest('hex').slice(0, 16)}"`;
	const headers: Headers = {
		'content-type': file.contentType,
		'cache-control': file.cacheControl,
		etag,
		'access-control-allow-origin': '*',
		'timing-allow-origin': '*',
		'x-content-type-options': 'nosniff',
	};
	if (file.varies) headers['vary'] = 'accept-encoding';
	if (isFresh(exchange, etag)) return { status: 304, headers };
	if (file.contentEncoding) {
		headers['content-encoding'] = file.contentEncoding;
		return { status: 200, headers, body: file.bytes };
	}
	headers['accept-ranges'] = 'bytes';
	const size = file.bytes.length;
	const ifRange = exchange.headers['if-range'];
	const range = ifRange && ifRange !== etag ? null : parseRange(exchange.headers['range'], size);
	if (range === 'unsatisfiable') return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } };
	if (!range) return { status: 200, headers, body: file.bytes };
	headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
	return { status: 206, headers, body: file.bytes.subarray(range.start, range.end + 1) };
}
