import { CHAT_PAGE } from '../api/page-sizes.ts';
import { batch, computed, signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';
import type { ChatRules } from './chat-rules.ts';
import { type CommentPage, EMPTY_LIST, startList } from './comment-list.ts';
import { createChatTotal } from './chat-total.ts';
import { type ChatParts, HEAD_TIME } from './merge-head.ts';
import type { Head } from './read-head.ts';
import { limitRetries } from '../network/failure-limit.ts';
import { createOwnMessages } from './own-messages.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

export type { Comment, CommentPage };

/** Calls of the chat. */
export interface ChatCalls {
	/** Missing for a visitor without session. */
	userId?: string;
	/** Newest first; pages count from 1. A `poll` is not repeated. */
	fetchPage(pagenum: number, pageSize: number, kind?: 'read' | 'poll'): Promise<Comment[]>;
	/** Messages ever sent. */
	fetchTotal(): Promise<number | string>;
	sendMessage(content: string): Promise<unknown>;
	deleteComment(id: string): Promise<unknown>;
	/** Resolves once the script `more` is there. */
	loadRules(): Promise<ChatRules>;
}

/** Load under way; '' for none. */
type Loading = '' | 'first' | 'older' | 'refresh';

/**
 * Creates the chat of a live (spec §4), without gaps. New messages come on top; a pull prepends a page, scrolling appends
 * one; an empty page ends it. Logs failures; drops late answers for a restarted list.
 */
export function createChat(calls: ChatCalls) {
	const list = signal(EMPTY_LIST);
	const loading = signal<Loading>('');
	const error = signal<unknown>(null);
	const sending = signal(false);
	const { total, load: fetchTotal, fetchMissing } = createChatTotal(calls.fetchTotal);
	const unread = signal(0);
	const arrived = signal<Omit<Head, 'missing' | 'read'>>({ comments: [], gap: false, pageCount: 0 });
	/** Loads and reloads; what was read before the last one is dropped. */
	let loads = 0;
	/** Under way. */
	let polling: Promise<number | void> | null = null;
	let hasIds = true;
	let rules: ChatRules | undefined;
	const removed = new Set<string>();

	const ownMessages = createOwnMessages(calls.userId || '');
	const fetchPage: ChatCalls['fetchPage'] = async (pagenum, pageSize, kind) => {
		const comments = await calls.fetchPage(pagenum, pageSize, kind);
		if (hasIds && rules && rules.areIdsReused(list.value.known, comments)) {
			hasIds = false;
			list.value = rules.withoutIds(list.value);
		}
		return ownMessages
			.mark(hasIds ? comments : comments.map((comment) => Object.assign({}, comment, { id: '' })))
			.filter(({ id }) => !removed.has(id));
	};

	function replace(comments: Comment[]) {
		list.value = startList(list.value, comments);
		unread.value = 0;
		error.value = null;
		parts.headReadAt = performance.now();
		parts.before = comments;
	}

	const parts: ChatParts = {
		list,
		total,
		unread,
		isAtTop: true,
		headReadAt: -HEAD_TIME,
		missing: [],
		before: [],
		gaps: 0,
		fetchPage,
		replace,
		countSent: calls.fetchTotal,
		fetchTotal,
		isHeadCurrent: () => performance.now() - parts.headReadAt < HEAD_TIME,
	};
	const isHeadStale = () => !!list.value.head || !parts.isHeadCurrent();

	const useRules = async () => (rules = rules || (await calls.loadRules()));

	/** Runs one load at a time; `fetchChange` resolves with the change. */
	async function load(kind: Loading, fetchChange: () => Promise<() => void>) {
		if (loading.value) return;
		const started = ++loads;
		loading.value = kind;
		try {
			const apply = await fetchChange();
			if (started === loads)
				batch(() => {
					error.value = null;
					apply();
				});
		} catch (reason) {
			console.warn(`${reason}`);
			if (started === loads) error.value = reason;
		}
		if (started === loads) loading.value = '';
	}

	const loadNext = (kind: 'older' | 'refresh') =>
		load(list.value.end ? kind : 'first', async () => {
			const { end, head } = list.value;
			if (!end || (head && kind === 'refresh')) return fetchFirst();
			const { readNext } = rules || (await useRules());
			return readNext(kind, parts);
		});

	async function fetchFirst(kind?: 'poll') {
		const comments = await fetchPage(1, CHAT_PAGE, kind);
		return () => replace(comments);
	}

	function reload() {
		loading.value = '';
		fetchTotal();
		return load('first', fetchFirst);
	}

	async function readNew() {
		const started = loads;
		try {
			if (!list.value.end) {
				const apply = await fetchFirst('poll');
				if (started === loads) {
					batch(apply);
					fetchTotal();
				}
				return 1;
			}
			const { fetchHead, mergeHead } = rules || (await useRules());
			const head = await fetchHead(parts, 'poll');
			if (started === loads) {
				batch(() => mergeHead(parts, head, parts.isAtTop));
				if (head.comments.length) arrived.value = head;
			}
			fetchMissing();
			return head.pageCount;
		} finally {
			polling = null;
		}
	}

	async function poll() {
		if (loading.value || !(list.value.end || error.value)) return;
		if (parts.isAtTop && list.value.head) return reload();
		polling = polling || readNew();
		return polling;
	}

	/** The next poll makes up for a failure. */
	const pollNow = () => void poll().catch(() => {});

	const failed = computed(() => !!error.value);
	const missing = computed(() => (list.value.end ? null : error.value));
	function open() {
		if (list.value.end) {
			if (isHeadStale()) pollNow();
		} else if (!loading.value) return reload();
	}

	return {
		/** Changed by its rules, too (`replay-chat.ts`). */
		list,
		loading,
		failed,
		/** As {@link ChatCalls.fetchPage}, for what the list keeps. */
		fetchPage,
		/** Error of a list never loaded, which `poll` retries; else null. */
		missing,
		sending,
		/** 0 while unknown. */
		total,
		/** Arrived while the reader was not at the top; a lower bound from `texts.MAX_NEW` on. */
		unread,
		/** Last poll that had new messages. */
		arrived,
		/** Polls an outdated list at the top. */
		setAtTop(atTop: boolean) {
			const isBack = atTop && !parts.isAtTop;
			parts.isAtTop = atTop;
			if (atTop) unread.value = 0;
			if (isBack && isHeadStale()) pollNow();
		},
		/** Loads list and total, or polls an outdated list. People tap again. */
		open: limitRetries(open, () => missing.peek()),
		older: limitRetries(
			() => loadNext('older'),
			() => failed.peek(),
		),
		/** Prepends the next page, and above it any new messages. */
		refresh: () => loadNext('refresh'),
		reload,
		/**
		 * Merges new messages, or loads a missing list, without touching `loading`. Resolves with the pages read; rejects
		 * on failure.
		 */
		poll,
		/** Sends one message at a time, not blank (spec §5), then reloads; polls after a failure. */
		async send(content: string): Promise<Outcome> {
			if (!content.trim() || sending.value) return { done: false, reason: '' };
			const { known } = list.value;
			sending.value = true;
			const outcome = await outcomeOf(calls.sendMessage(content));
			sending.value = false;
			// Unless refused it may be there.
			if (!outcome.reason) ownMessages.onSend(content, known);
			if (outcome.done || !list.value.end) reload();
			else pollNow();
			return outcome;
		},
		/** Deletes a message, then polls; reloads after a failure, as it may be gone. */
		async remove(id: string) {
			const outcome = await outcomeOf(calls.deleteComment(id));
			if (outcome.done) {
				removed.add(id);
				const { removeComment } = await useRules();
				list.value = removeComment(list.value, id);
				fetchTotal();
				pollNow();
			} else reload();
			return outcome;
		},
	};
}

/** See {@link createChat}. */
export type Chat = ReturnType<typeof createChat>;
