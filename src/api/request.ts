import ky from 'ky';
import { openEnvelope } from './envelope.ts';
import { formText, type SignRequest } from './sign-request.ts';

/** Milliseconds a call may take. */
const TIMEOUT = 10_000;

/** `read` is repeated twice with backoff when it fails; `write` never is, because the server may have done it. */
export type Kind = 'read' | 'write';

/** Makes one POST call of spec §7 and answers with its `recData`; `extra` fields travel beside sign and packet. */
export type Call = (kind: Kind, path: string, recData: unknown, extra?: object) => Promise<unknown>;

/**
 * The calls over ky. Rejects with ky's `HTTPError` or `TimeoutError`, with the network's `TypeError`,
 * with `SyntaxError` when the body is not JSON, or with `ApiError` when it holds no `recData`. The result shape of a
 * write is not specified (spec §7): a body whose `code` says that all is well needs no `recData` there.
 */
export function createCall(base: string, signRequest: SignRequest): Call {
	return async (kind, path, recData, extra) => {
		const read = kind === 'read';
		const response = await ky.post(base + path, {
			body: formText({ ...(await signRequest(path, recData)), ...extra }),
			headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
			timeout: TIMEOUT,
			// ky 1.0 counts the first try in.
			retry: { limit: read ? 3 : 0, methods: ['post'], maxRetryAfter: TIMEOUT },
		});
		const body = await withTimeout(response.json());
		if (read || !/^(0|200)$/.test(Object(body).code)) return openEnvelope(body);
	};
}

/** The answer, or a rejection when it takes longer than a call may, of which so much has `passed`: ky's own limit ends with the head of an answer. */
export function withTimeout<T>(answer: Promise<T>, passed = 0): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(reject, TIMEOUT - passed, new Error('the answer did not come in time'));
		answer.then(resolve, reject).then(() => clearTimeout(timer));
	});
}

/** A GET of a whole address, answered with its JSON body: the detail call's repeats, after boot's one try. */
export function readJson(address: string): Promise<unknown> {
	return withTimeout(ky.get(address, { timeout: TIMEOUT, retry: { limit: 3, maxRetryAfter: TIMEOUT } }).json());
}
