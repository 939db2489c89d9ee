import { readRefusal } from '../api/explain.ts';
import { listOf, type Rules } from './finding.ts';
import type { CallFacts } from './look-at-api.ts';

/** Whether a header that has one value came twice, which HTTP joins by commas. */
export const isRepeated = (value: string): boolean => value.includes(',');

/** The change where a header came twice. */
export const SEND_ONCE = 'Send it once: either from the server or from the proxy before it.';

/** Judges headers of answers. @param origin of the page; empty: the API is on its host */
export function judgeHeaders(rules: Rules, calls: CallFacts[], origin: string): void {
	const { expect, note } = rules;
	const without = (fits: (headers: Record<string, string>) => boolean) =>
		listOf(calls.filter(({ exchange }) => !fits(exchange!.headers)).map(({ name }) => name));
	const stored = without((headers) => /no-store/.test(headers['cache-control'] ?? ''));
	expect('no-store', !stored, 'answers are kept by nobody', [
		`Cache-Control: no-store is missing in the answers to ${stored}, so a cache may give one visitor another's.`,
		'Send Cache-Control: no-store with every answer of the API.',
	]);
	const undated = without(({ date }) => Number.isFinite(Date.parse(date ?? '')));
	expect('date', !undated, 'answers have a Date', [
		`The answers to ${undated} have no Date, so packets carry the time of the phone.`,
		'Send Date with every answer of the API.',
	]);
	if (!origin) return;
	judgeOrigin(rules, calls, origin);
	const exposed = (fits: (listed: string[]) => boolean) =>
		without((headers) => fits((headers['access-control-expose-headers'] ?? '').toLowerCase().split(/\s*,\s*/)));
	const names = ['date', 'retry-after'];
	const hidden = exposed((listed) => listed.includes('*') || names.every((name) => listed.includes(name)));
	const fix = 'Send Access-Control-Expose-Headers: Date, Retry-After from the API.';
	expect('cors-expose', !hidden, 'the page may read the clock of the API', [
		`Access-Control-Expose-Headers of ${hidden} does not list Date and Retry-After, so packets carry the time of the phone.`,
		fix,
	]);
	const anything = exposed((listed) => !listed.includes('*'));
	if (anything)
		note('cors-expose', [
			`Access-Control-Expose-Headers of ${anything} is *, which old browsers (Chrome 63) ignore.`,
			fix,
		]);
}

/** Judges whether browsers let the page read the answers. */
function judgeOrigin({ expect, fault }: Rules, calls: CallFacts[], origin: string): void {
	const allowed = (fits: (value: string) => boolean) =>
		listOf(
			calls
				.filter(({ exchange }) => fits(exchange!.headers['access-control-allow-origin'] ?? ''))
				.map(({ name }) => name),
		);
	const repeated = allowed(isRepeated);
	if (repeated)
		return fault('cors-twice', [
			`Access-Control-Allow-Origin of ${repeated} is sent twice, which browsers refuse.`,
			SEND_ONCE,
		]);
	const closed = allowed((value) => !['*', origin].includes(value));
	expect('cors-origin', !closed, 'the page may read the API of another host', [
		`Browsers hide the answers to ${closed} from ${origin}: Access-Control-Allow-Origin does not name it.`,
		'Send Access-Control-Allow-Origin with the page’s origin, or *, from the API.',
	]);
}

/** Judges whether an overloaded API spreads those who come back. */
export function judgeRetryAfter({ advise }: Rules, calls: CallFacts[]): void {
	// A proxy's own 503 says that it reaches nobody.
	const busy = calls.filter(
		({ exchange }) => exchange!.status === 429 || (exchange!.status === 503 && readRefusal(exchange!.body.toString())),
	);
	const impatient = busy.filter(({ exchange }) => !exchange!.headers['retry-after']);
	if (busy.length)
		advise('retry-after', !impatient.length, 'an overloaded API says when to come back', [
			`${listOf(impatient.map(({ name }) => name))} is answered with status ${impatient[0]?.exchange!.status} without Retry-After, so viewers come back at once.`,
			'Send Retry-After with 429 and 503.',
		]);
}
