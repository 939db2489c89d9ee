/** Changes of a list of comments that has begun, for the script `more`. */
import { CHAT_PAGE } from '../api/page-sizes.ts';
import type { Comment } from '../api/comments.ts';
import { type CommentList } from './comment-list.ts';
import { place } from './place-comments.ts';

/** Comments kept; beyond, those furthest from the reader go. */
export const MAX_COMMENTS = 500;
/** Limit of {@link CommentList.repeats}. */
const MAX_REPEATS = 5;

/** `head` of a list that is where a replay is: what is new at its end is not read. */
export const FOLLOWING: readonly Comment[] = [];

/** Number of the page that follows the list. */
export const nextPage = ({ offset, end }: CommentList): number => Math.floor((offset + end) / CHAT_PAGE) + 1;

/**
 * Adds new comments above the list; those of a full list are only counted, unless the reader is at the top.
 *
 * @param comments what was read above the known ones, newest first
 */
export function addHead(list: CommentList, comments: readonly Comment[], isAtTop: boolean): CommentList {
	const { known, head, offset, end } = list;
	if (head === FOLLOWING || !comments.length) return list;
	if (head || (!isAtTop && known.length + comments.length > MAX_COMMENTS))
		return Object.assign({}, list, {
			head: [...comments, ...(head || known)].slice(0, CHAT_PAGE),
			offset: offset + comments.length,
		});
	const longer = insert(list, comments, 0);
	return keep(
		Object.assign(longer, { known: [...comments, ...known], end: end + comments.length }),
		0,
		isAtTop ? MAX_COMMENTS : Infinity,
	);
}

/**
 * Adds what follows the list.
 *
 * @param added comments of a head read beside the page, and added already
 * @param row index of the new rows among `pages`
 */
export function addPage(
	list: CommentList,
	pagenum: number,
	page: readonly Comment[],
	added = 0,
	row = list.pages.length,
): CommentList {
	const { known, offset } = list;
	const first = CHAT_PAGE * (pagenum - 1);
	const { below, start } = place(known, page) || { below: page, start: -known.length };
	// A server may ignore page numbers.
	const isRepeat = !below.length && (!added || first + start > offset);
	const repeats = isRepeat ? list.repeats + 1 : 0;
	const longer = Object.assign(insert(list, below, row), {
		known: [...known, ...below],
		end: Math.max(known.length + below.length, CHAT_PAGE - start, isRepeat ? first + CHAT_PAGE - offset : 0),
		repeats,
		finished: !page.length || repeats > MAX_REPEATS,
	});
	return keep(longer, longer.known.length - MAX_COMMENTS, Infinity);
}

/** Inserts rows. */
function insert(list: CommentList, comments: readonly Comment[], row: number): CommentList {
	if (!comments.length) return Object.assign({}, list);
	const lastKey = list.lastKey + 1;
	const pages = [...list.pages.slice(0, row), { key: lastKey, comments }, ...list.pages.slice(row)];
	return Object.assign({}, list, { lastKey, pages });
}

/** Keeps the comments from one index to another. */
function keep(list: CommentList, from: number, to: number): CommentList {
	const { known, head, offset, end } = list;
	if (from <= 0 && to >= known.length) return list;
	const start = Math.max(0, from);
	const kept = new Set(known.slice(start, to));
	return Object.assign(
		filterRows(list, (comment) => kept.has(comment)),
		{
			known: [...kept],
			head: head || (start ? known.slice(0, CHAT_PAGE) : null),
			offset: offset + start,
			end: to < known.length ? kept.size : end - start,
		},
		to < known.length ? { finished: false } : null,
	);
}

/** Leaves rows out. */
function filterRows(list: CommentList, isKept: (comment: Comment) => boolean): CommentList {
	const pages = list.pages.map((page) => {
		const comments = page.comments.filter(isKept);
		return comments.length < page.comments.length ? { key: page.key, comments } : page;
	});
	return Object.assign({}, list, { pages: pages.filter(({ comments }) => comments.length) });
}

/** Removes a deleted comment. */
export function removeComment(list: CommentList, removed: string): CommentList {
	const isKept = ({ id }: Comment) => id !== removed;
	const known = list.known.filter(isKept);
	const { head } = list;
	return Object.assign(filterRows(list, isKept), {
		known,
		head: head === FOLLOWING ? head : head && head.filter(isKept),
		end: list.end - (list.known.length - known.length),
	});
}

/** Replaces comments; a row's is the same object as the known one. */
function replaceComments(list: CommentList, replacement: (comment: Comment) => Comment): CommentList {
	const { pages, known, head } = list;
	const next = new Map(known.map((comment) => [comment, replacement(comment)]));
	return Object.assign({}, list, {
		pages: pages.map((page) =>
			page.comments.some((one) => next.get(one) !== one)
				? { key: page.key, comments: page.comments.map((one) => next.get(one)!) }
				: page,
		),
		known: [...next.values()],
		head: head && head !== FOLLOWING ? head.map(replacement) : head,
	});
}

/** Takes over what has been edited. */
export function updateComments(list: CommentList, read: readonly Comment[]): CommentList {
	const latest = new Map(read.map((comment) => [comment.id, comment]));
	const edited = list.known.filter(({ id, content }) => id && latest.has(id) && latest.get(id)!.content !== content);
	return edited[0]
		? replaceComments(list, (comment) => (edited.includes(comment) ? latest.get(comment.id)! : comment))
		: list;
}

/** Empties all ids, where a server gives one id to several messages. */
export const withoutIds = (list: CommentList): CommentList =>
	replaceComments(list, (comment) => Object.assign({}, comment, { id: '' }));
