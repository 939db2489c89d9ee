/** Generated interleavings of arrivals, polls, pulls, scrolls and answers that are late or fail. */
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import fc from '../../support/fast-check.ts';
import type { Comment } from '../../../src/api/comments.ts';
import { createChat } from '../../../src/models/chat.ts';
import { flush, loadRules, withSilentChat } from '../../support/fake-chat.ts';
import { runs } from '../../support/runs.ts';

const it = suite('chat, interleavings');
withSilentChat(it);
// A failure slows down the next tap. Mocked once a test, as a mock of a mock is restored to the first.
let now = 0;
it.before.each(() => void mock.method(performance, 'now', () => (now += 60_000)));

const step = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ do: fc.constant('arrive' as const), count: fc.integer({ min: 1, max: 45 }) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('arrive' as const), count: fc.integer({ min: 60, max: 200 }) }) },
	{
		weight: 5,
		arbitrary: fc.record({ do: fc.constantFrom('poll', 'poll', 'more', 'more', 'refresh', 'reload', 'top', 'away') }),
	},
	// The server reads a page before the answer travels.
	{ weight: 7, arbitrary: fc.record({ do: fc.constantFrom('read', 'answer', 'answer'), which: fc.nat({ max: 3 }) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('fail'), which: fc.nat({ max: 3 }) }) },
);

/** A server whose messages are numbered, and answers in two steps. */
function createServer() {
	let stored: Comment[] = [];
	const requests: { pagenum: number; page?: Comment[]; settle: (page?: Comment[]) => void }[] = [];
	const arrive = (count: number) => {
		for (; count > 0; count--) {
			const id = `${stored.length + 1}`;
			stored = [{ id, nickname: '微信用户', content: '好' }, ...stored];
		}
	};
	const readAll = (others: typeof requests = []) => {
		for (const request of [...others, ...requests])
			request.page = request.page || stored.slice((request.pagenum - 1) * 20, request.pagenum * 20);
	};
	return {
		requests,
		arrive,
		newest: () => stored.length,
		fetchPage: (pagenum: number) =>
			new Promise<Comment[]>((resolve, reject) =>
				requests.push({ pagenum, settle: (page) => (page ? resolve(page) : reject(new Error('no'))) }),
			),
		/** Requests that travel together are read at one time. */
		readAll,
		async settle(which: number, fail = false) {
			const [request] = requests.splice(which % requests.length || 0, 1);
			if (!request) return;
			readAll([request]);
			request.settle(fail ? undefined : request.page);
			await flush();
		},
	};
}

async function play(first: number, steps: { do: string; count?: number; which?: number }[]) {
	const server = createServer();
	server.arrive(first);
	const never = async () => 0;
	const chat = createChat({
		fetchPage: server.fetchPage,
		fetchTotal: never,
		sendMessage: never,
		deleteComment: never,
		loadRules,
	});
	const serials = () => chat.list.value.pages.map(({ comments }) => comments.map(({ id }) => +id));
	let pulled = false;
	const check = () => {
		const shown = serials().flat();
		const where = shown.join(' ');
		assert.is(new Set(shown).size, shown.length, `twice: ${where}`);
		for (const page of serials())
			assert.ok(
				page.every((one, at) => !at || one < page[at - 1]!),
				where,
			);
		// A pull puts older ones on top (spec §4).
		if (!pulled)
			assert.ok(
				shown.every((one, at) => !at || one === shown[at - 1]! - 1),
				`order: ${where}`,
			);
	};
	chat.open();
	for (const { do: action, count = 0, which = 0 } of steps) {
		if (action === 'arrive') server.arrive(count);
		else if (action === 'poll') void chat.poll().catch(() => {});
		else if (action === 'more' && chat.list.value.pages.length) void chat.older();
		else if (action === 'refresh') ((pulled = true), void chat.refresh());
		else if (action === 'reload') void chat.reload();
		else if (action === 'top' || action === 'away') chat.setAtTop(action === 'top');
		else if (action === 'read') server.readAll();
		else await server.settle(which, action === 'fail');
		await flush();
		check();
	}
	const settleAll = async () => {
		await flush();
		while (server.requests.length) await server.settle(0);
	};
	await settleAll();
	chat.setAtTop(true);
	await settleAll();
	for (let polls = 0; polls < 2; polls++) {
		void chat.poll();
		await settleAll();
	}
	check();
	const shown = serials().flat();
	assert.is(pulled ? Math.max(0, ...shown) : shown[0] || 0, server.newest(), 'the newest on top');
	// Everything there is, by scrolling to the end.
	for (let pages = 0; !chat.list.value.finished && pages < 100; pages++) {
		void chat.older();
		await settleAll();
		check();
	}
	assert.ok(chat.list.value.finished);
	if (!pulled) assert.is(serials().flat().at(-1), server.newest() ? 1 : undefined, 'the oldest at the end');
}

it('should show each message once and in order, the newest on top', () =>
	fc.assert(
		fc.asyncProperty(
			fc.nat({ max: 130 }),
			fc.array(step, { minLength: 10, maxLength: 80, size: 'max' }),
			(first, steps) => play(first, steps),
		),
		{ numRuns: runs(40), includeErrorInReport: true },
	));

it.run();
