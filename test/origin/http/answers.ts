import type { Answer, Headers } from './exchange.ts';

/** A page may be on another host than its calls (`config.api.base`). */
export const CORS: Headers = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': 'x-tengine-error',
	'timing-allow-origin': '*',
};

/** An answer of JSON that any page may read. */
export function json(status: number, value: unknown, headers: Headers = {}): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...CORS, ...headers },
		body: JSON.stringify(value),
	};
}

/** An answer of one line of text. */
export function text(status: number, body: string, headers: Headers = {}): Answer {
	return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

/** The answer to a method a path does not take. */
export function methodNotAllowed(allow: string): Answer {
	return json(405, { code: 405, message: 'method not allowed' }, { allow });
}

/** The answer to a CORS preflight. */
export function preflight(): Answer {
	return {
		status: 204,
		headers: {
			...CORS,
			'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
			'access-control-allow-headers': '*',
			'access-control-max-age': 600,
		},
	};
}
