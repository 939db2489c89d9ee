import { mock } from 'node:test';
import type { Test } from 'uvu';
import type { Comment } from '../../src/api/comments.ts';
import { createChat } from '../../src/models/chat.ts';
import { chatRules } from '../../src/models/chat-rules.ts';
import { fakeCall } from './fake-call.ts';

export const loadRules = async () => chatRules;

export const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

export const comment = (id: number | string): Comment => ({ id: `${id}`, nickname: 'n', content: `${id}` });

/** Comments with falling or rising ids. */
export const comments = (from: number, to: number): Comment[] =>
	Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => comment(from > to ? from - i : from + i));

/** The numbers from one to another, downwards. */
export const down = (from: number, to: number) => comments(from, to).map(({ id }) => +id);

/** A chat whose calls the test settles. */
export function createFakeChat() {
	const page = fakeCall<Comment[]>(flush);
	const send = fakeCall<unknown>(flush);
	const remove = fakeCall<unknown>(flush);
	const total = fakeCall<number>(flush);
	const chat = createChat({
		userId: '42',
		fetchPage: page.call,
		sendMessage: send.call,
		deleteComment: remove.call,
		loadRules,
		fetchTotal: total.call,
	});
	/** Contents of the list, as text. */
	const shown = () => chat.list.value.pages.flatMap(({ comments }) => comments.map(({ content }) => content)).join(' ');
	/** Numbers of the requested pages. */
	const pages = () => page.calls.map(({ argument }) => argument);
	return { chat, page: page.calls, send: send.calls, remove: remove.calls, total: total.calls, shown, pages };
}

/** A chat that shows its first page, comments 60 down to 41, and whose head has been polled since. `pages` starts anew. */
export async function openFakeChat() {
	const fake = createFakeChat();
	fake.chat.open();
	await fake.page[0]!.resolve(comments(60, 41));
	void fake.chat.poll();
	await flush();
	await fake.page[1]!.resolve(comments(60, 41));
	fake.page.length = 0;
	return fake;
}

/** Lets the time pass after which the head of a chat is not current. */
export const later = (milliseconds = 5000) => {
	const now = performance.now() + milliseconds;
	mock.method(performance, 'now', () => now);
};

/**
 * A chat of a server that holds comments, or so many of them, newest first, and answers at once. `post` adds some,
 * `requests` are the numbers of the requested pages; while `busy`, one more comes after each page, while `down`, none,
 * and none before `held`; `remove` takes one away. What it `lacks`: a total, ids, or pages after the third.
 */
export async function openBusyChat(held: number | Comment[], lacks = '') {
	let stored = typeof held === 'number' ? comments(held, 1) : held;
	const requests: number[] = [];
	const post = (more: number) => void (stored = [...comments(stored.length + more, stored.length + 1), ...stored]);
	const remove = (gone: number | string) => void (stored = stored.filter(({ id }) => id !== `${gone}`));
	const server = { busy: false, lacks, down: false, held: null as Promise<void> | null, remove };
	const chat = createChat({
		async fetchPage(pagenum, size) {
			requests.push(pagenum);
			await server.held;
			if (server.down) throw new Error('down');
			const page = stored.slice((pagenum - 1) * size, pagenum * size);
			if (server.busy) post(1);
			if (server.lacks === 'ids') return page.map((one) => Object.assign({}, one, { id: '' }));
			return server.lacks === 'pages' && pagenum > 3 ? [] : page;
		},
		async sendMessage(content) {
			stored = [{ ...stored[0], ...comment(content) }, ...stored];
		},
		loadRules,
		async deleteComment(id) {
			remove(id);
		},
		fetchTotal: async () => (server.lacks === 'total' ? '9万+' : stored.length),
	});
	chat.open();
	await flush();
	const shown = () => chat.list.value.pages.flatMap(({ comments }) => comments.map(({ content }) => +content));
	return { chat, server, requests, shown, post };
}

/** Silences the log of failed calls in a suite, and sets its clock free after each test. */
export function withSilentChat(it: Test): void {
	it.before.each(() => void mock.method(console, 'warn', () => {}));
	it.after.each(() => {
		mock.restoreAll();
		mock.timers.reset();
	});
}
