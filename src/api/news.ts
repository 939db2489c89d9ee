import { NEWS_PAGE } from './page-sizes.ts';
import { safeUrl } from '../safe/url.ts';
import { countOf, records, text } from '../safe/fields.ts';
import { ApiError } from './envelope.ts';
import type { NEWS_EXAMPLE, Raw } from './examples.ts';
import type { Call } from './request.ts';

const readItem = (raw: Raw<typeof NEWS_EXAMPLE>) => ({
	id: text(raw.newsid, 100),
	title: text(raw.newstitle, 300),
	/** http(s) URLs. */
	images: [safeUrl(raw.img), safeUrl(raw.headImg)].filter(Boolean),
	reads: countOf(raw.readnum),
	comments: countOf(raw.commentCountNew),
});

/** A news item (spec §3). */
export type NewsItem = ReturnType<typeof readItem>;

/** Reads a page of items; none unless it is a list. */
export function readNews(recData: unknown): NewsItem[] {
	return records(recData).slice(0, NEWS_PAGE).map(readItem);
}

/** Fetches the first page (spec §7). Rejects with {@link ApiError} unless it is a list or null. */
export async function fetchNews(
	call: Call,
	organizationid: string | number,
	kind: 'read' | 'poll' = 'read',
): Promise<NewsItem[]> {
	const recData = await call(kind, '/juvenile/api/information/newslistapi', {
		typeid: 0,
		newsid: 0,
		hotid: 0,
		title: '',
		organizationid,
		pagesize: NEWS_PAGE,
		pagenum: 1,
	});
	if (recData !== null && !Array.isArray(recData)) throw new ApiError('news: recData is not a list');
	return readNews(recData);
}
