/** Puts new messages above the list of comments, for the script `more`. */
import { type Signal } from '@preact/signals';
import { CHAT_PAGE } from '../api/page-sizes.ts';
import type { Comment } from '../api/comments.ts';
import * as texts from '../texts.ts';
import type { CommentList } from './comment-list.ts';
import { addHead, removeComment, updateComments } from './extend-list.ts';
import { type Head, readHead } from './read-head.ts';

/** Milliseconds for which the head is current. */
export const HEAD_TIME = 5000;

/** The state of the chat, as the script `more` needs it. */
export interface ChatParts {
	list: Signal<CommentList>;
	total: Signal<number | string>;
	unread: Signal<number>;
	/** The reader is at the top. */
	isAtTop: boolean;
	/** Long ago if so much was new that it is outdated at once. */
	headReadAt: number;
	/** What the last head lacked; what the next one lacks, too, is gone. */
	missing: readonly string[];
	/** The first page as it was read last, before any were missing; empty while unknown. */
	before: readonly Comment[];
	/** Heads in a row that left a gap: the next poll, which may well do so too, reads one page. */
	gaps: number;
	fetchPage(pagenum: number, pageSize: number, kind?: 'poll'): Promise<Comment[]>;
	/** Begins the list anew. */
	replace(comments: Comment[]): void;
	/** Messages ever sent. */
	countSent(): Promise<number | string>;
	/** Shows that count. */
	fetchTotal(): void;
	/** Whether nothing new can have moved the next page. */
	isHeadCurrent(): boolean;
}

/** Reads the head, of which a poll reads less after a gap. */
export const fetchHead = (chat: ChatParts, kind?: 'poll'): Promise<Head> =>
	readHead(
		() => chat.list.value.head || chat.list.value.known,
		(pagenum, pageSize) => chat.fetchPage(pagenum, pageSize, kind),
		kind && chat.gaps ? 1 : undefined,
		chat.before,
	);

/** Puts a head above the list, without what was deleted; across a gap replaces the list, if `replaceable`. */
export function mergeHead(
	chat: ChatParts,
	{ comments, gap, missing, read, pageCount }: Head,
	replaceable: boolean,
): void {
	const { list, total, unread, isAtTop, gaps } = chat;
	const added = comments.length;
	const deleted = missing.filter((id) => chat.missing.includes(id));
	chat.missing = missing;
	chat.headReadAt = -HEAD_TIME;
	chat.gaps = gap ? gaps + 1 : 0;
	if (!gap) {
		list.value = addHead(deleted.reduce(removeComment, updateComments(list.value, read)), comments, isAtTop);
		if (added < CHAT_PAGE) chat.headReadAt = performance.now();
		if (gaps) chat.fetchTotal();
		else if (+total.value) total.value = +total.value + added - deleted.length;
		if (!isAtTop) unread.value += added;
	} else if (replaceable) {
		chat.replace(comments);
		chat.headReadAt = -HEAD_TIME;
		// As often as where each head has three pages.
		if (chat.gaps % 3 === 1) chat.fetchTotal();
	} else unread.value = texts.MAX_NEW;
	if (!missing.length) chat.before = pageCount > 1 ? [] : read;
}
