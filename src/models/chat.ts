import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';
import { addHead, addPage, type CommentPage, EMPTY_LIST, PAGE_SIZE, removeComment, startList } from './comment-list.ts';
import { createChatTotal } from './chat-total.ts';
import { type Head, MAX_HEAD_PAGES, readHead } from './read-head.ts';
import { limitRetries } from '../network/limit-rate.ts';
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
}

/** Load under way; '' for none. */
export type Loading = '' | 'first' | 'more' | 'refresh';

/**
 * Chat of a live (spec §4), without gaps. New messages come on top; a pull prepends a page, scrolling appends one; an
 * empty page ends it.
 */
export interface Chat {
	pages: ReadonlySignal<readonly CommentPage[]>;
	loading: Signal<Loading>;
	finished: ReadonlySignal<boolean>;
	failed: ReadonlySignal<boolean>;
	/** Error of a list never loaded, which {@link Chat.poll} retries; else null. */
	missing: ReadonlySignal<unknown>;
	sending: Signal<boolean>;
	/** 0 while unknown. */
	total: Signal<number | string>;
	/** Arrived while the reader was not at the top; a lower bound from {@link MAX_HEAD_PAGES} pages on. */
	unread: Signal<number>;
	/** Last poll that had new messages. */
	arrived: Signal<Head>;
	/** Polls an outdated list at the top. */
	setAtTop(atTop: boolean): void;
	/** Loads list and total, or polls an outdated list. */
	open(): void;
	more(): Promise<void>;
	/** Prepends the next page, and above it any new messages. */
	refresh(): Promise<void>;
	reload(): Promise<void>;
	/**
	 * Merges new messages, or loads a missing list, without touching `loading`. Resolves with the pages read; rejects
	 * on failure.
	 */
	poll(): Promise<number | void>;
	/** Sends one message at a time, not blank (spec §5), then reloads; polls after a failure. */
	send(content: string): Promise<Outcome>;
	/** Deletes a message, then polls; reloads after a failure, as it may be gone. */
	remove(id: string): Promise<Outcome>;
}

/** Length from which a poll restarts the list of a reader at the top. */
const MAX_LENGTH = 1000;
/** Milliseconds for which the head is current. */
const HEAD_TIME = 5000;

/** Creates the chat. Logs failures; drops late answers for a restarted list. */
export function createChat(calls: ChatCalls): Chat {
	const list = signal(EMPTY_LIST);
	const loading = signal<Loading>('');
	const error = signal<unknown>(null);
	const sending = signal(false);
	const { total, load: fetchTotal, fetchMissing } = createChatTotal(calls.fetchTotal);
	const unread = signal(0);
	const arrived = signal<Head>({ comments: [], gap: false, pageCount: 0 });
	let isAtTop = true;
	let generation = 0;
	/** 0 if so much was new that it is outdated at once. */
	let headReadAt = 0;
	/** A page was appended since; it may hold new messages. */
	let appended = false;

	const ownMessages = createOwnMessages(calls.userId || '');
	const fetchPage: ChatCalls['fetchPage'] = async (pagenum, pageSize, kind) =>
		ownMessages.mark(await calls.fetchPage(pagenum, pageSize, kind));

	const isHeadStale = () => Date.now() - headReadAt > HEAD_TIME;

	function replace(comments: Comment[], pageCount: number) {
		list.value = startList(list.value, comments, pageCount);
		unread.value = 0;
		error.value = null;
		appended = false;
		headReadAt = comments.length < PAGE_SIZE ? Date.now() : 0;
	}

	const fetchHead = (kind?: 'poll') =>
		readHead(
			() => list.value,
			(pagenum, pageSize) => fetchPage(pagenum, pageSize, kind),
		);

	/** Puts a head above the list; across a gap replaces the list, if `replaceable`. */
	function merge({ comments, gap }: Head, replaceable: boolean) {
		const added = comments.length;
		headReadAt = 0;
		if (!gap) {
			list.value = addHead(list.value, comments);
			if (added < PAGE_SIZE) headReadAt = Date.now();
			if (+total.value) total.value = +total.value + added;
			if (!isAtTop) unread.value += added;
		} else if (replaceable) {
			replace(comments, MAX_HEAD_PAGES);
			fetchTotal();
		} else unread.value = MAX_HEAD_PAGES * PAGE_SIZE;
	}

	/** Runs one load at a time; `fetchChange` resolves with the change. */
	async function load(kind: Loading, fetchChange: () => Promise<() => void>) {
		if (loading.value) return;
		const started = generation;
		loading.value = kind;
		try {
			const apply = await fetchChange();
			if (started === generation)
				batch(() => {
					error.value = null;
					apply();
				});
		} catch (reason) {
			console.warn(`${reason}`);
			if (started === generation) error.value = reason;
		}
		if (started === generation) loading.value = '';
	}

	/** Loads the next page, and the head if messages may be missing. */
	const loadNext = (kind: 'more' | 'refresh') =>
		load(list.value.depth ? kind : 'first', async () => {
			const { depth, finished } = list.value;
			if (!depth) return fetchFirst();
			const head =
				kind === 'refresh' || finished || isHeadStale()
					? await fetchHead()
					: { comments: [], gap: false, pageCount: 0 };
			const added = head.comments.length;
			const pagenum = Math.floor((depth + added) / PAGE_SIZE) + 1;
			const comments = head.gap || finished ? null : await fetchPage(pagenum, PAGE_SIZE);
			return () => {
				if (comments) {
					const { lastKey } = list.value;
					list.value = addPage(list.value, comments, pagenum * PAGE_SIZE - added, kind === 'refresh');
					if (kind === 'more' && list.value.lastKey > lastKey) appended = true;
				}
				merge(head, true);
			};
		});

	async function fetchFirst(kind?: 'poll') {
		const comments = await fetchPage(1, PAGE_SIZE, kind);
		return () => replace(comments, 1);
	}

	function reload() {
		generation++;
		loading.value = '';
		fetchTotal();
		return load('first', fetchFirst);
	}

	async function poll() {
		const { depth, known } = list.value;
		const started = generation;
		const isCurrent = () => started === generation && !loading.value;
		if (!depth) {
			if (!error.value || loading.value) return;
			const apply = await fetchFirst('poll');
			if (isCurrent()) {
				batch(apply);
				fetchTotal();
			}
			return 1;
		}
		if (isAtTop && known.length > MAX_LENGTH) return reload();
		const head = await fetchHead('poll');
		if (isCurrent()) {
			if (appended && isAtTop && head.comments.length >= PAGE_SIZE) reload();
			else batch(() => merge(head, isAtTop));
			if (head.comments.length) arrived.value = head;
			appended = false;
		}
		fetchMissing();
		return head.pageCount;
	}

	/** The next poll makes up for a failure. */
	const pollNow = () => void poll().catch(() => {});

	const failed = computed(() => !!error.value);
	const missing = computed(() => (list.value.depth ? null : error.value));
	function open() {
		if (list.value.depth) {
			if (isHeadStale()) pollNow();
		} else if (!loading.value) return reload();
	}

	return {
		pages: computed(() => list.value.pages),
		loading,
		finished: computed(() => list.value.finished),
		failed,
		missing,
		sending,
		total,
		unread,
		arrived,
		setAtTop(atTop) {
			const isBack = atTop && !isAtTop;
			isAtTop = atTop;
			if (atTop) unread.value = 0;
			if (isBack && isHeadStale()) pollNow();
		},
		// People tap again.
		open: limitRetries(open, () => missing.peek()),
		more: limitRetries(
			() => loadNext('more'),
			() => failed.peek(),
		),
		refresh: () => loadNext('refresh'),
		reload,
		poll,
		async send(content) {
			if (!content.trim() || sending.value) return { done: false, reason: '' };
			sending.value = true;
			ownMessages.onSend(content, list.value.known);
			const outcome = await outcomeOf(calls.sendMessage(content));
			sending.value = false;
			if (outcome.done || !list.value.depth) reload();
			else pollNow();
			return outcome;
		},
		async remove(id) {
			const outcome = await outcomeOf(calls.deleteComment(id));
			if (outcome.done) {
				list.value = removeComment(list.value, id);
				fetchTotal();
				pollNow();
			} else reload();
			return outcome;
		},
	};
}
