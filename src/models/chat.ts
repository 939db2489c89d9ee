import { batch, type Signal, signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';

export type { Comment };

/** The calls the chat makes. */
export interface ChatCalls {
	/** A page of the comments, newest first; pages are counted from 1. A `poll` is not repeated when it fails. */
	page(pagenum: number, pageSize: number, kind?: 'read' | 'poll'): Promise<Comment[]>;
	send(content: string): Promise<unknown>;
	remove(id: string): Promise<unknown>;
	/** The number of messages ever sent. */
	total(): Promise<number>;
}

/** Comments that were loaded together. The object changes only when one of them is removed, so a view renders it once. */
export interface CommentPage {
	/** Unique among all pages of a chat. */
	key: number;
	comments: readonly Comment[];
}

/** What a load is doing to the list. */
export type Loading = '' | 'first' | 'more' | 'refresh';

/**
 * The chat of a live (spec §4): page by page, pull-down prepends, scrolling to the end appends, finished at zero records.
 * New messages are merged at the head of the list; it has no gaps.
 */
export interface Chat {
	pages: Signal<readonly CommentPage[]>;
	loading: Signal<Loading>;
	finished: Signal<boolean>;
	failed: Signal<boolean>;
	sending: Signal<boolean>;
	/** Messages ever sent, 0 while unknown. */
	total: Signal<number>;
	/** Messages that arrived while the reader was not at the top of the list; at least so many, when they are more than {@link MAX_HEAD_PAGES} pages. */
	unread: Signal<number>;
	/** Sets whether the reader is at the top of the list, where it is brought up to date. */
	setAtTop(atTop: boolean): void;
	/** Loads the first page and the total; when called again, polls where the last poll is too long ago. */
	open(): void;
	/** Loads the next page and appends it. */
	more(): Promise<void>;
	/** Loads the next page, while there is one, and prepends it; above it what is new on page 1. */
	refresh(): Promise<void>;
	/** Starts the list anew from page 1, as after sending. */
	reload(): Promise<void>;
	/** Merges what is new on page 1, without changing `loading` or `failed`. Resolves with the number of pages it has read for that; rejects when a call failed. */
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

/** Comments on a page (spec §9). */
const PAGE_SIZE = 20;
/** Pages that are searched for a known comment; when all of them are new, the list starts anew with them. */
const MAX_HEAD_PAGES = 3;
/** Pages in a row that may hold nothing new, because new messages have pushed known ones down to them; more end the list. */
const MAX_REPEATED_PAGES = 5;
/** Length from which a poll starts the list of a reader at its top anew, so that it does not grow for as long as the page is open. */
const MAX_LENGTH = 1000;
/** Milliseconds for which the head of the list counts as up to date. */
const HEAD_TIME = 5000;

/** New comments from page 1 on, newest first; after a `gap` there may be more of them. */
interface Head {
	comments: Comment[];
	gap: boolean;
	/** Pages that were read. */
	pageCount: number;
}

/** Makes the chat. A failed call is logged and shows in `failed`; a late answer for a list that was started anew is dropped. */
export function createChat(calls: ChatCalls): Chat {
	const pages = signal<readonly CommentPage[]>([]);
	const loading = signal<Loading>('');
	const finished = signal(false);
	const failed = signal(false);
	const sending = signal(false);
	const total = signal(0);
	const unread = signal(0);
	let isAtTop = true;
	let opened = false;
	/** Grows when the list is requested anew. */
	let generation = 0;
	/** Key of the last page. */
	let key = 0;
	/** Comments of the server, from the newest on, that are in the list: the next page begins there. */
	let depth = 0;
	/** When the head of the list was read; 0 when so much was new that it is out of date at once. */
	let headReadAt = 0;
	/** Pages in a row that held nothing new. */
	let repeatedPages = 0;
	/** A page was appended since the head was read: where a page of new ones has come meanwhile, it may hold some of these. */
	let appended = false;
	let knownIds = new Set<string>();

	/** One without an id cannot be distinguished: it is added with its page, and is not new at the head. */
	const isKnown = ({ id }: Comment) => !id || knownIds.has(id);
	const dedupe = (comments: Comment[]) => comments.filter(({ id }) => !id || (!knownIds.has(id) && knownIds.add(id)));
	const isHeadStale = () => Date.now() - headReadAt > HEAD_TIME;

	function prepend(comments: Comment[]): number {
		const added = dedupe(comments);
		if (added.length) pages.value = [{ key: ++key, comments: added }, ...pages.value];
		return added.length;
	}

	function append(comments: Comment[]) {
		const added = dedupe(comments);
		repeatedPages = added.length ? 0 : repeatedPages + 1;
		// A server that returns the same page for every number never returns an empty one.
		if (repeatedPages > MAX_REPEATED_PAGES) finished.value = true;
		if (!added.length) return;
		appended = true;
		pages.value = [...pages.value, { key: ++key, comments: added }];
	}

	function replace(comments: Comment[], pageCount: number) {
		knownIds = new Set();
		pages.value = [];
		unread.value = repeatedPages = 0;
		finished.value = !comments.length;
		append(comments);
		depth = pageCount * PAGE_SIZE;
		appended = false;
		headReadAt = comments.length < PAGE_SIZE ? Date.now() : 0;
	}

	/** Reads on from page 1 until a page holds a known comment. Below the last known one are older ones that have moved up. */
	async function fetchHead(kind?: 'poll'): Promise<Head> {
		let head: Comment[] = [];
		for (let pagenum = 1; ; pagenum++) {
			const comments = await calls.page(pagenum, PAGE_SIZE, kind);
			const last = comments.map(isKnown).lastIndexOf(true);
			head = [...head, ...comments.filter((comment, index) => last < 0 || (index < last && !isKnown(comment)))];
			const gap = last < 0 && !!comments.length;
			if (!gap || pagenum === MAX_HEAD_PAGES) return { comments: head, gap, pageCount: pagenum };
		}
	}

	/** Puts a head above the list, or in its place where there is a gap between the two and it may be replaced. */
	function merge({ comments, gap }: Head, replaceable: boolean) {
		headReadAt = 0;
		if (!gap) {
			const added = prepend(comments);
			if (added < PAGE_SIZE) headReadAt = Date.now();
			depth += added;
			if (total.value) total.value += added;
			if (!isAtTop) unread.value += added;
		} else if (replaceable) {
			replace(comments, MAX_HEAD_PAGES);
			fetchTotal();
		} else unread.value = MAX_HEAD_PAGES * PAGE_SIZE;
	}

	function fetchTotal() {
		calls.total().then(
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
					failed.value = false;
					apply();
				});
		} catch (error) {
			console.warn(`${error}`);
			if (started === generation) failed.value = true;
		}
		if (started === generation) loading.value = '';
	}

	/** Loads the next page, which `place` puts into the list, and before it the head where messages may be missing there. */
	const loadNext = (kind: Loading, place: (comments: Comment[]) => void) =>
		load(depth ? kind : 'first', async () => {
			if (!depth) return fetchFirst();
			const head =
				kind === 'refresh' || finished.value || isHeadStale()
					? await fetchHead()
					: { comments: [], gap: false, pageCount: 0 };
			const before = depth + head.comments.length;
			const pagenum = Math.floor(before / PAGE_SIZE) + 1;
			const comments = head.gap || finished.value ? null : await calls.page(pagenum, PAGE_SIZE);
			return () => {
				if (comments) {
					finished.value = !comments.length;
					depth += pagenum * PAGE_SIZE - before;
					place(comments);
				}
				merge(head, true);
			};
		});

	async function fetchFirst() {
		const comments = await calls.page(1, PAGE_SIZE);
		return () => replace(comments, 1);
	}

	function reload() {
		generation++;
		loading.value = '';
		fetchTotal();
		return load('first', fetchFirst);
	}

	async function poll() {
		if (!depth) return;
		if (isAtTop && knownIds.size > MAX_LENGTH) return reload();
		const started = generation;
		const head = await fetchHead('poll');
		if (started === generation && !loading.value) {
			if (appended && isAtTop && head.comments.length >= PAGE_SIZE) reload();
			else batch(() => merge(head, isAtTop));
			appended = false;
		}
		return head.pageCount;
	}

	/** Polls outside the order; where that fails, the next poll catches up. */
	const pollNow = () => void poll().catch(() => {});

	return {
		pages,
		loading,
		finished,
		failed,
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
			if (!opened) reload();
			else if (isHeadStale()) pollNow();
			opened = true;
		},
		more: () => loadNext('more', append),
		refresh: () => loadNext('refresh', prepend),
		reload,
		poll,
		async send(content) {
			if (!content.trim() || sending.value) return false;
			sending.value = true;
			const sent = await succeeded(calls.send(content));
			sending.value = false;
			if (sent || !depth) reload();
			else pollNow();
			return sent;
		},
		async remove(id) {
			const removed = await succeeded(calls.remove(id));
			if (removed) {
				pages.value = pages.value.map((page) => {
					const comments = page.comments.filter((comment) => comment.id !== id);
					return comments.length < page.comments.length ? { key: page.key, comments } : page;
				});
				depth--;
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
