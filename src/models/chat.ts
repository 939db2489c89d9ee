import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';
import { addHead, addPage, type CommentPage, EMPTY_LIST, PAGE_SIZE, removeComment, startList } from './comment-list.ts';
import { type Head, MAX_HEAD_PAGES, readHead } from './read-head.ts';

export type { Comment, CommentPage };

/** The calls the chat makes. */
export interface ChatCalls {
	/** Fetches a page of comments, newest first, counted from 1. A `poll` is not repeated when it fails. */
	fetchPage(pagenum: number, pageSize: number, kind?: 'read' | 'poll'): Promise<Comment[]>;
	/** Fetches the number of messages ever sent. */
	fetchTotal(): Promise<number | string>;
	sendMessage(content: string): Promise<unknown>;
	deleteComment(id: string): Promise<unknown>;
}

/** How a load changes the list. */
export type Loading = '' | 'first' | 'more' | 'refresh';

/**
 * The chat of a live (spec §4): page by page, pull-down prepends, scrolling to the end appends, finished at zero records.
 * New messages are merged at the head of the list; it has no gaps.
 */
export interface Chat {
	pages: ReadonlySignal<readonly CommentPage[]>;
	loading: Signal<Loading>;
	finished: ReadonlySignal<boolean>;
	/** The last load failed. */
	failed: ReadonlySignal<boolean>;
	/** Why the list has never been loaded; null once it has. {@link Chat.poll} is another attempt. */
	missing: ReadonlySignal<unknown>;
	sending: Signal<boolean>;
	/** Messages ever sent, 0 while unknown. */
	total: Signal<number | string>;
	/** Messages that arrived while the reader was not at the top; a lower bound beyond {@link MAX_HEAD_PAGES} pages. */
	unread: Signal<number>;
	/** Sets whether the reader is at the top of the list, where it is brought up to date. */
	setAtTop(atTop: boolean): void;
	/** Loads the first page and the total; a loaded list is polled where the last poll is too long ago. */
	open(): void;
	/** Loads the next page and appends it. */
	more(): Promise<void>;
	/** Loads the next page, while there is one, and prepends it; above it what is new on page 1. */
	refresh(): Promise<void>;
	/** Starts the list anew from page 1, as after sending. */
	reload(): Promise<void>;
	/**
	 * Merges what is new on page 1, or loads a list that is missing, without changing `loading`. Resolves with the number
	 * of pages read; rejects when a call failed.
	 */
	poll(): Promise<number | void>;
	/**
	 * Sends a message and starts the reload, or a poll when that failed. Resolves with whether it was sent;
	 * nothing is sent for blank text or while sending (spec §5).
	 */
	send(content: string): Promise<boolean>;
	/**
	 * Deletes a message, removes it from the list and starts a poll; or the reload when that failed, because where the answer
	 * was lost it may have been deleted. Resolves with whether it was deleted.
	 */
	remove(id: string): Promise<boolean>;
}

/** Length from which a poll starts the list of a reader at its top anew, so that it does not grow for as long as the page is open. */
const MAX_LENGTH = 1000;
/** Milliseconds for which the head of the list counts as up to date. */
const HEAD_TIME = 5000;

/** Makes the chat. A failed load is logged and sets `failed`; a late answer for a list that was started anew is dropped. */
export function createChat(calls: ChatCalls): Chat {
	const list = signal(EMPTY_LIST);
	const loading = signal<Loading>('');
	const error = signal<unknown>(null);
	const sending = signal(false);
	const total = signal<number | string>(0);
	const unread = signal(0);
	let isAtTop = true;
	/** Grows when the list is requested anew. */
	let generation = 0;
	/** When the head of the list was read; 0 when so much was new that it is out of date at once. */
	let headReadAt = 0;
	/** A page was appended since the head was read: where a page of new ones has come meanwhile, it may hold some of these. */
	let appended = false;

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
			(pagenum, pageSize) => calls.fetchPage(pagenum, pageSize, kind),
		);

	/** Puts a head above the list, or starts the list anew with it where there is a gap between the two and it may be replaced. */
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

	function fetchTotal() {
		calls.fetchTotal().then(
			(number) => (total.value = number),
			(error) => console.warn(`${error}`),
		);
	}

	/** Runs one load at a time; `fetchChange` resolves with what changes the list. */
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

	/** Loads the next page, and before it the head where messages may be missing there. */
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
			const comments = head.gap || finished ? null : await calls.fetchPage(pagenum, PAGE_SIZE);
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
		const comments = await calls.fetchPage(1, PAGE_SIZE, kind);
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
			appended = false;
		}
		return head.pageCount;
	}

	/** Polls outside the order; where that fails, the next poll catches up. */
	const pollNow = () => void poll().catch(() => {});

	return {
		pages: computed(() => list.value.pages),
		loading,
		finished: computed(() => list.value.finished),
		failed: computed(() => !!error.value),
		missing: computed(() => (list.value.depth ? null : error.value)),
		sending,
		total,
		unread,
		setAtTop(atTop) {
			const arrived = atTop && !isAtTop;
			isAtTop = atTop;
			if (atTop) unread.value = 0;
			if (arrived && isHeadStale()) pollNow();
		},
		open() {
			if (list.value.depth) {
				if (isHeadStale()) pollNow();
			} else if (!loading.value) reload();
		},
		more: () => loadNext('more'),
		refresh: () => loadNext('refresh'),
		reload,
		poll,
		async send(content) {
			if (!content.trim() || sending.value) return false;
			sending.value = true;
			const sent = await succeeded(calls.sendMessage(content));
			sending.value = false;
			if (sent || !list.value.depth) reload();
			else pollNow();
			return sent;
		},
		async remove(id) {
			const removed = await succeeded(calls.deleteComment(id));
			if (removed) {
				list.value = removeComment(list.value, id);
				fetchTotal();
				pollNow();
			} else reload();
			return removed;
		},
	};
}

/** Whether a write succeeded; its error goes to the console. */
const succeeded = (write: Promise<unknown>) =>
	write.then(
		() => true,
		(error) => {
			console.warn(`${error}`);
			return false;
		},
	);
