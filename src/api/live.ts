import { safeUrl } from '../safe/url.ts';
import { countOf, text } from '../safe/fields.ts';
import { timeOf } from '../safe/time.ts';
import type { LiveAnswer, RawLive } from './fetch-live.ts';

const line = (value: unknown) => text(value, 300);

/** Reads what the page shows beside the first picture; missing fields are '' or 0. */
const readRest = (raw: RawLive) => ({
	id: line(raw.id),
	title: line(raw.title),
	summary: text(raw.summary, 2000),
	/** Unsanitized HTML. */
	description: text(raw.description),
	coverImg: safeUrl(raw.coverImg),
	headPic: safeUrl(raw.headPic),
	organizationId: line(raw.organizationId),
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
export type Live = Omit<LiveAnswer, 'raw'> & ReturnType<typeof readRest>;

/** Leaves out texts that some languages write for missing values. */
function withoutNullTexts(raw: RawLive): RawLive {
	const given: RawLive = {};
	for (const name of Object.keys(raw) as (keyof RawLive)[])
		if (!/^(null|undefined)$/.test(`${raw[name]}`)) given[name] = raw[name];
	return given;
}

/** URLs of a live's covers, the best first. */
export function postersOf(raw: RawLive): string[] {
	const { coverImg, videoPic, posPic } = withoutNullTexts(raw);
	return [coverImg, videoPic, posPic].map((url) => safeUrl(url)).filter(Boolean);
}

/** Reads the rest of an answer. */
export const completeLive = ({ raw, ...read }: LiveAnswer): Live =>
	Object.assign(readRest(withoutNullTexts(raw)), read, { poster: postersOf(raw)[0] || '' });
