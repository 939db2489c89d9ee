import { batch, type Signal, signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';

/** The calls the chat makes. */
export interface ChatCalls {
	page(pagenum: number): Promise<Comment[]>;
	send(content: string): Promise<unknown>;
	remove(id: string): Promise<unknown>;
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
	/** Messages that came while the reader was elsewhere in the list. */
	unread: Signal<number>;
	/** Told whether the reader sees the head of the list. */
	reads(atHead: boolean): void;
	/** Loads the first page unless there is one. */
	open(): void;
	/** The next page at the end of the list. */
	more(): Promise<void>;
	/** The next page at the head of the list. */
	refresh(): Promise<void>;
	/** From page 1, as after sending. */
	reload(): Promise<void>;
	/** Looks for messages that came since, quietly. */
	poll(): Promise<void>;
	/** Sends a message; answers whether it went out, before the list is there again. Nothing is sent for blank text or while sending. */
	send(content: string): Promise<boolean>;
	/** Deletes a message and reloads; answers whether it is gone. */
	remove(id: string): Promise<boolean>;
}

/** As many pages of new messages may have pushed down what is known already. */
const MAX_REPEATED_PAGES = 5;

export function createChat(calls: ChatCalls): Chat {
	const pages = signal<readonly CommentPage[]>([]);
	const loading = signal<Loading>('');
	const finished = signal(false);
	const failed = signal(false);
	const sending = signal(false);
	const total = signal(0);
	const unread = signal(0);
	let readsHead = true;
	let page = 0;
	/** Changes when the list starts anew; an answer for an older list is dropped. */
	let list = 0;
	let opened = false;
	/** Pages in a row that held nothing new. */
	let repeats = 0;
	let seen = new Set<string>();

	const fresh = (comments: Comment[]) => comments.filter(({ id }) => !id || (!seen.has(id) && seen.add(id)));

	async function load(kind: Loading, pagenum: number, take: (comments: Comment[]) => void) {
		if (loading.value) return;
		const mine = list;
		loading.value = kind;
		try {
			const comments = await calls.page(pagenum);
			if (mine === list)
				batch(() => {
					page = pagenum;
					failed.value = false;
					finished.value = !comments.length;
					take(comments);
				});
		} catch (error) {
			console.warn(`${error}`);
			if (mine === list) failed.value = true;
		}
		if (mine === list) loading.value = '';
	}

	const head = (comments: Comment[]) => {
		const added = fresh(comments);
		if (added.length) pages.value = [added, ...pages.value];
		return added.length;
	};
	const tail = (comments: Comment[]) => {
		const added = fresh(comments);
		repeats = added.length ? 0 : repeats + 1;
		// A server that gives the same page for every number has no end.
		if (repeats > MAX_REPEATED_PAGES) finished.value = true;
		if (added.length) pages.value = [...pages.value, added];
	};

	function reload() {
		list++;
		loading.value = '';
		unread.value = 0;
		return load('first', 1, (comments) => {
			seen = new Set();
			pages.value = [];
			tail(comments);
		});
	}

	const chat: Chat = {
		pages,
		loading,
		finished,
		failed,
		sending,
		total,
		unread,
		reads(atHead) {
			readsHead = atHead;
			if (atHead) unread.value = 0;
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
		more: () => load(page ? 'more' : 'first', page + 1, tail),
		refresh: () => load('refresh', page + 1, head),
		reload,
		async poll() {
			const mine = list;
			try {
				const comments = await calls.page(1);
				if (mine !== list || loading.value || !page) return;
				const added = head(comments.filter(({ id }) => id));
				if (!readsHead) unread.value += added;
			} catch {
				// A missed look is made up for by the next one.
			}
		},
		async send(content) {
			if (!content.trim() || sending.value) return false;
			sending.value = true;
			const sent = await settled(calls.send(content));
			sending.value = false;
			reload();
			return sent;
		},
		async remove(id) {
			const removed = await settled(calls.remove(id));
			reload();
			return removed;
		},
	};
	return chat;
}

/** Whether a write went through; its failure is for the console. */
const settled = (write: Promise<unknown>) =>
	write.then(
		() => true,
		(error) => {
			console.warn(`${error}`);
			return false;
		},
	);
