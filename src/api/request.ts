import ky, { type HTTPError, type Options } from 'ky';
import { openEnvelope } from './envelope.ts';
import { formText, type SignRequest } from './sign-request.ts';

/** Milliseconds an attempt may take, head and body together, and the longest pause between attempts that a server may demand. */
export const REQUEST_TIMEOUT = 10_000;

/** A `read` is repeated twice with backoff when it fails; a `write` never is, because the server may have done it. */
export type Kind = 'read' | 'write';

/** Makes one POST call of spec §7 and resolves with its `recData`; `extra` fields travel beside sign and packet. */
export type Call = (kind: Kind, path: string, recData: unknown, extra?: object) => Promise<unknown>;

/** The response with its whole body: ky's own time limit ends with the head of a response. */
async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
	const response = await fetch(...request);
	return new Response((await response.text()) || null, response);
}

/** ky waits for as long as Retry-After says, up to `maxRetryAfter`; a longer pause makes the answer final. */
function stopOnLongRetryAfter(error: HTTPError): HTTPError {
	if (Number(error.response.headers.get('retry-after')) * 1000 > REQUEST_TIMEOUT) error.options.retry.limit = 0;
	return error;
}

const options = (kind: Kind): Options => ({
	fetch: fetchWhole,
	timeout: REQUEST_TIMEOUT,
	retry: { limit: kind === 'read' ? 2 : 0, methods: ['get', 'post'], maxRetryAfter: REQUEST_TIMEOUT },
	hooks: { beforeError: [stopOnLongRetryAfter] },
});

/**
 * The calls over ky. Rejects with ky's `HTTPError` or `TimeoutError`, with the network's `TypeError`,
 * with `SyntaxError` when the body is not JSON, or with `ApiError` when it holds no `recData`. The result shape of a
 * write is not specified (spec §7): a body whose `code` is 0 or 200 needs no `recData` there.
 */
export function createCall(base: string, signRequest: SignRequest): Call {
	return async (kind, path, recData, extra) => {
		const response = await ky.post(base + path, {
			...options(kind),
			body: formText({ ...(await signRequest(path, recData)), ...extra }),
			headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
		});
		const body: unknown = await response.json();
		if (kind === 'read' || !/^(0|200)$/.test(Object(body).code)) return openEnvelope(body);
	};
}

/** GET of a whole URL; resolves with its JSON body and rejects as {@link createCall} does. */
export async function getJson(url: string): Promise<unknown> {
	return (await ky.get(url, options('read'))).json();
}
