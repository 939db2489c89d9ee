import { safeUrl } from '../safe/url.ts';
import { parseJson } from './envelope.ts';
import { countOf, text } from '../safe/fields.ts';
import { timeOf } from '../safe/time.ts';
import type { LiveAnswer, RawLive } from './fetch-live.ts';

/** Takes texts that some languages write for missing values as missing. */
const unlessMissing = (value: unknown) => (typeof value === 'string' && /^(null|undefined)$/.test(value) ? '' : value);
const line = (value: unknown) => text(unlessMissing(value), 300);

const asCame = (value: unknown) => (+(value as number) === value ? value : line(value));

/** Reads what the page shows beside the first picture; missing fields are '' or 0. */
const readRest = (raw: RawLive) => ({
	id: line(raw.id),
	title: line(raw.title),
	summary: text(unlessMissing(raw.summary), 2000),
	/** Unsanitized HTML. */
	description: text(unlessMissing(raw.description)),
	coverImg: safeUrl(raw.coverImg),
	headPic: safeUrl(raw.headPic),
	/** Goes back as it came. */
	organizationId: asCame(raw.organizationId),
	organizationTitle: line(raw.organizationTitle),
	/** A number, or text such as `10万+`. */
	peopleCount: countOf(raw.peopleCount),
	/** Milliseconds; 0: unknown. */
	startTime: timeOf(raw.startTime),
	inviteCode: line(raw.inviteCode),
	oss: line(raw.oss),
	shareUrl: safeUrl(raw.shareUrl),
});

/** A live (spec §3). URLs are http(s). */
export type Live = Omit<LiveAnswer, 'raw' | 'body'> & ReturnType<typeof readRest> & { raw?: RawLive };

/** URLs of a live's covers, the best first. */
export const postersOf = ({ coverImg, videoPic, posPic }: RawLive): string[] =>
	[coverImg, videoPic, posPic].map((value) => safeUrl(value)).filter(Boolean);

/** Reads the rest of an answer. Of `raw`, which is not enumerable, later scripts read what they alone show (`safe/guide.ts`). */
export function completeLive(answer: LiveAnswer): Live {
	const { raw, body } = answer;
	const exact = body ? (parseJson(body) as { recData: RawLive }).recData : raw;
	const live = Object.assign(readRest(exact), answer);
	delete live.body;
	return Object.defineProperty(live, 'raw', { enumerable: false });
}
