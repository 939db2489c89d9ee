import { json, methodNotAllowed } from '../http/answers.ts';
import type { Answer, Exchange } from '../http/exchange.ts';
import type { State } from '../lives/state.ts';
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
import { Refusal } from './refusal.ts';

interface Call {
	method: 'GET' | 'POST';
	/** Whole path; `{id}` at its end stands for a number. */
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

/** What the answers to calls depend on. */
export interface CallsOptions {
	state: State;
	/** Empty: signatures are not checked. */
	signKey: string;
	/** Codes a deployment has set, by the path after `/juvenile/api/` (or `/juvenile/`), `{id}` included. */
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

/** Every code that may name the call: the configured one alone, else its path, with and without the id. */
function codesOf(call: Call, id: string, configured: Record<string, string>): string[] {
	const name = call.path.replace(/^\/juvenile\/(api\/)?/, '');
	const code = configured[name] ?? configured[name.replace('/{id}', '')];
	if (code) return [code];
	return [...new Set([name.replace('/{id}', ''), name.replace('{id}', id)])];
}

function isForm(exchange: Exchange): boolean {
	return (exchange.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
}

/** Browsers have WebCrypto only on https and on the machine itself; a phone on the same network opens the page on plain http. */
const canSign = ({ protocol, host }: Exchange) =>
	protocol === 'https' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);

/** Answers a path under `/juvenile/`. */
export function callAnswer(exchange: Exchange, { state, signKey, methodCodes }: CallsOptions): Answer {
	const found = findCall(exchange.path ?? '');
	if (!found) return json(404, { code: 404, message: 'no such call' });
	const { call, id } = found;
	if (exchange.method !== call.method) return methodNotAllowed(call.method);
	try {
		const fields = new URLSearchParams(exchange.query);
		if (call.method === 'POST') {
			if (!isForm(exchange)) throw new Refusal(400, 'a form body is expected');
			for (const [name, value] of new URLSearchParams(exchange.body.toString())) fields.set(name, value);
		}
		const unsigned = !fields.get('sign') && !canSign(exchange);
		const packet = readPacket(fields, codesOf(call, id, methodCodes), unsigned ? '' : signKey);
		const recData = call.handle({ state, packet, fields, id, protocol: exchange.protocol, host: exchange.host });
		return json(200, { code: 200, message: 'success', recData });
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return json(error.status, { code: error.status, message: error.message });
	}
}
