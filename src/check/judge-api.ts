import type { Config } from '../config.ts';
import { isLive } from '../player/core/source.ts';
import { isUsable } from '../player/core/list-qualities.ts';
import { createRules, inSeconds, listOf, type Result, type Wrong } from './finding.ts';
import type { Exchange } from './http-client.ts';
import type { ApiFacts, CallFacts } from './look-at-api.ts';
import { detailWords, missingWords } from './page-words.ts';

/** Milliseconds. */
const SLOW = 1_000;
const VERY_SLOW = 3_000;
const MAX_SKEW = 30_000;

const DETAIL = 'live/detail';

/** The server's own words, if the answer has some. */
function wordsOf(exchange: Exchange | undefined): string {
	try {
		const { message, msg } = JSON.parse(exchange!.body.toString());
		const words = message || msg;
		return typeof words === 'string' && words ? ` (“${words.slice(0, 100)}”)` : '';
	} catch {
		return '';
	}
}

/** Why a call fails, and what to change. */
function failureOf(call: CallFacts, signed: boolean): [id: string, ...Wrong] {
	const { name, exchange, error } = call;
	const said = name === DETAIL ? detailWords(error) : missingWords(error);
	if (!exchange)
		return [
			'api-unreachable',
			`${name} has no answer: ${(error as Error).message}; ${said}.`,
			'Route /juvenile/ to the API, or set api.base.',
		];
	const { status, headers } = exchange;
	const words = wordsOf(exchange);
	if ((status === 401 || status === 403) && signed)
		return [
			'signature',
			`${name} refuses a right signature with status ${status}${words}; ${said}.`,
			'Compute HMAC-SHA-256 over exactly the text of packet, once form-decoded, with api.signKey, in lower-case hex.',
		];
	if (status >= 300 && status < 400)
		return ['api-redirect', `${name} redirects to ${headers.location}; ${said}.`, 'Set api.base to the final address.'];
	if (status === 404 && !/json/.test(headers['content-type'] ?? ''))
		return [
			'api-route',
			`${name} is answered with status 404, not by the API; ${said}.`,
			'Route /juvenile/ on that host to the API, or set api.base.',
		];
	if (status < 200 || status > 299)
		return [
			'api-status',
			`${name} is answered with status ${status}${words}; ${said}.`,
			'Correct the call in the API; its log has the reason.',
		];
	if ((error as Error).name === 'SyntaxError')
		return [
			'api-json',
			`${name} is answered with something other than JSON; ${said}.`,
			'Answer JSON from the API, and route /juvenile/ to it.',
		];
	return [
		'api-recdata',
		`${name} fails: ${(error as Error).message}${words}; ${said}.`,
		'Put the result into recData, as src/README.md shows.',
	];
}

/** Judges an API. @param config of the page @param page URL of the page */
export function judgeApi(facts: ApiFacts, config: Config['api'], page: URL, secure: boolean): Result[] {
	const rules = createRules('api');
	const { calls } = facts;
	const signed = !!config.signKey && secure;
	for (const call of calls)
		if (call.error === undefined) rules.pass('call', `${call.name} is answered in ${inSeconds(call.exchange!.ms)}`);
		else rules.fault(...failureOf(call, signed));
	const answered = calls.filter(({ exchange }) => exchange);
	const isElsewhere = new URL(facts.base).origin !== page.origin;
	return [
		rules.results,
		judgeHeaders(answered, isElsewhere ? page.origin : ''),
		judgeTimes(answered),
		calls.flatMap(judgeFields),
		judgeLive(facts),
		judgeOddRequests(facts, signed),
	].flat();
}

/** @param origin of the page; empty: the API is on its host */
function judgeHeaders(calls: CallFacts[], origin: string): Result[] {
	const { results, expect } = createRules('api');
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
	const impatient = calls.filter(
		({ exchange }) => [429, 503].includes(exchange!.status) && !exchange!.headers['retry-after'],
	);
	if (calls.some(({ exchange }) => [429, 503].includes(exchange!.status)))
		expect(
			'retry-after',
			!impatient.length,
			'an overloaded API says when to come back',
			[
				`${listOf(impatient.map(({ name }) => name))} is answered with status ${impatient[0]?.exchange!.status} without Retry-After, so viewers come back at once.`,
				'Send Retry-After with 429 and 503.',
			],
			'note',
		);
	if (!origin) return results;
	const closed = without((headers) => ['*', origin].includes(headers['access-control-allow-origin'] ?? ''));
	expect('cors-origin', !closed, 'the page may read the API of another host', [
		`Browsers hide the answers to ${closed} from ${origin}: Access-Control-Allow-Origin does not name it.`,
		'Send Access-Control-Allow-Origin with the page’s origin, or *, from the API.',
	]);
	const exposes = (value = '') =>
		['date', 'retry-after'].every((name) =>
			value
				.toLowerCase()
				.split(/\s*,\s*/)
				.includes(name),
		);
	const hidden = without((headers) => exposes(headers['access-control-expose-headers']));
	expect('cors-expose', !hidden, 'the page may read the clock of the API', [
		`Access-Control-Expose-Headers of ${hidden} does not list Date and Retry-After, so packets carry the time of the phone.`,
		'Send Access-Control-Expose-Headers: Date, Retry-After from the API.',
	]);
	return results;
}

function judgeTimes(calls: CallFacts[]): Result[] {
	const { results, expect, pass } = createRules('api');
	for (const { name, exchange } of calls) {
		const { ms, headers, at } = exchange!;
		const wrong: Wrong = [
			`${name} takes ${inSeconds(ms)} to answer.`,
			'Make it quicker in the API, such as by a cache of its own.',
		];
		if (ms > SLOW) expect('slow', false, '', wrong, ms > VERY_SLOW ? 'fault' : 'note');
		const skew = Date.parse(headers.date ?? '') - at;
		if (name !== DETAIL || !Number.isFinite(skew)) continue;
		if (Math.abs(skew) < MAX_SKEW) pass('clock', 'the clock of the API is that of this machine');
		else
			expect(
				'clock',
				false,
				'',
				[
					`The clock of the API is ${inSeconds(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} that of this machine.`,
					'Set the clock of the API’s server by NTP.',
				],
				'note',
			);
	}
	return results;
}

function judgeFields({ name, fields, error }: CallFacts): Result[] {
	const { results, expect } = createRules('api');
	if (error !== undefined || !fields.length) return results;
	const all = (kind: keyof CallFacts['fields'][0]) => listOf([...new Set(fields.flatMap((facts) => facts[kind]))]);
	const [unreadable, cut] = [all('unreadable'), all('cut')];
	const contract = 'Send them as src/README.md describes, from the API.';
	expect('field-type', !unreadable, `the fields of ${name} can be read`, [
		`${name}: ${unreadable} cannot be read, and count as missing.`,
		contract,
	]);
	expect(
		'field-cut',
		!cut,
		`no text of ${name} is cut`,
		[`${name}: ${cut} is longer than the page shows, and is cut.`, 'Shorten it where it is written.'],
		'note',
	);
	return results;
}

/** Fields that may well be missing. */
const OPTIONAL = ['qualities', 'nickname', 'videoPic', 'posPic', 'summary', 'inviteCode'];

/** Judges what is missing, and whether the live can be played. */
function judgeLive({ live, calls }: ApiFacts): Result[] {
	const { results, expect, pass } = createRules('api');
	for (const { name, fields, error } of calls) {
		if (error !== undefined || !fields.length) continue;
		const expected = (field: string) =>
			!OPTIONAL.includes(field) &&
			(field !== 'originRts' || !live || isLive(live.status)) &&
			(field !== 'playbackUrl' || !live || live.status === 3);
		// In all records: one may well lack what another has.
		const missing = [...new Set(fields.flatMap((facts) => facts.missing))]
			.filter((field) => fields.every((facts) => facts.missing.includes(field) || !facts.read.includes(field)))
			.filter(expected);
		const level = missing.some((field) => /^(originRts|playbackUrl|liveCommentList)$/.test(field)) ? 'fault' : 'note';
		expect(
			'field-missing',
			!missing.length,
			`${name} has its fields`,
			[`${name} lacks ${listOf(missing)}.`, 'Send what src/README.md lists for the call, from the API.'],
			level,
		);
	}
	const odd = (live?.qualities ?? [])
		.filter((quality) => !isUsable(quality))
		.map(({ name }, index) => name || `the ${index + 1}. one`);
	if (live?.qualities.length) {
		if (odd.length)
			expect('qualities', false, '', [
				`Qualities without name, kbps or url are left out: ${listOf(odd)}.`,
				'Give each quality of live/detail all three.',
			]);
		else pass('qualities', 'every quality can be used');
	}
	return results;
}

/** Judges the answers to a wrong signature, an unknown id and none. */
function judgeOddRequests({ wrongSign, unknownId, missingId }: ApiFacts, signed: boolean): Result[] {
	const { results, expect } = createRules('api');
	if (signed && wrongSign?.exchange)
		expect(
			'sign-unchecked',
			!wrongSign.value,
			'a wrong signature is refused',
			[
				'live/detail takes a wrong signature.',
				'Compare sign with the HMAC of packet in the API, or leave api.signKey empty.',
			],
			'note',
		);
	const statusOf = (observed: ApiFacts['unknownId']) => observed?.exchange?.status;
	if (unknownId?.exchange) {
		const answer = unknownId.value ? 'a live' : `status ${statusOf(unknownId)}, so ${detailWords(unknownId.error)}`;
		expect('unknown-id', statusOf(unknownId) === 404, 'an unknown live is answered with 404', [
			`live/detail answers an unknown id with ${answer}.`,
			'Answer 404 from the API for a live that does not exist.',
		]);
	}
	if (missingId?.exchange)
		expect(
			'missing-id',
			/^4/.test(`${statusOf(missingId)}`),
			'a missing id is refused',
			[`live/detail answers a missing id with status ${statusOf(missingId)}.`, 'Answer 400 or 404 from the API.'],
			'note',
		);
	return results;
}
