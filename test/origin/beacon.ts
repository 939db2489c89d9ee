import type { HttpRequest } from './http/request.ts';
import { methodNotAllowed } from './http/responses.ts';
import type { HttpResponse } from './http/send-response.ts';

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const VISIT = '/visit';

/** True for the paths of usage reports, `/track`, `/logstores/<name>/track` (spec §7), and of visits. */
export const isBeacon = (path: string): boolean =>
	path === VISIT || /^(\/logstores\/[\w-]+)?\/track(\.gif|_ua\.gif)?$/.test(path);

/** Accepts a usage report; its content is in the request log. */
export function handleBeacon(request: HttpRequest): HttpResponse {
	if (!['GET', 'HEAD', 'POST'].includes(request.method)) return methodNotAllowed('GET, HEAD, POST');
	if (request.path === VISIT) return { status: 204, headers: { 'cache-control': 'no-store' } };
	return {
		status: 200,
		headers: { 'content-type': 'image/gif', 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
		body: PIXEL,
	};
}
