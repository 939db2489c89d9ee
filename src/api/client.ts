import ky from 'ky';
import { openEnvelope } from './envelope';
import { formText, type Seal } from './packet';

/** Milliseconds a call may take. */
const timeout = 10_000;

/** `read` is repeated twice with backoff when it fails; `write` never is, because the server may have done it. */
export type Kind = 'read' | 'write';

/** Makes one POST call of spec §7 and answers with its `recData`; `extra` fields travel beside sign and packet. */
export type Call = (kind: Kind, path: string, recData: unknown, extra?: object) => Promise<unknown>;

/**
 * The calls over ky. Rejects with ky's `HTTPError` or `TimeoutError`, with the network's `TypeError`,
 * or with `ApiError` when the body holds no `recData` (a write needs none, spec §7: "result shape is not shown").
 */
export function createCall(base: string, seal: Seal): Call {
	return async (kind, path, recData, extra) => {
		const read = kind === 'read';
		const response = await ky.post(base + path, {
			body: formText({ ...(await seal(path, recData)), ...extra }),
			headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
			timeout,
			retry: { limit: read ? 2 : 0, methods: ['post'] },
		});
		return read ? openEnvelope(await response.json()) : undefined;
	};
}

/** A GET of a whole address, answered with its JSON body: the detail call's repeats, after boot's one try. */
export function readJson(address: string): Promise<unknown> {
	return ky.get(address, { timeout }).json();
}
