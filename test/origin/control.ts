import type { Live, NewsItem } from './data/entities.ts';
import type { CommentItem } from './data/store.ts';
import { isFault, type Fault } from './faults.ts';
import type { HttpRequest } from './http/request.ts';
import { json, methodNotAllowed } from './http/responses.ts';
import type { HttpResponse } from './http/send-response.ts';
import type { RequestRecord } from './request-log.ts';
import type { StreamCounts } from './rtc/media-server.ts';
import type { MediaLinkLimits } from './rtc/media-link.ts';
import type { StreamAction } from './rtc/stream.ts';

/** Control of an origin, in the same process or through `/__origin`. */
export interface Control {
	/** `GET /__origin/log`: all requests, oldest first, except those to `/__origin`. */
	requests(): RequestRecord[];
	/** `POST /__origin/fault` */
	setFault(fault: Fault): void;
	/** `POST /__origin/live`: merges fields into a live and returns it; `{origin}` and `{host}` in texts are replaced in each response. */
	setLive(fields: Partial<Live> & { id: string | number }): Live;
	/** `POST /__origin/stream`: freeze stops the media, video-off the video alone, resume continues with a keyframe, vanish stops everything as a server that cannot be reached any more, drop closes the viewers and refuses new ones until restart, which closes all connections. */
	stream(name: string, action: StreamAction): Promise<void>;
	/** `POST /__origin/link` `{ kbps, roundTrip }`: the link that all media share; without `kbps` it is not limited. */
	setLink(limits: MediaLinkLimits | null): void;
	/** `POST /__origin/comments`: adds a number of generated comments, or the given ones, the last one being the newest. */
	pushComments(liveId: string | number, comments: number | CommentItem[]): void;
	/** `POST /__origin/news`: replaces the news. */
	setNews(items: NewsItem[]): void;
	/** `POST /__origin/reset`: restores the initial data, removes faults, clears the log and closes viewers and publishers. */
	reset(): Promise<void>;
	/** `GET /__origin/viewers` */
	streams(): StreamCounts;
	/** Number of connected viewers of a stream, or of all streams. */
	viewers(name?: string): number;
	/** Names of the streams that are being published. */
	publishers(): string[];
}

const STREAM_ACTIONS: StreamAction[] = ['freeze', 'video-off', 'resume', 'vanish', 'drop', 'restart'];

/** Operations that are requested by POST. */
const OPERATIONS = ['fault', 'live', 'stream', 'link', 'comments', 'news', 'reset'];

type Body = Record<string, unknown>;

const isObject = (value: unknown): value is Body =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Runs an operation. @returns the value to respond with; undefined when the body is invalid */
async function runOperation(operation: string, body: Body, control: Control): Promise<unknown> {
	switch (operation) {
		case 'fault':
			if (!isFault(body)) return undefined;
			control.setFault(body);
			return { ok: true };
		case 'live':
			if (!isId(body['id'])) return undefined;
			return control.setLive(body as Partial<Live> & { id: string });
		case 'stream':
			if (typeof body['name'] !== 'string' || !STREAM_ACTIONS.includes(body['action'] as StreamAction))
				return undefined;
			await control.stream(body['name'], body['action'] as StreamAction);
			return { ok: true };
		case 'link': {
			const { kbps, roundTrip = 0 } = body;
			if (kbps === undefined) control.setLink(null);
			else if (typeof kbps === 'number' && kbps > 0 && typeof roundTrip === 'number')
				control.setLink({ kbps, roundTrip });
			else return undefined;
			return { ok: true };
		}
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

/**
 * Whether a request comes from a tool or from the origin's own pages, not from a foreign site in a developer's browser.
 * The host is checked as well: the name of a foreign site may resolve to this machine.
 */
function isOwn({ headers, host, protocol }: HttpRequest): boolean {
	const { origin, 'sec-fetch-site': site = 'none' } = headers;
	return (
		/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host) &&
		(origin === undefined || origin === `${protocol}://${host}`) &&
		(site === 'none' || site === 'same-origin')
	);
}

/** Handles paths under `/__origin/`, for requests from this machine only, and from no foreign site in its browsers. */
export async function handleControl(request: HttpRequest, control: Control): Promise<HttpResponse> {
	if (!request.loopback) return json(403, { code: 403, message: 'this machine only' });
	if (!isOwn(request)) return json(403, { code: 403, message: 'tools and the own pages only' });
	const operation = (request.path ?? '').slice('/__origin/'.length);
	if (operation === 'log' || operation === 'viewers') {
		if (request.method !== 'GET') return methodNotAllowed('GET');
		return json(200, operation === 'log' ? control.requests() : control.streams());
	}
	if (!OPERATIONS.includes(operation)) return json(404, { code: 404, message: 'no such operation' });
	if (request.method !== 'POST') return methodNotAllowed('POST');
	let body: unknown = {};
	try {
		if (request.body.length > 0) body = JSON.parse(request.body.toString());
	} catch {
		return json(400, { code: 400, message: 'body is not JSON' });
	}
	const result = isObject(body) ? await runOperation(operation, body, control) : undefined;
	return result === undefined
		? json(400, { code: 400, message: `body is not what ${operation} takes` })
		: json(200, result);
}
