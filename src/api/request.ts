import ky, { type HTTPError, type Options } from 'ky';
import { retryAfterOf } from '../rts/retry-after.ts';
import { openEnvelope, parseJson } from './envelope.ts';
import { REQUEST_TIMEOUT } from './request-timeout.ts';
import { formText, type SignRequest } from './sign-request.ts';

/**
 * A `read` is repeated twice with backoff when it fails. A `poll` never is, because the next one follows, nor is a
 * `write`, because the server may have done it.
 */
export type Kind = 'read' | 'poll' | 'write';

/** Makes one POST call of spec §7 and resolves with its `recData`; `extra` fields travel beside sign and packet. */
export type Call = (kind: Kind, path: string, recData: unknown, extra?: object) => Promise<unknown>;

/** The response with its whole body: ky's own time limit ends with the head of a response. */
async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
	const response = await fetch(...request);
	return new Response((await response.text()) || null, response);
}

/** Tells what the server demands of the next attempt, in milliseconds; a long pause makes the answer final. */
function readRetryAfter(error: HTTPError): HTTPError {
	const retryAfter = retryAfterOf((name) => error.response.headers.get(name));
	if (retryAfter > REQUEST_TIMEOUT) error.options.retry.limit = 0;
	return Object.assign(error, { retryAfter, status: error.response.status });
}

/** Waits for what the server demands before the next attempt. */
async function waitRetryAfter({ error }: { error: Error & { retryAfter?: number } }): Promise<void> {
	if (error.retryAfter) await new Promise((resolve) => setTimeout(resolve, error.retryAfter));
}

/** Makes a request and resolves with its JSON body. */
async function send(kind: Kind, url: string, options: Options): Promise<unknown> {
	const response = await ky(
		url,
		Object.assign(options, {
			fetch: fetchWhole,
			timeout: REQUEST_TIMEOUT,
			// After 0.3 and 0.6 s, and what `waitRetryAfter` adds: ky would count a date by the clock of the device.
			retry: { methods: ['post'], limit: kind === 'read' ? 2 : 0, afterStatusCodes: [] },
			hooks: { beforeError: [readRetryAfter], beforeRetry: [waitRetryAfter] },
		}),
	);
	return parseJson(await response.text());
}

/**
 * The calls over ky. Rejects with ky's `HTTPError` or `TimeoutError`, with the network's `TypeError`,
 * with `SyntaxError` when the body is not JSON, or with `ApiError` when it holds no `recData`. The result shape of a
 * write is not specified (spec §7): a body whose `code` is 0 or 200 needs no `recData` there. A read resolves with
 * null where the body says so and its `code`, if any, is one of these: an empty list.
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
