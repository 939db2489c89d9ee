import { safeUrl } from '../safe/url.ts';
import { countOf, records, text } from '../safe/fields.ts';
import type { Call } from './request.ts';
import { ApiError } from './envelope.ts';

/** One item of the organization's news (spec §3). */
export interface NewsItem {
	id: string;
	title: string;
	/** The http(s) URLs among `img` and `headImg`, in this order. */
	images: string[];
	reads: number | string;
	comments: number | string;
}

/** News items on a page (spec §9). */
const PAGE_SIZE = 20;

/** Turns `recData` of the news call into items, at most a page; what is not a list gives none. */
export function readNews(recData: unknown): NewsItem[] {
	return records(recData)
		.slice(0, PAGE_SIZE)
		.map((raw) => ({
			id: text(raw.newsid, 100),
			title: text(raw.newstitle, 300),
			images: [safeUrl(raw.img), safeUrl(raw.headImg)].filter(Boolean),
			reads: countOf(raw.readnum),
			comments: countOf(raw.commentCountNew),
		}));
}

/** Fetches the first page of the organization's news (spec §7). Rejects with {@link ApiError} when `recData` is neither a list nor null. */
export async function fetchNews(
	call: Call,
	organizationid: string,
	kind: 'read' | 'poll' = 'read',
): Promise<NewsItem[]> {
	const recData = await call(kind, '/juvenile/api/information/newslistapi', {
		typeid: 0,
		newsid: 0,
		hotid: 0,
		title: '',
		organizationid,
		pagesize: PAGE_SIZE,
		pagenum: 1,
	});
	if (recData !== null && !Array.isArray(recData)) throw new ApiError('news: recData is not a list');
	return readNews(recData);
}
