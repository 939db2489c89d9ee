/** List of comments as an immutable value. */
import type { Comment } from '../api/comments.ts';

/** Comments loaded together; changes only by removal. */
export interface CommentPage {
	/** Unique within a chat. */
	key: number;
	comments: readonly Comment[];
}

/** Loaded comments; immutable. */
export interface CommentList {
	pages: readonly CommentPage[];
	/** The server's list so far, newest first; keeps removed comments, lest they return. */
	known: readonly Comment[];
	/** Position of the next page in `known`; 0 before the first. */
	depth: number;
	/** Consecutive pages without news. */
	repeats: number;
	finished: boolean;
	lastKey: number;
}

/** Comments per page (spec §9). */
export const PAGE_SIZE = 20;
/** Limit of {@link CommentList.repeats}; new messages push known ones down a page. */
const MAX_REPEATS = 5;

/** List before the first page. */
export const EMPTY_LIST: CommentList = { pages: [], known: [], depth: 0, repeats: 0, finished: false, lastKey: 0 };

/** Compares by id, or without ids by name and text. */
const isSame = (a: Comment, b: Comment) =>
	a.id || b.id ? a.id === b.id : a.nickname === b.nickname && a.content === b.content;

const idsOf = (comments: readonly Comment[]) => new Set(comments.map(({ id }) => id));

/** Drops known comments: by id, or the overlap with the end of `known`. */
export function withoutKnown(known: readonly Comment[], comments: readonly Comment[]): Comment[] {
	const ids = idsOf(known);
	let overlap = Math.min(known.length, comments.length);
	const isOverlap = () =>
		comments.slice(0, overlap).every((comment, index) => isSame(comment, known[known.length - overlap + index]!));
	while (!isOverlap()) overlap--;
	return comments.filter(({ id }, index) => (id ? !ids.has(id) && ids.add(id) : index >= overlap));
}

/**
 * Finds new comments above the last known one; others were moved up by deletions. `gap`: none is known, and more may be
 * missing.
 */
export function findNew({ known }: CommentList, head: readonly Comment[]): { comments: Comment[]; gap: boolean } {
	const ids = idsOf(known);
	/** Start of the known list in the head. */
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

/** Starts a list with the first pages. */
export const startList = ({ lastKey }: CommentList, comments: readonly Comment[], pageCount: number): CommentList =>
	addPage(Object.assign({}, EMPTY_LIST, { lastKey }), comments, pageCount * PAGE_SIZE);

/** Adds a page, after a pull on top; the next begins at `depth`. */
export function addPage(list: CommentList, comments: readonly Comment[], depth: number, above = false): CommentList {
	const added = withoutKnown(list.known, comments);
	const repeats = added.length ? 0 : list.repeats + 1;
	return Object.assign(place(list, added, above), {
		known: [...list.known, ...added],
		depth,
		repeats,
		// A server that ignores page numbers never returns an empty page.
		finished: !comments.length || repeats > MAX_REPEATS,
	});
}

/** Adds new comments above the list. */
export const addHead = (list: CommentList, comments: readonly Comment[]): CommentList =>
	Object.assign(place(list, comments, true), {
		known: [...comments, ...list.known],
		depth: list.depth + comments.length,
	});

function place(list: CommentList, comments: readonly Comment[], above: boolean): CommentList {
	if (!comments.length) return Object.assign({}, list);
	const lastKey = list.lastKey + 1;
	const page = [{ key: lastKey, comments }];
	const pages = above ? [...page, ...list.pages] : [...list.pages, ...page];
	return Object.assign({}, list, { lastKey, pages });
}

/** Removes a deleted comment. */
export const removeComment = (list: CommentList, removed: string): CommentList =>
	Object.assign({}, list, {
		depth: list.depth - 1,
		pages: list.pages.map((page) => {
			const comments = page.comments.filter(({ id }) => id !== removed);
			return comments.length < page.comments.length ? { key: page.key, comments } : page;
		}),
	});
