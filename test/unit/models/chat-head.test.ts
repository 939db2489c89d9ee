import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	comment,
	comments,
	createFakeChat,
	down,
	flush,
	openBusyChat,
	openFakeChat,
	withSilentChat,
} from '../../support/fake-chat.ts';

const it = suite('chat, new messages');
it.after.each(() => mock.restoreAll());
withSilentChat(it);

it('should change nothing when a poll returns nothing new, fails or is late', async () => {
	const { chat, page } = await openFakeChat();
	const before = chat.list.value.pages;
	void chat.poll();
	await page[0]!.resolve(comments(60, 41));
	chat.poll().catch(() => {});
	await page[1]!.reject();
	assert.equal([chat.failed.value, chat.loading.value], [false, '']);
	void chat.poll();
	void chat.poll();
	void chat.older();
	await chat.poll();
	assert.is(page.length, 4, 'one poll at a time, and none beside a load');
	await page[2]!.resolve([comment(99)]);
	assert.is(chat.list.value.pages, before, 'a load is under way');
	await page[3]!.reject();
	void chat.poll();
	void chat.reload();
	await page[4]!.resolve([comment(99)]);
	assert.is(chat.list.value.pages, before, 'the list is being made anew');
});

it('should add new messages to a total that is a number, and leave a text as it is', async () => {
	for (const [before, after] of [
		[55, 57],
		['10万+', '10万+'],
		[0, 0],
	] as const) {
		const { chat, page } = await openFakeChat();
		chat.total.value = before;
		void chat.poll();
		await page[0]!.resolve(comments(62, 43));
		assert.is(chat.total.value, after);
	}
});

/** Without some. */
const without = (newest: number, oldest: number, ...ids: number[]) =>
	comments(newest, oldest).filter(({ id }) => !ids.includes(+id));
for (const [what, pages, gone, total] of [
	['the newest, which somebody has deleted', [without(59, 40), without(59, 40)], [60], 54],
	['what both have left out, whatever is new', [without(61, 41, 60, 52, 50), without(62, 42, 60, 52)], [60, 52], 55],
	['nothing that a server lists late', [without(59, 40), without(60, 41), without(59, 40)], [], 55],
	['nothing that it lists after what is newer', [without(61, 41, 60), without(62, 43)], [], 57],
	['nothing beyond the page', [without(60, 41, 41), without(60, 41, 41)], [], 55],
	[
		'nothing beyond it where an old one heads it',
		[
			[comment(41), ...without(60, 50)],
			[comment(41), ...without(60, 50)],
		],
		[],
		55,
	],
	['nothing without a known one below', [[], []], [], 55],
	[
		'nothing of a server without ids',
		[without(60, 41, 52), without(60, 41, 52)].map((page) => page.map((one) => ({ ...one, id: '' }))),
		[],
		55,
	],
] as const)
	it(`should remove what two polls in a row leave out of page 1: ${what}`, async () => {
		const { chat, page: answers } = await openFakeChat();
		const before = chat.list.value.known.map(({ id }) => +id);
		chat.total.value = 55;
		chat.setAtTop(false);
		for (const page of pages) {
			const from = answers.length;
			void chat.poll();
			await answers[from]!.resolve([...page]);
			for (const { resolve } of answers.slice(from + 1)) await resolve([]);
		}
		const after = chat.list.value.pages.flatMap(({ comments }) => comments.map(({ id }) => +id));
		assert.equal([before.filter((id) => !after.includes(id)), chat.total.value], [gone, total]);
		assert.equal(
			after,
			[...after].sort((one, other) => other - one),
			'in its place',
		);
	});

it('should count what is deleted once, also in a full list under a reader further down', async () => {
	const { chat, post, server, shown } = await openBusyChat(500);
	while (!chat.list.value.finished) await chat.older();
	chat.setAtTop(false);
	post(3);
	await chat.poll();
	server.remove(502);
	for (let polls = 0; polls < 4; polls++) await chat.poll();
	assert.equal(shown(), down(500, 1));
	assert.is(chat.total.value, 502);
});

it('should not poll while the list loads, nor before it is opened', async () => {
	const { chat, pages } = createFakeChat();
	await chat.poll();
	chat.open();
	await chat.poll();
	assert.equal(pages(), [1]);
});

it('should count new comments as unread until the reader is at the top', async () => {
	const { chat, page } = await openFakeChat();
	chat.setAtTop(false);
	void chat.poll();
	await page[0]!.resolve(comments(62, 43));
	assert.is(chat.unread.value, 2);
	void chat.poll();
	await page[1]!.resolve(comments(63, 44));
	assert.is(chat.unread.value, 3);
	chat.setAtTop(true);
	assert.is(chat.unread.value, 0);
	void chat.poll();
	await page[2]!.resolve(comments(64, 45));
	assert.is(chat.unread.value, 0, 'the reader sees the head');
});

it('should not count as unread what a refresh at the top or a reload returns', async () => {
	const { chat, page } = await openFakeChat();
	void chat.refresh();
	await page[0]!.resolve(comments(40, 21));
	await page[1]!.resolve([comment(61), comment(60)]);
	assert.is(chat.unread.value, 0);
	chat.setAtTop(false);
	void chat.poll();
	await page[2]!.resolve([comment(62), comment(61)]);
	assert.is(chat.unread.value, 1);
	void chat.reload();
	await page[3]!.resolve(comments(63, 44));
	assert.is(chat.unread.value, 0);
});

it('should read on until a known message, and show all new ones in their order', async () => {
	for (const [count, requested] of [
		[1, [1]],
		[19, [1]],
		[20, [1, 2]],
		[30, [1, 2]],
		[50, [1, 2, 3]],
	] as const) {
		const { chat, post, requests, shown } = await openBusyChat(100);
		requests.length = 0;
		post(count);
		assert.is(await chat.poll(), requested.length);
		assert.equal(shown(), down(100 + count, 81), `${count} new messages`);
		assert.equal(requests, requested);
		assert.is(chat.total.value, 100 + count);
		requests.length = 0;
		chat.open();
		assert.equal(requests, count < 20 ? [] : [1], 'a page or more: there may be others by now');
	}
});

it('should start the list of a reader at the top anew when three pages are new', async () => {
	const { chat, post, requests, shown } = await openBusyChat(100);
	requests.length = 0;
	post(60);
	assert.is(await chat.poll(), 3);
	assert.equal([shown(), requests], [down(160, 141), [1, 2, 3]], 'what follows the first page is not known');
	assert.equal([chat.unread.value, chat.list.value.finished], [0, false]);
	await chat.older();
	await chat.older();
	assert.equal(shown(), down(160, 101), 'without a gap');
	await flush();
	assert.is(chat.total.value, 160);
});

it('should read one page of a chat that is too quick for three, in each interval, until it is slower', async () => {
	const { chat, post, requests, shown } = await openBusyChat(100);
	const polled = async (count: number) => {
		requests.length = 0;
		post(count);
		const pages = await chat.poll();
		await flush();
		return [pages, ...requests];
	};
	assert.equal(await polled(500), [3, 1, 2, 3]);
	assert.equal([await polled(500), shown()], [[1, 1], down(1100, 1081)]);
	chat.setAtTop(false);
	assert.equal([await polled(500), shown(), chat.unread.value], [[1, 1], down(1100, 1081), 60]);
	chat.setAtTop(true);
	await flush();
	assert.equal(shown(), down(1600, 1581));
	assert.equal([await polled(500), chat.total.value], [[1, 1], 1600], 'the total is not requested each time');
	assert.equal([await polled(5), chat.total.value], [[1, 1], 2105]);
	assert.equal([await polled(40), shown()], [[3, 1, 2, 3], down(2145, 2081)]);
});

it('should keep the list under a reader further down, and start it anew once they are at the top', async () => {
	const { chat, post, shown } = await openBusyChat(100);
	chat.setAtTop(false);
	post(500);
	await chat.poll();
	assert.equal([shown(), chat.unread.value], [down(100, 81), 60]);
	chat.setAtTop(false);
	await flush();
	assert.equal(shown(), down(100, 81));
	chat.setAtTop(true);
	await flush();
	assert.equal([shown(), chat.unread.value], [down(600, 581), 0]);
});

it('should not poll once more at the top where nothing is missing', async () => {
	const { chat, requests } = await openBusyChat(100);
	await chat.poll();
	const { length } = requests;
	chat.setAtTop(false);
	chat.setAtTop(true);
	chat.open();
	assert.is(requests.length, length);
});

it('should poll when it is opened again after a while', async () => {
	let now = 0;
	mock.method(performance, 'now', () => now);
	const { chat, post, shown } = await openBusyChat(100);
	await chat.poll();
	post(3);
	now += 4999;
	chat.open();
	await flush();
	assert.equal(shown(), down(100, 81), 'the last poll is recent');
	now++;
	chat.open();
	await flush();
	assert.equal(shown(), down(103, 81));
});

it('should keep 500 messages: the newest of a reader at the top, and for one further down those that are there', async () => {
	const { chat, post, requests, shown } = await openBusyChat(20);
	const pollNew = async (count: number) => {
		post(count);
		await chat.poll();
	};
	while (shown().length < 500) await pollNew(48);
	await pollNew(30);
	assert.equal([shown(), chat.list.value.finished], [down(530, 31), false]);
	await chat.older();
	assert.equal(shown(), down(510, 11), 'the newest are left out below');
	chat.setAtTop(false);
	await pollNew(5);
	requests.length = 0;
	await pollNew(7);
	assert.equal([shown(), requests, chat.unread.value], [down(510, 11), [1], 12]);
	while (!chat.list.value.finished) await chat.older();
	assert.equal(shown(), down(500, 1));
	chat.setAtTop(true);
	await flush();
	assert.equal([shown(), chat.unread.value], [down(542, 523), 0]);
});

it('should only count what comes for a reader further down in a full list', async () => {
	const { chat, post, shown } = await openBusyChat(500);
	while (!chat.list.value.finished) await chat.older();
	chat.setAtTop(false);
	post(3);
	await chat.poll();
	await chat.poll();
	assert.equal([shown(), chat.unread.value, chat.total.value], [down(500, 1), 3, 503]);
	chat.setAtTop(true);
	await flush();
	assert.equal(shown(), down(503, 484));
});

it.run();
