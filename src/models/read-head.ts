import { CHAT_PAGE } from '../api/page-sizes.ts';
import type { Comment } from '../api/comments.ts';
import { FOLLOWING } from './extend-list.ts';
import { findMissing, haveIds, place, placeById } from './place-comments.ts';

/** Pages searched for a known comment. */
const MAX_HEAD_PAGES = 3;

/** New comments, newest first; after a `gap` none is known, and there are more. */
export interface Head {
	comments: Comment[];
	gap: boolean;
	pageCount: number;
	/** Ids of known ones that are not where they were: deleted, or listed late. */
	missing: string[];
	/** All that was read, as it is now. */
	read: readonly Comment[];
}

/** Reads from page 1 to a known comment, `most` pages; one without ids, none of a list that follows a replay. `known` may change meanwhile; `before` is the first page as it was. */
export async function readHead(
	known: () => readonly Comment[],
	fetchPage: (pagenum: number, pageSize: number) => Promise<Comment[]>,
	most = MAX_HEAD_PAGES,
	before: readonly Comment[] = [],
): Promise<Head> {
	let read: Comment[] = [];
	/** Comments before a page that overlaps none: it follows them, or is newer, as pages shift. */
	let certain = 0;
	for (let pageCount = 1; ; pageCount++) {
		const page = known() === FOLLOWING ? [] : await fetchPage(pageCount, CHAT_PAGE);
		if (known() === FOLLOWING) return { comments: [], gap: false, pageCount, missing: [], read };
		const placed = placeById(read, page);
		const isMoved = placed && certain < read.length;
		if (!isMoved) {
			const isCertain = placed || !read.length;
			read = placed ? [...placed.above, ...read, ...placed.below] : [...read, ...page];
			if (isCertain) certain = read.length;
			// Followed by a known comment, all of them follow each other.
			const onPage = place(known(), page, true);
			const found = onPage && !onPage.isHeaded && place(known(), read, true);
			// Between two pages comments may have moved.
			const missing = pageCount === 1 ? findMissing(known(), page, before) : [];
			if (found) return { comments: found.above, gap: false, pageCount, missing, read };
		}
		if (isMoved || !page.length || !known().length || pageCount === most || !haveIds(page))
			return { comments: read.slice(0, certain), gap: read.length > 0, pageCount, missing: [], read };
	}
}
