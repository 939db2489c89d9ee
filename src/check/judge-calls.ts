import { readRefusal } from '../api/explain.ts';
import { inSeconds, listOf, type Rules } from './finding.ts';
import type { Exchange } from './http-client.ts';
import { RAISE_LIMIT } from './judge-headers.ts';
import type { CallFacts } from './look-at-api.ts';
import { detailWords, missingWords } from './page-words.ts';

/** The call that the page cannot do without. */
export const DETAIL = 'live/detail';
/** The call of which the page shows nothing where it fails. */
const TOTAL = 'stream/chat/findByPage/with/video';

/** The server's own words, if the answer has some. */
function wordsOf(exchange: Exchange): string {
	try {
		const { message, msg } = JSON.parse(exchange.body.toString());
		const words = message || msg;
		return typeof words === 'string' && words ? ` (“${words.slice(0, 100)}”)` : '';
	} catch {
		return '';
	}
}

/** Statuses of a proxy that gets no answer. */
export const isGatewayStatus = (status: number): boolean => [502, 503, 504].includes(status);

/** What to try first where the detail call, which has a query, is refused. */
const FIRST: Record<number, string> = {
	400: 'Let CDN and proxy pass the whole query on, which has sign and packet',
	404: 'Name the id of a live that exists',
};

/** Why a call fails, as the end of a sentence, and what to change. */
function failureOf(
	{ exchange, error, failure, isText }: CallFacts,
	signed: boolean,
	othersAnswer: boolean,
): [id: string, what: string, fix: string] {
	const route = 'Route /juvenile/ on the page’s host to the API (nginx: proxy_pass without a path), or set api.base.';
	if (!exchange) return ['api-unreachable', `no answer, ${(failure ?? (error as Error)).message}`, route];
	const { status, headers } = exchange;
	const words = wordsOf(exchange);
	const isHtml = /html/.test(headers['content-type'] ?? '') || /^\s*</.test(exchange.body.toString());
	if ([401, 403, 405, 406, 412, 418, 429].includes(status) && isHtml)
		return [
			'api-firewall',
			`status ${status} with HTML, so it is not from the API`,
			status === 405
				? 'Let what is before the API (a static host, CDN or proxy) pass POST on: route /juvenile/ to the API with all methods.'
				: 'Let the firewall or CDN before the API pass /juvenile/ on, with POST, form text and the whole query.',
		];
	if ((status === 401 || status === 403) && signed)
		return [
			'signature',
			`a right signature is refused with status ${status}${words}`,
			othersAnswer && exchange.method === 'GET'
				? 'Pass the whole query on: other calls are taken, so a CDN or proxy leaves sign and packet out of this one.'
				: 'Compute HMAC-SHA-256 over exactly the text of packet, once form-decoded, with api.signKey, in lower-case hex.',
		];
	if (isText)
		return [
			'api-text',
			'recData is a text that holds JSON',
			'Put the object itself into recData, without encoding it once more.',
		];
	if (status >= 300 && status < 400)
		return ['api-redirect', `a redirect to ${headers.location}`, 'Set api.base to the final address.'];
	if (status === 404 && !/json/.test(headers['content-type'] ?? ''))
		return ['api-route', 'status 404, and not from the API', route];
	if (status === 503 && othersAnswer && isHtml)
		return ['api-limit', 'status 503 of a proxy, while it passes other calls on', RAISE_LIMIT];
	if (isGatewayStatus(status) && !readRefusal(exchange.body.toString()))
		return [
			'api-gateway',
			`status ${status} of a proxy that gets no answer`,
			'Start the API, or correct its address in the proxy before it, whose log has the reason ($upstream_addr, $upstream_status).',
		];
	if (status === 415)
		return [
			'api-form',
			`status 415${words}`,
			'Read bodies of application/x-www-form-urlencoded in the API: the page sends form text, no JSON.',
		];
	if ((status === 401 || status === 403) && !othersAnswer)
		return [
			'api-status',
			`status ${status}${words}`,
			'Set api.signKey in the file of --config where the API checks signatures, build and upload again; else its log has the reason.',
		];
	if (status < 200 || status > 299)
		return [
			'api-status',
			`status ${status}${words}`,
			`${FIRST[status] && exchange.method === 'GET' ? `${FIRST[status]}, or correct` : 'Correct'} the call in the API; its log has the reason.`,
		];
	if ((error as Error).name === 'SyntaxError')
		return ['api-json', 'an answer that is no JSON', `Answer JSON from the API. ${route}`];
	const { message } = error as Error;
	return [
		'api-recdata',
		`${message}${words}`,
		'Put the result into recData, as src/docs/api.md shows; refuse by a status of 4xx, or set api.okCodes.',
	];
}

/** Judges whether calls succeed; those that fail alike share a finding. */
export function judgeCalls({ pass, fault }: Rules, calls: CallFacts[], signed: boolean): void {
	const failures = new Map<string, { names: string[]; first: CallFacts; failure: ReturnType<typeof failureOf> }>();
	const othersAnswer = calls.some(({ error }) => error === undefined);
	for (const call of calls) {
		if (call.error === undefined && !call.isText) {
			pass('call', `${call.name} is answered in ${inSeconds(call.exchange!.ms)}`);
			continue;
		}
		const failure = failureOf(call, signed, othersAnswer);
		const same = failures.get(failure.join()) ?? { names: [], first: call, failure };
		same.names.push(call.name);
		failures.set(failure.join(), same);
	}
	for (const { names, first, failure } of failures.values()) {
		const [id, what, fix] = failure;
		const said =
			first.name === DETAIL
				? detailWords(first.error)
				: first.name === TOTAL
					? 'the page shows no total'
					: missingWords(first.error);
		fault(id, [`${listOf(names)}: ${what}; ${said}.`, fix]);
	}
}
