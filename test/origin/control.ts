import type { Live, NewsItem } from './data/entities.ts';
import type { CommentItem } from './data/store.ts';
import type { Fault } from './faults.ts';
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
	/** `POST /__origin/stream`: freeze stops the media, cache as well, but a new viewer gets what was sent last, as of a server whose encoder is gone; video-off the video alone, resume continues with a keyframe, vanish stops everything as a server that cannot be reached any more, drop closes the viewers and refuses new ones until restart, which closes all connections. */
	stream(name: string, action: StreamAction): Promise<void>;
	/** `POST /__origin/link` `{ kbps, roundTrip }`: the link that all media share, also as files; without `kbps` it is not limited, with 0 nothing gets through. */
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
	/** Number of open requests for a live over HTTP, or for all. */
	readers(name?: string): number;
	/** Names of the streams that are being published. */
	publishers(): string[];
}

/** Operations by their names; the argument is the body of a POST, nothing for a GET. */
const OPERATIONS: Record<string, { method: 'GET' | 'POST'; run(control: Control, body: any): unknown }> = {
	log: { method: 'GET', run: (control) => control.requests() },
	viewers: { method: 'GET', run: (control) => control.streams() },
	fault: { method: 'POST', run: (control, body) => control.setFault(body) },
	live: { method: 'POST', run: (control, body) => control.setLive(body) },
	stream: { method: 'POST', run: (control, { name, action }) => control.stream(name, action) },
	link: { method: 'POST', run: (control, body) => control.setLink('kbps' in body ? body : null) },
	comments: {
		method: 'POST',
		run: (control, { liveId, count, items }) => control.pushComments(liveId, items ?? count),
	},
	news: { method: 'POST', run: (control, { items }) => control.setNews(items) },
	reset: { method: 'POST', run: (control) => control.reset() },
};

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
	const operation = OPERATIONS[(request.path ?? '').slice('/__origin/'.length)];
	if (!operation) return json(404, { code: 404, message: 'no such operation' });
	if (request.method !== operation.method) return methodNotAllowed(operation.method);
	try {
		const body = request.body.length ? JSON.parse(request.body.toString()) : {};
		return json(200, (await operation.run(control, body)) ?? { ok: true });
	} catch (error) {
		return json(400, { code: 400, message: (error as Error).message });
	}
}
