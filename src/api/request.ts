import ky, { type HTTPError, type Options } from 'ky';
import { retryAfterOf } from '../rts/play/retry-after.ts';
import { openEnvelope, parseJson } from './envelope.ts';
import { REQUEST_TIMEOUT } from './request-timeout.ts';
import { formText, type SignRequest } from './sign-request.ts';

/** Kind of call. Only a `read` is repeated: another `poll` follows, and a `write` may have been done. */
export type Kind = 'read' | 'poll' | 'write';

/** Posts a call (spec §7); resolves with `recData`. `extra` travels beside sign and packet. */
export type Call = (kind: Kind, path: string, recData: unknown, extra?: object) => Promise<unknown>;

/** Fetches the whole body, as ky's timeout covers only the head. */
async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
	const response = await fetch(...request);
	return new Response((await response.text()) || null, response);
}

/** Adds status and demanded milliseconds; a long wait ends the repeats. */
function readRetryAfter(error: HTTPError): HTTPError {
	const retryAfter = retryAfterOf((name) => error.response.headers.get(name));
	if (retryAfter > REQUEST_TIMEOUT) error.options.retry.limit = 0;
	return Object.assign(error, { retryAfter, status: error.response.status });
}

async function waitRetryAfter({ error }: { error: Error & { retryAfter?: number } }): Promise<void> {
	if (error.retryAfter) await new Promise((resolve) => setTimeout(resolve, error.retryAfter));
}

async function send(kind: Kind, url: string, options: Options): Promise<unknown> {
	const response = await ky(
		url,
		Object.assign(options, {
			fetch: fetchWhole,
			timeout: REQUEST_TIMEOUT,
			// After 0.3 and 0.6 s plus `waitRetryAfter`; ky would read a date by the device's clock.
			retry: { methods: ['post'], limit: kind === 'read' ? 2 : 0, afterStatusCodes: [] },
			hooks: { beforeError: [readRetryAfter], beforeRetry: [waitRetryAfter] },
		}),
	);
	return parseJson(await response.text());
}

/**
 * Creates the call over ky. Rejects with ky's `HTTPError` or `TimeoutError`, the network's `TypeError`, `SyntaxError`
 * or, without `recData`, `ApiError`. A write with `code` 0 or 200 needs none, as its result is unspecified (spec §7). A
 * read resolves with null if `recData` is null and `code` absent, 0 or 200.
 */
export function createCall(base: string, signRequest: SignRequest): Call {
	return async (kind, path, recData, extra) => {
		const body = await send(kind, base + path, {
			method: 'post',
			body: formText(Object.assign(await signRequest(path, recData), extra)),
			headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
		});
		const { code, recData: data } = Object(body);
		const succeeded = /^(0|200)$/.test(code);
		if (kind !== 'write' ? data !== null || (code && !succeeded) : !succeeded) return openEnvelope(body);
		return null;
	};
}
