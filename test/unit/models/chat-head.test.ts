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
	['the last, where nothing is new', [without(60, 41, 41), without(60, 41, 41)], [41], 54],
	['no last one beside a new one', [without(61, 42, 42), without(61, 42, 42)], [], 56],
	[
		'nothing beyond it where an old one heads it',
		[
			[comment(41), ...without(61, 50)],
			[comment(41), ...without(62, 50)],
		],
		[],
		57,
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

it('should take none for deleted that an old one, which heads the page now, has moved to the next', async () => {
	const { chat, page, shown } = await openFakeChat();
	void chat.older();
	await page[0]!.resolve(comments(40, 21));
	for (const poll of [1, 2]) {
		void chat.poll();
		await page[poll]!.resolve([comment(30), ...comments(60, 42)]);
	}
	assert.is(shown(), down(60, 21).join(' '));
});

for (const [what, first, pages, after] of [
	[
		'one of a full page',
		comments(60, 41),
		[[comment(41), ...comments(100, 82)], comments(81, 62), comments(61, 43)],
		down(100, 41),
	],
	['the only one', [comment(1)], [[comment(1), comment(3), comment(2)], []], [1, 3, 2]],
	// Half of a page was deleted.
	['none', comments(60, 41), [[...comments(60, 50), ...comments(40, 32)]], down(60, 41)],
] as const)
	it(`should read on beyond a known comment that a server keeps above new ones: ${what}`, async () => {
		const { chat, page, shown } = createFakeChat();
		chat.open();
		await page[0]!.resolve([...first]);
		void chat.poll();
		await flush();
		for (const [index, answer] of pages.entries()) await page[index + 1]!.resolve([...answer]);
		assert.equal([page.length, shown()], [pages.length + 1, after.join(' ')]);
	});

it('should take over what is edited, in its place, and leave other pages as they are', async () => {
	const { chat, page, shown } = await openFakeChat();
	void chat.older();
	await page[0]!.resolve(comments(40, 21));
	const { pages } = chat.list.value;
	const edited = (id: number) => ({ ...comment(id), content: `${id}!` });
	void chat.poll();
	await page[1]!.resolve([comment(61), edited(60), ...comments(59, 42)]);
	assert.is(shown(), ['61 60!', ...down(59, 21)].join(' '));
	assert.ok(chat.list.value.pages.includes(pages[1]!));
	const after = chat.list.value;
	void chat.poll();
	await page[2]!.resolve([comment(61), edited(60), ...comments(59, 42)]);
	assert.is(chat.list.value.pages, after.pages);
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

it('should take none for deleted that was new on the second page, and is there since', async () => {
	const { chat, post, shown } = await openBusyChat(100);
	post(25);
	for (let polls = 0; polls < 4; polls++) await chat.poll();
	assert.equal(shown(), down(125, 81));
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

it.run();
