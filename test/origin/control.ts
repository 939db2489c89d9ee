import { isFault, type Fault } from './faults.ts';
import { json, methodNotAllowed } from './http/answers.ts';
import type { Answer, Exchange } from './http/exchange.ts';
import type { Live, NewsItem } from './lives/entities.ts';
import type { CommentItem } from './lives/state.ts';
import type { RequestRecord } from './request-log.ts';
import type { StreamCounts } from './rtc/hub.ts';
import type { StreamAction } from './rtc/stream.ts';

/** What tests can do to an origin, from inside the process or through `/__origin`. */
export interface Control {
	/** `GET /__origin/log`: every request seen, oldest first, without those to `/__origin`. */
	requests(): RequestRecord[];
	/** `POST /__origin/fault` */
	setFault(fault: Fault): void;
	/** `POST /__origin/live`: merges fields into a live and answers with it; `{origin}` and `{host}` in texts are filled in when asked for. */
	setLive(fields: Partial<Live> & { id: string | number }): Live;
	/** `POST /__origin/stream`: freeze sends nothing on, resume goes on with a keyframe, drop closes viewers and refuses new ones until restart, which closes everybody. */
	stream(name: string, action: StreamAction): Promise<void>;
	/** `POST /__origin/comments`: adds made comments (a number), or these, the last one newest. */
	pushComments(liveId: string | number, comments: number | CommentItem[]): void;
	/** `POST /__origin/news`: replaces the news. */
	setNews(items: NewsItem[]): void;
	/** `POST /__origin/reset`: everything as at the start; viewers and publishers are closed. */
	reset(): Promise<void>;
	/** `GET /__origin/viewers` */
	streams(): StreamCounts;
	/** Connections that watch a stream, or all streams. */
	viewers(name?: string): number;
	/** Names of the streams somebody publishes. */
	publishers(): string[];
}

const ACTIONS: StreamAction[] = ['freeze', 'resume', 'drop', 'restart'];

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Carries out a POST. @returns the answer's value; undefined when the body is not as described */
async function carryOut(operation: string, body: Body, control: Control): Promise<unknown> {
	switch (operation) {
		case 'fault':
			if (!isFault(body)) return undefined;
			control.setFault(body);
			return { ok: true };
		case 'live':
			if (!isId(body['id'])) return undefined;
			return control.setLive(body as Partial<Live> & { id: string });
		case 'stream':
			if (typeof body['name'] !== 'string' || !ACTIONS.includes(body['action'] as StreamAction)) return undefined;
			await control.stream(body['name'], body['action'] as StreamAction);
			return { ok: true };
		case 'comments': {
			const { liveId, count, items } = body;
			if (!isId(liveId) || (typeof count !== 'number' && !Array.isArray(items))) return undefined;
			control.pushComments(liveId, Array.isArray(items) ? (items as CommentItem[]) : (count as number));
			return { ok: true };
		}
		case 'news':
			if (!Array.isArray(body['items'])) return undefined;
			control.setNews(body['items'] as NewsItem[]);
			return { ok: true };
		default:
			await control.reset();
			return { ok: true };
	}
}

const OPERATIONS = ['fault', 'live', 'stream', 'comments', 'news', 'reset'];

/** Answers a path under `/__origin/`, to this machine only. */
export async function controlAnswer(exchange: Exchange, control: Control): Promise<Answer> {
	if (!exchange.loopback) return json(403, { code: 403, message: 'this machine only' });
	const operation = (exchange.path ?? '').slice('/__origin/'.length);
	if (operation === 'log' || operation === 'viewers') {
		if (exchange.method !== 'GET') return methodNotAllowed('GET');
		return json(200, operation === 'log' ? control.requests() : control.streams());
	}
	if (!OPERATIONS.includes(operation)) return json(404, { code: 404, message: 'no such operation' });
	if (exchange.method !== 'POST') return methodNotAllowed('POST');
	let body: unknown = {};
	try {
		if (exchange.body.length > 0) body = JSON.parse(exchange.body.toString());
	} catch {
		return json(400, { code: 400, message: 'body is not JSON' });
	}
	const result = isObject(body) ? await carryOut(operation, body, control) : undefined;
	return result === undefined
		? json(400, { code: 400, message: `body is not what ${operation} takes` })
		: json(200, result);
}
