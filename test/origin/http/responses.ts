import type { HttpHeaders, HttpResponse } from './send-response.ts';

/** The page and its API may be on different hosts (`config.api.base`). */
const CORS: HttpHeaders = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': 'x-tengine-error, location, etag, link, retry-after, date',
	'timing-allow-origin': '*',
};

/** A JSON response that any page may read. */
export function json(status: number, value: unknown, headers: HttpHeaders = {}): HttpResponse {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...CORS, ...headers },
		body: JSON.stringify(value),
	};
}

/** A session description that any page may read. */
export function sdp(status: number, body: string, headers: HttpHeaders = {}): HttpResponse {
	return {
		status,
		headers: { 'content-type': 'application/sdp', 'cache-control': 'no-store', ...CORS, ...headers },
		body,
	};
}

export function text(status: number, body: string, headers: HttpHeaders = {}): HttpResponse {
	return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

/** The response to a method that a path does not support. */
export function methodNotAllowed(allow: string): HttpResponse {
	return json(405, { code: 405, message: 'method not allowed' }, { allow });
}

export function preflight(): HttpResponse {
	return {
		status: 204,
		headers: {
			...CORS,
			'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
			// The star does not stand for `authorization`.
			'access-control-allow-headers': '*, authorization',
			'access-control-max-age': 600,
		},
	};
}
