import { batch, type Signal, signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';

/** The calls the chat makes. */
export interface ChatCalls {
	/** A page of comments, counted from 1. */
	page(pagenum: number): Promise<Comment[]>;
	send(content: string): Promise<unknown>;
	remove(id: string): Promise<unknown>;
	/** The number of messages ever sent. */
	total(): Promise<number>;
}

/** A page of the list as it was loaded; its array never changes, so a view renders it once. */
export type CommentPage = readonly Comment[];

/** What a load is doing to the list. */
export type Loading = '' | 'first' | 'more' | 'refresh';

/** The chat of a live (spec §4): page by page, pull-down prepends, scrolling to the end appends, finished at zero records. */
export interface Chat {
	pages: Signal<readonly CommentPage[]>;
	loading: Signal<Loading>;
	finished: Signal<boolean>;
	failed: Signal<boolean>;
	sending: Signal<boolean>;
	/** Messages ever sent, 0 while unknown. */
	total: Signal<number>;
	/** Messages that arrived while the reader was not at the top of the list. */
	unread: Signal<number>;
	/** Sets whether the reader is at the top of the list. */
	setAtTop(atTop: boolean): void;
	/** Loads the first page and the total, once. */
	open(): void;
	/** Loads the next page and appends it. */
	more(): Promise<void>;
	/** Loads the next page and prepends it. */
	refresh(): Promise<void>;
	/** Starts the list anew from page 1, as after sending. */
	reload(): Promise<void>;
	/** Prepends what is new on page 1, without changing `loading` or `failed`. */
	poll(): Promise<void>;
	/** Sends a message and starts the reload. Resolves with whether it was sent; nothing is sent for blank text or while sending (spec §5). */
	send(content: string): Promise<boolean>;
	/** Deletes a message and starts the reload. Resolves with whether it was deleted. */
	remove(id: string): Promise<boolean>;
}

/** Pages in a row that may hold nothing new, because new messages have pushed known ones down to them; more end the list. */
const MAX_REPEATED_PAGES = 5;

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
	let page = 0;
	/** Grows when the list starts anew. */
	let generation = 0;
	let opened = false;
	/** Pages in a row that held nothing new. */
	let repeatedPages = 0;
	let knownIds = new Set<string>();

	/** The comments that are not in the list yet; one without an id always counts as new. */
	const dedupe = (comments: Comment[]) => comments.filter(({ id }) => !id || (!knownIds.has(id) && knownIds.add(id)));

	async function load(kind: Loading, pagenum: number, apply: (comments: Comment[]) => void) {
		if (loading.value) return;
		const started = generation;
		loading.value = kind;
		try {
			const comments = await calls.page(pagenum);
			if (started === generation)
				batch(() => {
					page = pagenum;
					failed.value = false;
					finished.value = !comments.length;
					apply(comments);
				});
		} catch (error) {
			console.warn(`${error}`);
			if (started === generation) failed.value = true;
		}
		if (started === generation) loading.value = '';
	}

	/** Returns how many were new. */
	const prepend = (comments: Comment[]): number => {
		const added = dedupe(comments);
		if (added.length) pages.value = [added, ...pages.value];
		return added.length;
	};
	const append = (comments: Comment[]) => {
		const added = dedupe(comments);
		repeatedPages = added.length ? 0 : repeatedPages + 1;
		// A server that returns the same page for every number never returns an empty one.
		if (repeatedPages > MAX_REPEATED_PAGES) finished.value = true;
		if (added.length) pages.value = [...pages.value, added];
	};

	function reload() {
		generation++;
		loading.value = '';
		unread.value = 0;
		return load('first', 1, (comments) => {
			knownIds = new Set();
			pages.value = [];
			append(comments);
		});
	}

	return {
		pages,
		loading,
		finished,
		failed,
		sending,
		total,
		unread,
		setAtTop(atTop) {
			isAtTop = atTop;
			if (atTop) unread.value = 0;
		},
		open() {
			if (opened) return;
			opened = true;
			reload();
			calls.total().then(
				(number) => (total.value = number),
				(error) => console.warn(`${error}`),
			);
		},
		more: () => load(page ? 'more' : 'first', page + 1, append),
		refresh: () => load('refresh', page + 1, prepend),
		reload,
		async poll() {
			const started = generation;
			try {
				const comments = await calls.page(1);
				if (started !== generation || loading.value || !page) return;
				const added = prepend(comments.filter(({ id }) => id));
				if (!isAtTop) unread.value += added;
			} catch {
				// Ignore; the next poll catches up.
			}
		},
		async send(content) {
			if (!content.trim() || sending.value) return false;
			sending.value = true;
			const sent = await succeeded(calls.send(content));
			sending.value = false;
			reload();
			return sent;
		},
		async remove(id) {
			const removed = await succeeded(calls.remove(id));
			reload();
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
