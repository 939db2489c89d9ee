/** The list of comments as a value: each function takes a list and returns the next one. */
import type { Comment } from '../api/comments.ts';

/** Comments that were loaded together. The object changes only when one of them is removed, so a view renders it once. */
export interface CommentPage {
	/** Unique among all pages of a chat. */
	key: number;
	comments: readonly Comment[];
}

/** The comments that have been loaded. */
export interface CommentList {
	/** Rows from the top. */
	pages: readonly CommentPage[];
	/** The loaded part of the server's list, newest first. Removed comments stay in it, so that they do not come back. */
	known: readonly Comment[];
	/** Position in the server's list of the next page; 0 before the first one is loaded. */
	depth: number;
	/** Pages in a row that brought nothing new. */
	repeats: number;
	finished: boolean;
	/** Key of the page added last. */
	lastKey: number;
}

/** Comments on a page (spec §9). */
export const PAGE_SIZE = 20;
/** Pages in a row that may bring nothing new, because new messages have pushed known ones down to them; more end the list. */
const MAX_REPEATS = 5;

/** A list before anything is loaded. */
export const EMPTY_LIST: CommentList = { pages: [], known: [], depth: 0, repeats: 0, finished: false, lastKey: 0 };

/** Compares by id; without ids by name and text, which together with the order tell repeated messages apart. */
const isSame = (a: Comment, b: Comment) =>
	a.id || b.id ? a.id === b.id : a.nickname === b.nickname && a.content === b.content;

const idsOf = (comments: readonly Comment[]) => new Set(comments.map(({ id }) => id));

/** Leaves out of the comments those that are already known at the end of others, which they continue. */
export function withoutKnown(known: readonly Comment[], comments: readonly Comment[]): Comment[] {
	const ids = idsOf(known);
	let overlap = Math.min(known.length, comments.length);
	const isOverlap = () =>
		comments.slice(0, overlap).every((comment, index) => isSame(comment, known[known.length - overlap + index]!));
	while (!isOverlap()) overlap--;
	return comments.filter(({ id }, index) => (id ? !ids.has(id) && ids.add(id) : index >= overlap));
}

/**
 * Finds the new comments in the head of the server's list. Below the last known one are older ones, which deletions have
 * moved up. With a gap none is known, so there may be more between them and the list.
 */
export function findNew({ known }: CommentList, head: readonly Comment[]): { comments: Comment[]; gap: boolean } {
	const ids = idsOf(known);
	/** Where the known list begins in the head, by order. */
	const start = head.findIndex(
		(_, from) =>
			known.length && head.slice(from).every((comment, at) => at >= known.length || isSame(comment, known[at]!)),
	);
	const isKnown = head.map(({ id }, index) => (id ? ids.has(id) : start >= 0 && index >= start));
	const last = isKnown.lastIndexOf(true);
	return {
		comments: head.filter((_, index) => last < 0 || (index < last && !isKnown[index])),
		gap: last < 0 && !!head.length,
	};
}

/** Starts a list with the first pages of the server. */
export const startList = ({ lastKey }: CommentList, comments: readonly Comment[], pageCount: number): CommentList =>
	addPage(Object.assign({}, EMPTY_LIST, { lastKey }), comments, pageCount * PAGE_SIZE);

/** Adds the next page below the others or, after a pull, above them; the one after it begins at `depth`. */
export function addPage(list: CommentList, comments: readonly Comment[], depth: number, above = false): CommentList {
	const added = withoutKnown(list.known, comments);
	const repeats = added.length ? 0 : list.repeats + 1;
	return Object.assign(place(list, added, above), {
		known: [...list.known, ...added],
		depth,
		repeats,
		// A server that returns the same page for every number never returns an empty one.
		finished: !comments.length || repeats > MAX_REPEATS,
	});
}

/** Adds new comments above the list. */
export const addHead = (list: CommentList, comments: readonly Comment[]): CommentList =>
	Object.assign(place(list, comments, true), {
		known: [...comments, ...list.known],
		depth: list.depth + comments.length,
	});

/** A copy of the list with a page more, where that has comments. */
function place(list: CommentList, comments: readonly Comment[], above: boolean): CommentList {
	if (!comments.length) return Object.assign({}, list);
	const lastKey = list.lastKey + 1;
	const page = [{ key: lastKey, comments }];
	const pages = above ? [...page, ...list.pages] : [...list.pages, ...page];
	return Object.assign({}, list, { lastKey, pages });
}

/** Takes a comment that the server has deleted out of its page. */
export const removeComment = (list: CommentList, removed: string): CommentList =>
	Object.assign({}, list, {
		depth: list.depth - 1,
		pages: list.pages.map((page) => {
			const comments = page.comments.filter(({ id }) => id !== removed);
			return comments.length < page.comments.length ? { key: page.key, comments } : page;
		}),
	});
