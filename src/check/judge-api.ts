import type { Visit } from '../visit/visit.ts';
import { OPTIONAL_FIELDS } from '../api/examples.ts';
import type { Comment } from '../api/comments.ts';
import type { Live } from '../api/complete-live.ts';
import type { Config } from '../config.ts';
import { isLive } from '../player/core/source.ts';
import { isUsable } from '../player/core/list-qualities.ts';
import { inSeconds, listOf, type Rules } from './finding.ts';
import { LimitError } from './http-client.ts';
import { type Answer, judgeHeaders, judgeRetryAfter } from './judge-headers.ts';
import { type ApiFacts, type CallFacts, createPageCalls, type PageCalls } from './look-at-api.ts';
import type { PageGlobals } from './page-globals.ts';
import { DETAIL, judgeCalls } from './judge-calls.ts';
import { isHit } from './files.ts';
import { judgeTexts } from './judge-texts.ts';
import { detailWords } from './page-words.ts';

/** Milliseconds. */
const SLOW = 1_000;
const VERY_SLOW = 3_000;
const MAX_SKEW = 30_000;
/** Bytes as sent. */
const LARGE_DETAIL = 50_000;

/** Judges an API. @param config of the page @param page URL of the page @param signed calls have a signature */
export function judgeApi(rules: Rules, facts: ApiFacts, config: Config['api'], page: URL, signed: boolean): void {
	const calls = facts.calls.filter(({ failure }) => !(failure instanceof LimitError));
	const answersOf = (some: CallFacts[]) => some.flatMap(({ name, exchange }) => (exchange ? [{ name, exchange }] : []));
	const succeeded = calls.filter(({ error }) => error === undefined);
	// Headers of a failure follow from it.
	const answers = answersOf(succeeded);
	rules.expect('api-https', page.protocol === 'http:' || /^https:/.test(config.base), 'calls go as the page came', [
		'api.base begins with http:, which browsers refuse on an https page.',
		'Set api.base to the https URL in the file of --config, build and upload again.',
	]);
	judgeCalls(rules, calls, signed);
	judgeRetryAfter(rules, answersOf(calls));
	judgeHeaders(rules, answers, new URL(config.base).origin === page.origin ? '' : page.origin);
	for (const answer of answers) judgeTime(rules, answer);
	judgeTexts(rules, answers);
	judgeComments(rules, facts.comments);
	const { commentId, ...others } = config.fields;
	const optional = [...OPTIONAL_FIELDS, ...Object.values(others)];
	for (const call of succeeded) if (call.fields.length) judgeFields(rules, call, facts.live, optional);
	if (facts.live) judgeQualities(rules, facts.live);
}

function judgeTime({ advise, fault, note }: Rules, { name, exchange }: Answer): void {
	const { ms, headers, at, arrivals } = exchange;
	const fix = 'Make it quicker in the API, such as by a cache of its own.';
	if (ms > SLOW) (ms > VERY_SLOW ? fault : note)('slow', [`${name} takes ${inSeconds(ms)} to answer.`, fix]);
	const bytes = arrivals.at(-1)?.[0] ?? 0;
	if (name === DETAIL)
		advise('detail-size', bytes < LARGE_DETAIL, 'the live is small enough', [
			`live/detail has ${Math.round(bytes / 1000)} kB, which comes before the video: ${inSeconds((bytes * 8) / 400)} at 400 kbit/s.`,
			'Put images of the description into files (no data: URLs), and compress the answer.',
		]);
	const skew = Date.parse(headers.date ?? '') - at;
	if (name === DETAIL && Number.isFinite(skew))
		advise('clock', Math.abs(skew) < MAX_SKEW, 'the clock of the API is that of this machine', [
			`The clock of the API is ${inSeconds(Math.abs(skew))} ${skew > 0 ? 'ahead of' : 'behind'} that of this machine.`,
			'Set the clock of the API’s server by NTP.',
		]);
}

/** Judges how fields are read, and what is missing. */
function judgeFields(
	{ expect, advise }: Rules,
	{ name, fields }: CallFacts,
	live: Live | undefined,
	optional: string[],
): void {
	const all = (kind: keyof CallFacts['fields'][0]) => listOf([...new Set(fields.flatMap((facts) => facts[kind]))]);
	const [unreadable, cut] = [all('unreadable'), all('cut')];
	expect('field-type', !unreadable, `the fields of ${name} can be read`, [
		`${name}: the page cannot read ${unreadable}, and shows what it shows without.`,
		'Send them as src/docs/api.md describes, from the API.',
	]);
	advise('field-cut', !cut, `no text of ${name} is cut`, [
		`${name}: ${cut} is longer than the page shows, and is cut.`,
		'Shorten it where it is written.',
	]);
	const expected = (field: string) =>
		!optional.includes(field) &&
		(field !== 'originRts' || !live || isLive(live.status)) &&
		(field !== 'playbackUrl' || !live || live.status === 3);
	// In all records: one may well lack what another has.
	const missing = [...new Set(fields.flatMap((facts) => facts.missing))]
		.filter((field) => fields.every((facts) => facts.missing.includes(field) || !facts.read.includes(field)))
		.filter(expected);
	const isNeeded = missing.some((field) => /^(originRts|playbackUrl|liveCommentList)$/.test(field));
	(isNeeded ? expect : advise)('field-missing', !missing.length, `${name} has its fields`, [
		`${name} lacks ${listOf(missing)}.`,
		'Send what src/docs/api.md lists for the call, from the API.',
	]);
}

function judgeComments({ expect, advise }: Rules, comments: Comment[]): void {
	const times = comments.flatMap(({ time }) => time ?? []);
	if (times.length > 1)
		expect('comment-order', times[0]! >= times.at(-1)!, 'the newest comment comes first', [
			'live/comment/page begins with the oldest comments, so the page does not show new ones.',
			'Order them in the API by their time, the newest first, before they are cut into pages.',
		]);
	if (comments.length > 1)
		advise(
			'comment-ids',
			comments.some(({ id }) => id),
			'comments have ids',
			[
				'The comments of live/comment/page have no ids of their own, so none can be deleted.',
				'Send the id of each comment in the field that api.fields.commentId names.',
			],
		);
}

function judgeQualities({ expect }: Rules, live: Live): void {
	const listed = [...live.qualities, ...live.playbackQualities];
	const odd = listed.filter((quality) => !isUsable(quality)).map(({ name }, index) => name || `the ${index + 1}. one`);
	if (listed.length)
		expect('qualities', !odd.length, 'every quality can be used', [
			`Qualities without name, kbps or url are left out: ${listOf(odd)}.`,
			'Give each quality of live/detail all three.',
		]);
}

/** Judges the answers to a wrong signature and an unknown id. @param signed calls have a signature */
export async function checkOddRequests(
	{ expect, advise }: Rules,
	globals: PageGlobals,
	{ config, fetchLive }: PageCalls,
	visit: Visit,
	signed: boolean,
): Promise<void> {
	const forger = createPageCalls({ ...config, signKey: `${config.signKey}-` }, visit);
	const forged = signed ? await globals.observe(() => forger.fetchLive(visit.id)) : {};
	if (forged.exchange)
		advise('sign-unchecked', !forged.value, 'a wrong signature is refused', [
			'live/detail takes a wrong signature.',
			'Compare sign with the HMAC of packet in the API, or leave api.signKey empty.',
		]);
	const { exchange: unknown, value, error } = await globals.observe(() => fetchLive(`check-${Date.now()}`));
	if (unknown)
		expect('unknown-id', unknown.status === 404, 'an unknown live is answered with 404', [
			`live/detail answers an unknown id with ${value ? 'a live' : `status ${unknown.status}, so ${detailWords(error)}`}.`,
			isHit(unknown)
				? 'Keep /juvenile/ out of the CDN’s cache, which answers this one, or keep the whole query in its key.'
				: 'Answer 404 from the API for a live that does not exist.',
		]);
}
