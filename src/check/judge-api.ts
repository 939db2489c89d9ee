import { OPTIONAL_FIELDS } from '../api/examples.ts';
import type { Config } from '../config.ts';
import { isLive } from '../player/core/source.ts';
import { isUsable } from '../player/core/list-qualities.ts';
import { createRules, inSeconds, listOf, type Result, type Wrong } from './finding.ts';
import { LimitError } from './http-client.ts';
import { judgeHeaders, judgeRetryAfter } from './judge-headers.ts';
import type { ApiFacts, CallFacts } from './look-at-api.ts';
import { DETAIL, judgeCalls } from './judge-calls.ts';
import { isHit } from './judge-page.ts';
import { judgeTexts } from './judge-texts.ts';
import { detailWords } from './page-words.ts';

/** Milliseconds. */
const SLOW = 1_000;
const VERY_SLOW = 3_000;
const MAX_SKEW = 30_000;

/** Judges an API. @param config of the page @param page URL of the page */
export function judgeApi(facts: ApiFacts, config: Config['api'], page: URL, secure: boolean): Result[] {
	const calls = facts.calls.filter(({ failure }) => !(failure instanceof LimitError));
	const signed = !!config.signKey && secure;
	const answered = calls.filter(({ exchange }) => exchange);
	// Headers of a failure follow from it.
	const succeeded = answered.filter(({ error }) => error === undefined);
	const isElsewhere = new URL(facts.base).origin !== page.origin;
	return [
		judgeCalls(calls, signed),
		judgeRetryAfter(answered),
		judgeHeaders(succeeded, isElsewhere ? page.origin : ''),
		judgeTimes(succeeded),
		judgeTexts(succeeded),
		calls.flatMap(judgeFields),
		judgeLive(facts),
		facts.live ? judgeOddRequests(facts, signed) : [],
	].flat();
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
	const contract = 'Send them as src/docs/api.md describes, from the API.';
	expect('field-type', !unreadable, `the fields of ${name} can be read`, [
		`${name}: the page cannot read ${unreadable}, and shows what it shows without.`,
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

/** Judges what is missing, and whether the live can be played. */
function judgeLive({ live, calls }: ApiFacts): Result[] {
	const { results, expect, pass } = createRules('api');
	for (const { name, fields, error } of calls) {
		if (error !== undefined || !fields.length) continue;
		const expected = (field: string) =>
			!OPTIONAL_FIELDS.includes(field) &&
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
			[`${name} lacks ${listOf(missing)}.`, 'Send what src/docs/api.md lists for the call, from the API.'],
			level,
		);
	}
	const listed = live ? [...live.qualities, ...live.playbackQualities] : [];
	const odd = listed.filter((quality) => !isUsable(quality)).map(({ name }, index) => name || `the ${index + 1}. one`);
	if (listed.length) {
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
			isHit(unknownId.exchange)
				? 'Keep /juvenile/ out of the CDN’s cache, which answers this one, or keep the whole query in its key.'
				: 'Answer 404 from the API for a live that does not exist.',
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
