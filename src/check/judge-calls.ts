import { readRefusal } from '../api/explain.ts';
import { createRules, inSeconds, listOf, type Result } from './finding.ts';
import type { Exchange } from './http-client.ts';
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

/** Why a call fails, as the end of a sentence, and what to change. */
function failureOf(
	{ exchange, error, failure, isText }: CallFacts,
	signed: boolean,
): [id: string, what: string, fix: string] {
	const route = 'Route /juvenile/ on the page’s host to the API, or set api.base.';
	if (!exchange) return ['api-unreachable', `no answer, ${(failure ?? (error as Error)).message}`, route];
	const { status, headers } = exchange;
	const words = wordsOf(exchange);
	if ((status === 401 || status === 403) && signed)
		return [
			'signature',
			`a right signature is refused with status ${status}${words}`,
			'Compute HMAC-SHA-256 over exactly the text of packet, once form-decoded, with api.signKey, in lower-case hex.',
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
	if (isGatewayStatus(status) && !readRefusal(exchange.body.toString()))
		return [
			'api-gateway',
			`status ${status} of a proxy that gets no answer`,
			'Start the API, or correct its address in the proxy before it, whose error log has the reason.',
		];
	if (status === 415)
		return [
			'api-form',
			`status 415${words}`,
			'Read bodies of application/x-www-form-urlencoded in the API: the page sends form text, no JSON.',
		];
	if (status < 200 || status > 299)
		return ['api-status', `status ${status}${words}`, 'Correct the call in the API; its log has the reason.'];
	if ((error as Error).name === 'SyntaxError')
		return ['api-json', 'an answer that is no JSON', `Answer JSON from the API. ${route}`];
	const { message } = error as Error;
	return ['api-recdata', `${message}${words}`, 'Put the result into recData, as src/docs/api.md shows.'];
}

/** Judges whether calls succeed; those that fail alike share a finding. */
export function judgeCalls(calls: CallFacts[], signed: boolean): Result[] {
	const { results, pass, fault } = createRules('api');
	const failures = new Map<string, { names: string[]; first: CallFacts; failure: ReturnType<typeof failureOf> }>();
	for (const call of calls) {
		if (call.error === undefined && !call.isText) {
			pass('call', `${call.name} is answered in ${inSeconds(call.exchange!.ms)}`);
			continue;
		}
		const failure = failureOf(call, signed);
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
		fault(id, `${listOf(names)}: ${what}; ${said}.`, fix);
	}
	return results;
}
