/** Calls by ky: time limits, repeats, the clock (`docs/decisions/ky.md`). */
import ky, { type HTTPError, type Options } from 'ky';
import type { Config } from '../config.ts';
import { retryDelay } from '../network/retry-delay.ts';
import { spreadDemand } from '../safe/spread-demand.ts';
import { retryAfterOf } from '../rts/play/retry-after.ts';
import { text } from '../safe/fields.ts';
import { openEnvelope, parseJson } from './envelope.ts';
import { type CallFailure, type Explain, readRefusal } from './explain.ts';
import { REQUEST_TIMEOUT } from './request-timeout.ts';
import { formText, type SignRequest } from './sign-request.ts';

/** Kind of call. Only a `read` is repeated: another `poll` follows, and a `write` may have been done. */
export type Kind = 'read' | 'poll' | 'write';

/** Posts a call (spec §7); resolves with `recData`. `extra` travels beside sign and packet. */
export type Call = (kind: Kind, path: string, recData: unknown, extra?: object) => Promise<unknown>;

/** Milliseconds by which a clock that was set differs from one that drifts. */
const CLOCK_STEP = 30_000;

/** Fetches the whole body, as ky's timeout covers only the head, and follows the server's clock. */
const createFetch =
	({ setTime, readBody }: SignRequest): typeof fetch =>
	async (...request) => {
		const response = await fetch(...request);
		setTime(response.headers.get('date'));
		return new Response((await readBody(response)) || null, response);
	};

/** Adds status, body and demanded milliseconds; a long wait ends the repeats. */
async function readFailure(error: HTTPError): Promise<HTTPError> {
	const { headers, status } = error.response;
	const retryAfter = retryAfterOf((name) => headers.get(name));
	if (retryAfter > REQUEST_TIMEOUT) error.options.retry.limit = 0;
	return Object.assign(error, { retryAfter, status, body: await error.response.text() });
}

async function waitRetryAfter({ error }: { error: Error & { retryAfter?: number } }): Promise<void> {
	const { retryAfter } = error;
	if (retryAfter) await new Promise((resolve) => setTimeout(resolve, spreadDemand(retryAfter, Math.random())));
}

const delay = (failures: number) => retryDelay(failures, Math.random());

async function send(kind: Kind, url: string, options: Options): Promise<unknown> {
	const response = await ky(
		url,
		Object.assign(options, {
			timeout: REQUEST_TIMEOUT,
			// Plus `waitRetryAfter`; ky would read a date by the device's clock.
			retry: { methods: ['post'], limit: kind === 'read' ? 2 : 0, afterStatusCodes: [], delay },
			hooks: { beforeError: [readFailure], beforeRetry: [waitRetryAfter] },
		}),
	);
	return parseJson(await response.text());
}

/** Codes of success of writes, unless the deployment names others. */
const OK_CODES = ['0', '200'];

/** Takes the result of a body; null for an empty list, or a write, whose result is unspecified (spec §7). */
function open(kind: Kind, body: unknown, okCodes: readonly string[]): unknown {
	const { code, recData } = Object(body);
	const accepted = okCodes[0] ? okCodes : OK_CODES;
	const hasSucceeded = accepted.includes(text(code));
	if (kind === 'write') return hasSucceeded ? null : openEnvelope(body, accepted);
	return recData === null && (hasSucceeded || !text(code)) ? null : openEnvelope(body, okCodes);
}

/** Characters. */
const MAX_REASON = 60;

/** The server's words for a viewer whose write it refused, in one line; '' without a `code`, or for its own fault. */
function reasonOf(body: unknown, status = 0): string {
	const { code, message } = Object(body);
	return text(code) && status < 500 ? text(text(message).replace(/\s+/g, ' ').trim(), MAX_REASON) : '';
}

/**
 * Creates the call over ky. Rejects with ky's `HTTPError` or `TimeoutError`, the network's `TypeError`, or `ApiError`
 * if the answer is not the API's, lacks `recData`, or has a `code` of failure. The error has the server's `reason`. A
 * refusal whose `Date` shows that the device's clock was set is repeated once.
 */
export function createCall(
	{ base, okCodes }: Pick<Config['api'], 'base' | 'okCodes'>,
	signRequest: SignRequest,
	explain: Explain,
): Call {
	const fetch = createFetch(signRequest);
	const call = async (isRepeated: boolean, ...request: Parameters<Call>): Promise<unknown> => {
		const [kind, path, recData, extra] = request;
		const offset = signRequest.setTime(null);
		let body: unknown;
		try {
			body = await send(kind, base + path, {
				fetch,
				method: 'post',
				body: formText(Object.assign(await signRequest(path, recData), extra)),
				headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
			});
			return open(kind, body, okCodes);
		} catch (error) {
			const failure = error as CallFailure;
			const refusal = body || readRefusal(failure.body || '');
			// Refused, so not done: perhaps for the time of its packet, which is right now.
			const isStepped = Math.abs(signRequest.setTime(null) - offset) > CLOCK_STEP;
			if (refusal && !(failure.status! >= 500) && isStepped && !isRepeated) return call(true, ...request);
			throw Object.assign(explain(failure, path), { reason: reasonOf(refusal, failure.status) });
		}
	};
	return (...request) => call(false, ...request);
}
