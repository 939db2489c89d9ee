import { methodNotAllowed } from './http/answers.ts';
import type { Answer, Exchange } from './http/exchange.ts';

/** A transparent picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** True for the addresses usage reports go to: `/track`, `/logstores/<name>/track`. */
export const isBeacon = (path: string): boolean => /^(\/logstores\/[\w-]+)?\/track(\.gif|_ua\.gif)?$/.test(path);

/** Takes a usage report; what it said is in the request log. */
export function beaconAnswer(exchange: Exchange): Answer {
	if (!['GET', 'HEAD', 'POST'].includes(exchange.method)) return methodNotAllowed('GET, HEAD, POST');
	return {
		status: 200,
		headers: { 'content-type': 'image/gif', 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
		body: PIXEL,
	};
}
