import type { Comment } from '../api/comments.ts';
import { type CommentList, findNew, PAGE_SIZE, withoutKnown } from './comment-list.ts';

/** Pages searched for a known comment. */
export const MAX_HEAD_PAGES = 3;

/** New comments, newest first; after a `gap` there may be more. */
export interface Head {
	comments: Comment[];
	gap: boolean;
	pageCount: number;
}

/** Reads from page 1 to a known comment. */
export async function readHead(
	list: () => CommentList,
	fetchPage: (pagenum: number, pageSize: number) => Promise<Comment[]>,
): Promise<Head> {
	let head: Comment[] = [];
	for (let pageCount = 1; ; pageCount++) {
		const comments = await fetchPage(pageCount, PAGE_SIZE);
		head = [...head, ...withoutKnown(head, comments)];
		const found = findNew(list(), head);
		const gap = found.gap && !!comments.length;
		if (!gap || pageCount === MAX_HEAD_PAGES) return { comments: found.comments, gap, pageCount };
	}
}
