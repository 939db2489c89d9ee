import { ApiError, parseJson } from './envelope.ts';

/** Status of a 404 that the API did not send: retries may help, and no live is missing. */
const BAD_GATEWAY = 502;

/** An error of a call, with the status and body of a failed response. */
export type CallFailure = Error & { status?: number; retryAfter?: number; body?: string };

/** Returns the error of a call, with a message for the console where somebody else than the API answered. */
export type Explain = (error: CallFailure, path: string) => Error;

/** Reads a failed response's body; undefined if it is not the API's, which is JSON with a code or a message. */
export function readRefusal(body: string): { code?: unknown; message?: unknown } | undefined {
	try {
		const { code, message } = Object(parseJson(body));
		if (code !== undefined || message !== undefined) return { code, message };
	} catch {
		// Not JSON.
	}
	return;
}

/** Creates {@link Explain}. Says once where a header for other hosts is missing, which costs a request. */
export function createExplain(base: string): Explain {
	let probed = false;

	function probe(url: string) {
		probed = true;
		fetch(url, { method: 'HEAD', mode: 'no-cors', credentials: 'omit' }).then(
			() => console.warn(`${url} answers, but not this page: it must send Access-Control-Allow-Origin.`),
			() => {},
		);
	}

	return (error, path) => {
		const { name, status, body, retryAfter } = error;
		const url = (base || location.origin) + path;
		if (status === 404 && body !== undefined && !readRefusal(body))
			return new ApiError(
				`${url}: a 404 that is not the API's, which has JSON with code or message. Is /juvenile/ routed to the API, or api.base wrong?`,
				BAD_GATEWAY,
				retryAfter,
			);
		if (name === 'SyntaxError')
			return new ApiError(
				`${url}: no JSON, but a network's sign-in or another web page. Is /juvenile/ routed to the API, or api.base wrong?`,
			);
		if (name === 'TypeError' && base && !probed) probe(url);
		return error;
	};
}
