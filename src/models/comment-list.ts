/** List of comments as an immutable value. */
import { CHAT_PAGE } from '../api/page-sizes.ts';
import type { Comment } from '../api/comments.ts';

/** Comments loaded together; changes only by removal. */
export interface CommentPage {
	/** Unique within a chat. */
	key: number;
	comments: readonly Comment[];
}

/** List before the first page. */
export const EMPTY_LIST = {
	/** Rows, as shown. */
	pages: [] as readonly CommentPage[],
	/** The same in the server's order, newest first, without gaps. */
	known: [] as readonly Comment[],
	/** The newest comments, where `known` does not begin with them; else null. */
	head: null as readonly Comment[] | null,
	/** Newer comments than `known`, as the head was read last. */
	offset: 0,
	/** Comments from the first known one to the end of the last page that was read; 0 before. */
	end: 0,
	/** Consecutive pages without news. */
	repeats: 0,
	finished: false,
	lastKey: 0,
};

/** Loaded comments; immutable. */
export type CommentList = typeof EMPTY_LIST;

/** Starts a list with the newest comments. */
export const startList = ({ lastKey }: CommentList, comments: readonly Comment[]): CommentList =>
	Object.assign({}, EMPTY_LIST, {
		pages: comments.length ? [{ key: lastKey + 1, comments }] : [],
		known: comments,
		end: Math.max(CHAT_PAGE, comments.length),
		finished: !comments.length,
		lastKey: lastKey + 1,
	});
