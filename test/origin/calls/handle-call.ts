import type { Store } from '../data/store.ts';
import type { HttpRequest } from '../http/request.ts';
import { json, methodNotAllowed } from '../http/responses.ts';
import type { HttpResponse } from '../http/send-response.ts';
import { CallError } from './call-error.ts';
import {
	chatDelete,
	chatPage,
	chatSave,
	commentPage,
	detail,
	newsList,
	shareToken,
	type CallHandler,
} from './handlers.ts';
import { readPacket } from './packet.ts';

interface Call {
	method: 'GET' | 'POST';
	/** The complete path; `{id}` at its end stands for a number. */
	path: string;
	handle: CallHandler;
}

/** The seven calls of spec §7. */
const CALLS: Call[] = [
	{ method: 'GET', path: '/juvenile/api/live/detail', handle: detail },
	{ method: 'POST', path: '/juvenile/api/live/comment/page', handle: commentPage },
	{ method: 'POST', path: '/juvenile/api/information/newslistapi', handle: newsList },
	{ method: 'POST', path: '/juvenile/api/stream/chat/findByPage/with/video', handle: chatPage },
	{ method: 'POST', path: '/juvenile/api/stream/chat/save', handle: chatSave },
	{ method: 'POST', path: '/juvenile/api/stream/chat/delete/{id}', handle: chatDelete },
	{ method: 'POST', path: '/juvenile/wxjs/getWechatShareToken', handle: shareToken },
];

/** Dependencies of handling a call. */
export interface CallsOptions {
	store: Store;
	/** Empty: signatures are not verified. */
	signKey: string;
	/** Configured `methodCode` values by the path after `/juvenile/api/` (or `/juvenile/`), with or without `/{id}`. */
	methodCodes: Record<string, string>;
}

function findCall(path: string): { call: Call; id: string } | null {
	for (const call of CALLS) {
		if (call.path === path) return { call, id: '' };
		const prefix = call.path.replace('{id}', '');
		const id = path.slice(prefix.length);
		if (prefix !== call.path && path.startsWith(prefix) && /^\d{1,9}$/.test(id)) return { call, id };
	}
	return null;
}

/** The `methodCode` values a call accepts: only the configured one, else its path, with and without the id. */
function acceptedCodes(call: Call, id: string, configured: Record<string, string>): string[] {
	const name = call.path.replace(/^\/juvenile\/(api\/)?/, '');
	const code = configured[name] ?? configured[name.replace('/{id}', '')];
	if (code) return [code];
	return [...new Set([name.replace('/{id}', ''), name.replace('{id}', id)])];
}

function isForm(request: HttpRequest): boolean {
	return (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/** Whether the browser has WebCrypto, which signing needs: only on https and on localhost. A phone on the local network opens the page on plain http. */
const canSign = ({ protocol, host }: HttpRequest) =>
	protocol === 'https' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);

/** Handles paths under `/juvenile/`. */
export function handleCall(request: HttpRequest, { store, signKey, methodCodes }: CallsOptions): HttpResponse {
	const found = findCall(request.path ?? '');
	if (!found) return json(404, { code: 404, message: 'no such call' });
	const { call, id } = found;
	if (request.method !== call.method) return methodNotAllowed(call.method);
	try {
		const fields = new URLSearchParams(request.query);
		if (call.method === 'POST') {
			if (!isForm(request)) throw new CallError(400, 'a form body is expected');
			for (const [name, value] of new URLSearchParams(request.body.toString())) fields.set(name, value);
		}
		const unsigned = !fields.get('sign') && !canSign(request);
		const packet = readPacket(fields, acceptedCodes(call, id, methodCodes), unsigned ? '' : signKey);
		const recData = call.handle({ store, packet, fields, id, protocol: request.protocol, host: request.host });
		return json(200, { code: 200, message: 'success', recData });
	} catch (error) {
		if (!(error instanceof CallError)) throw error;
		return json(error.status, { code: error.status, message: error.message });
	}
}
