import { readRefusal } from '../api/explain.ts';
import { listOf, type Rules } from './finding.ts';
import type { Exchange } from './http-client.ts';

/** The change where a header came twice. */
export const SEND_ONCE = 'Send it once: either from the server or from the proxy before it.';

/** Whether a host limits requests, or is overloaded. */
export const isBusy = ({ status }: Exchange): boolean => status === 429 || status === 503;

/** The change where a host limits requests. */
export const RAISE_LIMIT =
	'Raise its limit of requests, which counts viewers behind one address as one (nginx: limit_req with burst and nodelay, limit_req_status 429).';

/** An answer, and what it answers. */
export interface Answer {
	name: string;
	exchange: Exchange;
}

/** Whether a header lists a name, or all. @param name in lower case */
export const lists = (header = '', name: string): boolean =>
	header.split(',').some((one) => ['*', name].includes(one.trim().toLowerCase()));

/** Names of the answers with such a header. */
const namesOf = (answers: Answer[], header: string, fits: (value: string) => boolean): string =>
	listOf(answers.filter(({ exchange }) => fits(exchange.headers[header] ?? '')).map(({ name }) => name));

/** Judges headers of answers of the API. @param origin of the page; empty: the API is on its host */
export function judgeHeaders(rules: Rules, answers: Answer[], origin: string): void {
	const { expect, note } = rules;
	const stored = namesOf(answers, 'cache-control', (value) => !/no-store/.test(value));
	expect('no-store', !stored, 'answers are kept by nobody', [
		`Cache-Control: no-store is missing in the answers to ${stored}, so a cache may give one visitor another's.`,
		'Send Cache-Control: no-store with every answer of the API.',
	]);
	const undated = namesOf(answers, 'date', (value) => !Date.parse(value));
	expect('date', !undated, 'answers have a Date', [
		`The answers to ${undated} have no Date, so packets carry the time of the phone.`,
		'Send Date with every answer of the API.',
	]);
	if (!origin) return;
	judgeOrigin(rules, ['cors-origin', 'cors-twice'], answers, origin, 'the API');
	const exposed = 'access-control-expose-headers';
	const hidden = namesOf(answers, exposed, (value) => !lists(value, 'date') || !lists(value, 'retry-after'));
	const fix = 'Send Access-Control-Expose-Headers: Date, Retry-After from the API.';
	expect('cors-expose', !hidden, 'the page may read the clock of the API', [
		`Access-Control-Expose-Headers of ${hidden} does not list Date and Retry-After, so packets carry the time of the phone.`,
		fix,
	]);
	const anything = namesOf(answers, exposed, (value) => lists(value, '*'));
	if (anything)
		note('cors-expose', [
			`Access-Control-Expose-Headers of ${anything} is *, which old browsers (Chrome 63) ignore.`,
			fix,
		]);
}

/** Judges whether browsers let the page read answers of another host. @param ids where it does not, and where the header came twice */
export function judgeOrigin(
	{ expect, fault }: Rules,
	[id, ofTwice]: [string, string],
	answers: Answer[],
	origin: string,
	host: string,
): void {
	const header = 'access-control-allow-origin';
	// HTTP joins by commas what came twice.
	const repeated = namesOf(answers, header, (value) => value.includes(','));
	if (repeated)
		return fault(ofTwice, [
			`Access-Control-Allow-Origin of the answers to ${repeated} is sent twice, which browsers refuse.`,
			SEND_ONCE,
		]);
	const closed = namesOf(answers, header, (value) => !['*', origin].includes(value));
	expect(id, !closed, `the page may read answers of ${host}`, [
		`Browsers hide the answers to ${closed} from ${origin}: Access-Control-Allow-Origin does not name it.`,
		`Send Access-Control-Allow-Origin with the page’s origin, or *, from ${host}.`,
	]);
}

/** Judges whether an overloaded API spreads those who come back. */
export function judgeRetryAfter({ advise }: Rules, answers: Answer[]): void {
	// A proxy's own 503 says that it reaches nobody.
	const busy = answers.filter(
		({ exchange }) => isBusy(exchange) && (exchange.status === 429 || readRefusal(exchange.body.toString())),
	);
	const impatient = busy.filter(({ exchange }) => !exchange.headers['retry-after']);
	if (busy.length)
		advise('retry-after', !impatient.length, 'an overloaded API says when to come back', [
			`${listOf(impatient.map(({ name }) => name))} is answered with status ${impatient[0]?.exchange.status} without Retry-After, so viewers come back at once.`,
			'Send Retry-After with 429 and 503.',
		]);
}
