import type { Store } from '../data/store.ts';
import type { HttpRequest } from '../http/request.ts';
import { json, methodNotAllowed } from '../http/responses.ts';
import type { HttpResponse } from '../http/send-response.ts';
import { CALLS } from './handlers.ts';
import { CallError, readPacket } from './packet.ts';

function isForm(request: HttpRequest): boolean {
	return (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/** Whether the browser has WebCrypto, which signing needs: only on https and on localhost. A phone on the local network opens the page on plain http. */
const canSign = ({ protocol, host }: HttpRequest) =>
	protocol === 'https' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);

/** Handles paths under `/juvenile/`. @param signKey empty: signatures are not verified */
export function handleCall(request: HttpRequest, store: Store, signKey: string): HttpResponse {
	const [, path = '', id = ''] = /^(.*?)(?:\/(\d{1,9}))?$/.exec(request.path ?? '') ?? [];
	const call = CALLS[id ? `${path}/{id}` : path];
	if (!call) return json(404, { code: 404, message: 'no such call' });
	const method = path.endsWith('/detail') ? 'GET' : 'POST';
	if (request.method !== method) return methodNotAllowed(method);
	try {
		const fields = new URLSearchParams(request.query);
		if (method === 'POST') {
			if (!isForm(request)) throw new CallError(400, 'a form body is expected');
			for (const [name, value] of new URLSearchParams(request.body.toString())) fields.set(name, value);
		}
		const unsigned = !fields.get('sign') && !canSign(request);
		const code = path.replace(/^\/juvenile\/(api\/)?/, '');
		const packet = readPacket(fields, [code, `${code}/${id}`], unsigned ? '' : signKey);
		const recData = call({ store, packet, fields, id, protocol: request.protocol, host: request.host });
		return json(200, { code: 200, message: 'success', recData });
	} catch (error) {
		if (!(error instanceof CallError)) throw error;
		return json(error.status, { code: error.status, message: error.message });
	}
}
