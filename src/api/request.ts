import ky, { HTTPError, type Options, TimeoutError } from 'ky';
import { retryAfterOf } from '../rts/retry-after.ts';
import { openEnvelope } from './envelope.ts';
import { REQUEST_TIMEOUT } from './request-timeout.ts';
import { formText, type SignRequest } from './sign-request.ts';

/**
 * A `read` is repeated twice with backoff when it fails. A `poll` never is, because the next one follows, nor is a
 * `write`, because the server may have done it.
 */
export type Kind = 'read' | 'poll' | 'write';

/** Makes one POST call of spec §7 and resolves with its `recData`; `extra` fields travel beside sign and packet. */
export type Call = (kind: Kind, path: string, recData: unknown, extra?: object) => Promise<unknown>;

/** When a read is repeated: after 0.3 and 0.6 s. ky would follow a Retry-After by the clock of the device. */
const RETRY = {
	methods: ['post' as const],
	statusCodes: [408, 429, 500, 502, 503, 504],
	afterStatusCodes: [],
	backoffLimit: Infinity,
	delay: (attempt: number) => 300 * 2 ** (attempt - 1),
};

/** The response with its whole body: ky's own time limit ends with the head of a response. */
async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
	const response = await fetch(...request);
	return new Response((await response.text()) || null, response);
}

/** Tells what the server demands of the next attempt, in milliseconds; a long pause makes the answer final. */
function readRetryAfter(error: HTTPError): HTTPError {
	const retryAfter = retryAfterOf((name) => error.response.headers.get(name));
	if (retryAfter > REQUEST_TIMEOUT) error.options.retry.limit = 0;
	return Object.assign(error, { retryAfter });
}

/** Waits for what the server demands before the next attempt. */
async function waitRetryAfter({ error }: { error: Error & { retryAfter?: number } }): Promise<void> {
	if (error.retryAfter) await new Promise((resolve) => setTimeout(resolve, error.retryAfter));
}

/** Makes a request and resolves with its JSON body. */
async function send(kind: Kind, url: string, options: Options): Promise<unknown> {
	try {
		const response = await ky(url, {
			...options,
			fetch: fetchWhole,
			timeout: REQUEST_TIMEOUT,
			retry: Object.assign({ limit: kind === 'read' ? 2 : 0 }, RETRY),
			hooks: { beforeError: [readRetryAfter], beforeRetry: [waitRetryAfter] },
		});
		return await response.json();
	} catch (error) {
		// The messages go to the console, and ky's end with method and URL: that of the detail call holds the token.
		if (error instanceof HTTPError || error instanceof TimeoutError)
			error.message = error.message.replace(/: (GET|POST) .*/, '');
		throw error;
	}
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
