import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Comment } from '../../../src/api/comments.ts';
import { createChat } from '../../../src/models/chat.ts';

const it = suite('chat');

it.before.each(() => void mock.method(console, 'warn', () => {}));
it.after.each(() => mock.restoreAll());

/** A call that the test settles. */
interface PendingCall<T> {
	argument: unknown;
	resolve(value: T): Promise<void>;
	reject(): Promise<void>;
}

function fakeCall<T>() {
	const calls: PendingCall<T>[] = [];
	const call = (argument?: unknown) =>
		new Promise<T>(
			(resolve, reject) =>
				void calls.push({
					argument,
					resolve: (value) => (resolve(value), flush()),
					reject: () => (reject(new Error('no')), flush()),
				}),
		);
	return { calls, call };
}

const flush = () => new Promise<void>((resolve) => setImmediate(resolve));
const comment = (id: number | string): Comment => ({ id: `${id}`, nickname: 'n', content: `${id}` });
const comments = (from: number, to: number): Comment[] =>
	Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => comment(from > to ? from - i : from + i));

function fixture() {
	const page = fakeCall<Comment[]>();
	const send = fakeCall<unknown>();
	const remove = fakeCall<unknown>();
	const total = fakeCall<number>();
	const chat = createChat({ page: page.call, send: send.call, remove: remove.call, total: total.call });
	const shown = () =>
		chat.pages.value
			.flat()
			.map(({ content }) => content)
			.join(' ');
	const pages = () => page.calls.map(({ argument }) => argument);
	return { chat, page: page.calls, send: send.calls, remove: remove.calls, total: total.calls, shown, pages };
}

/** A chat that shows its first page: comments 60 down to 41. */
async function opened() {
	const chat = fixture();
	chat.chat.open();
	await chat.page[0]!.resolve(comments(60, 41));
	return chat;
}

it('should fetch nothing before it is opened', () => {
	const { page, total, chat } = fixture();
	assert.equal([page.length, total.length, chat.loading.value], [0, 0, '']);
});

it('should load the first page and the total once when opened', async () => {
	const { chat, page, total, pages, shown } = fixture();
	chat.open();
	assert.is(chat.loading.value, 'first');
	chat.open();
	await page[0]!.resolve(comments(3, 1));
	await total[0]!.resolve(55);
	chat.open();
	assert.equal([pages(), total.length], [[1], 1]);
	assert.equal([shown(), chat.loading.value, chat.finished.value, chat.total.value], ['3 2 1', '', false, 55]);
});

it('should work without the total', async () => {
	const { chat, page, total } = fixture();
	chat.open();
	await total[0]!.reject();
	await page[0]!.resolve(comments(3, 1));
	assert.equal([chat.total.value, chat.failed.value], [0, false]);
});

it('should increment the page and append at the end of the list', async () => {
	const { chat, page, pages, shown } = await opened();
	void chat.more();
	assert.is(chat.loading.value, 'more');
	await page[1]!.resolve(comments(40, 38));
	void chat.more();
	await page[2]!.resolve(comments(37, 36));
	assert.equal(pages(), [1, 2, 3]);
	assert.match(shown(), /^60 .* 41 40 39 38 37 36$/);
});

it('should increment the page and prepend on refresh', async () => {
	const { chat, page, pages, shown } = await opened();
	void chat.refresh();
	assert.is(chat.loading.value, 'refresh');
	await page[1]!.resolve(comments(40, 38));
	assert.equal(pages(), [1, 2]);
	assert.match(shown(), /^40 39 38 60 59 .* 41$/);
	void chat.more();
	await page[2]!.resolve(comments(37, 37));
	assert.equal(pages(), [1, 2, 3]);
	assert.match(shown(), /^40 39 38 60 .* 41 37$/);
});

it('should be finished when a page holds no records, and not before', async () => {
	const { chat, page } = await opened();
	void chat.more();
	await page[1]!.resolve([comment(40)]);
	assert.is(chat.finished.value, false, 'a short page is not the end');
	void chat.more();
	await page[2]!.resolve([]);
	assert.is(chat.finished.value, true);
});

it('should be finished at once when there are no comments at all', async () => {
	const { chat, page, shown } = fixture();
	chat.open();
	await page[0]!.resolve([]);
	assert.equal([chat.finished.value, shown(), chat.failed.value], [true, '', false]);
});

it('should not be finished any more when a refresh returns records', async () => {
	const { chat, page } = await opened();
	void chat.more();
	await page[1]!.resolve([]);
	void chat.refresh();
	await page[2]!.resolve([comment(61)]);
	assert.is(chat.finished.value, false);
});

it('should never run two loads at once', async () => {
	const { chat, page, pages } = await opened();
	void chat.more();
	void chat.more();
	void chat.refresh();
	assert.equal(pages(), [1, 2]);
	await page[1]!.resolve(comments(40, 21));
	void chat.refresh();
	void chat.more();
	assert.equal(pages(), [1, 2, 3]);
});

it('should fetch the same page again after a failure', async () => {
	const { chat, page, pages, shown } = await opened();
	void chat.more();
	await page[1]!.reject();
	assert.equal([chat.failed.value, chat.loading.value, chat.finished.value], [true, '', false]);
	assert.match(shown(), /^60 .* 41$/, 'what was there stays');
	void chat.more();
	await page[2]!.resolve(comments(40, 40));
	assert.equal(pages(), [1, 2, 2]);
	assert.is(chat.failed.value, false);
});

it('should load the first page on a retry when the first load failed', async () => {
	const { chat, page, pages, shown } = fixture();
	chat.open();
	await page[0]!.reject();
	assert.is(chat.failed.value, true);
	void chat.more();
	assert.is(chat.loading.value, 'first');
	await page[1]!.resolve([comment(1)]);
	assert.equal([pages(), shown()], [[1, 1], '1']);
});

it('should show a comment once however often it is returned', async () => {
	const { chat, page, shown } = await opened();
	void chat.more();
	// One came in meanwhile, so the last of page one is the first of page two.
	await page[1]!.resolve(comments(41, 39));
	void chat.refresh();
	await page[2]!.resolve([comment(39), comment(38), comment(60)]);
	assert.match(shown(), /^38 60 59 .* 41 40 39$/);
	assert.is(shown().split(' ').length, 23);
});

it('should show every comment without an id', async () => {
	const { chat, page, shown } = fixture();
	chat.open();
	await page[0]!.resolve([
		{ ...comment('a'), id: '' },
		{ ...comment('a'), id: '' },
	]);
	assert.is(shown(), 'a a');
});

it('should fetch on when a page holds nothing new but is not the last', async () => {
	const { chat, page, pages } = await opened();
	void chat.more();
	await page[1]!.resolve(comments(60, 41));
	assert.equal([chat.finished.value, chat.pages.value.length], [false, 1]);
	void chat.more();
	assert.equal(pages(), [1, 2, 3]);
});

it('should end the list after six pages in a row that hold nothing new', async () => {
	const { chat, page } = await opened();
	for (let repeat = 1; repeat <= 5; repeat++) {
		void chat.more();
		await page[repeat]!.resolve(comments(60, 41));
		assert.is(chat.finished.value, false, `after ${repeat}`);
	}
	void chat.more();
	await page[6]!.resolve(comments(60, 41));
	assert.is(chat.finished.value, true);
});

it('should count repeated pages anew after one that holds something new', async () => {
	const { chat, page } = await opened();
	for (let index = 1; index <= 11; index++) {
		void chat.more();
		await page[index]!.resolve(index === 6 ? [comment(40)] : comments(60, 41));
		assert.is(chat.finished.value, false, `after ${index}`);
	}
});

it('should count repeated pages anew after a reload', async () => {
	const { chat, page } = await opened();
	for (let index = 1; index <= 5; index++) {
		void chat.more();
		await page[index]!.resolve(comments(60, 41));
	}
	void chat.reload();
	await page[6]!.resolve(comments(60, 41));
	void chat.more();
	await page[7]!.resolve(comments(60, 41));
	assert.is(chat.finished.value, false);
});

it('should replace the list’s array and keep its pages', async () => {
	const { chat, page } = await opened();
	const before = chat.pages.value;
	void chat.more();
	await page[1]!.resolve([comment(40)]);
	assert.is.not(chat.pages.value, before);
	assert.is(chat.pages.value[0], before[0]);
	assert.is(before.length, 1);
});

it('should start from page 1 on reload and drop the old list', async () => {
	const { chat, page, pages, shown } = await opened();
	void chat.more();
	await page[1]!.resolve(comments(40, 21));
	void chat.reload();
	assert.is(chat.loading.value, 'first');
	assert.match(shown(), /^60 /, 'the old list stays until the new one is there');
	await page[2]!.resolve(comments(62, 60));
	assert.equal([pages(), shown()], [[1, 2, 1], '62 61 60']);
	void chat.more();
	assert.is(pages().at(-1), 2);
});

it('should drop a late answer for an old list', async () => {
	const { chat, page, shown } = await opened();
	void chat.more();
	void chat.reload();
	await page[1]!.resolve(comments(40, 21));
	assert.is(chat.loading.value, 'first', 'the old answer does not end the new load');
	assert.match(shown(), /^60 .* 41$/);
	await page[2]!.resolve(comments(61, 60));
	assert.is(shown(), '61 60');
});

it('should drop a late failure for an old list', async () => {
	const { chat, page } = await opened();
	void chat.more();
	void chat.reload();
	await page[2]!.resolve(comments(61, 60));
	await page[1]!.reject();
	assert.equal([chat.failed.value, chat.loading.value], [false, '']);
});

it('should drop the first of two reloads', async () => {
	const { chat, page, shown } = await opened();
	void chat.reload();
	void chat.reload();
	await page[2]!.resolve([comment(2)]);
	await page[1]!.resolve([comment(1)]);
	assert.equal([shown(), chat.loading.value], ['2', '']);
});

it('should keep the list when a reload fails', async () => {
	const { chat, page, shown } = await opened();
	void chat.reload();
	await page[1]!.reject();
	assert.is(chat.failed.value, true);
	assert.match(shown(), /^60 .* 41$/);
});

for (const text of ['', ' ', '\n\t', '　']) {
	it(`should send nothing for ${JSON.stringify(text)}`, async () => {
		const { chat, send, pages } = await opened();
		assert.is(await chat.send(text), false);
		assert.equal([send.length, pages()], [0, [1]]);
	});
}

it('should send once however often it is called', async () => {
	const { chat, send } = await opened();
	const sent = chat.send('加油');
	assert.is(chat.sending.value, true);
	assert.is(await chat.send('加油'), false);
	assert.is(await chat.send('别的'), false);
	assert.equal(
		send.map(({ argument }) => argument),
		['加油'],
	);
	await send[0]!.resolve(undefined);
	assert.is(await sent, true);
	assert.is(chat.sending.value, false);
});

it('should resolve when the message is sent, and reload from page 1', async () => {
	const { chat, send, page, pages, shown } = await opened();
	void chat.more();
	await page[1]!.resolve(comments(40, 21));
	const sent = chat.send('加油');
	assert.equal(pages(), [1, 2], 'not before it is out');
	await send[0]!.resolve(undefined);
	assert.is(await sent, true);
	assert.equal(pages(), [1, 2, 1]);
	await page[2]!.resolve(comments(61, 60));
	assert.is(shown(), '61 60');
});

it('should reload from page 1 after a failure too', async () => {
	const { chat, send, pages } = await opened();
	const sent = chat.send('加油');
	await send[0]!.reject();
	assert.is(await sent, false);
	assert.equal([pages(), chat.sending.value], [[1, 1], false]);
	void chat.send('再来');
	assert.is(send.length, 2);
});

it('should delete and reload, whether that succeeded or not', async () => {
	for (const works of [true, false]) {
		const { chat, remove, pages } = await opened();
		const removed = chat.remove('60');
		assert.equal([remove[0]!.argument, pages()], ['60', [1]]);
		await (works ? remove[0]!.resolve(undefined) : remove[0]!.reject());
		assert.is(await removed, works);
		assert.equal(pages(), [1, 1]);
	}
});

it('should prepend what a poll returns without a loading state', async () => {
	const { chat, page, shown } = await opened();
	void chat.poll();
	assert.is(chat.loading.value, '');
	await page[1]!.resolve(comments(62, 43));
	assert.match(shown(), /^62 61 60 .* 41$/);
	assert.is(chat.pages.value.length, 2);
	assert.equal([chat.unread.value, chat.failed.value], [0, false]);
});

it('should not change page and end when it polls', async () => {
	const { chat, page, pages } = await opened();
	void chat.more();
	await page[1]!.resolve([]);
	void chat.poll();
	await page[2]!.resolve(comments(61, 42));
	assert.is(chat.finished.value, true);
	void chat.refresh();
	assert.is(pages().at(-1), 3);
});

it('should change nothing when a poll returns nothing new, fails or is late', async () => {
	const { chat, page } = await opened();
	const before = chat.pages.value;
	void chat.poll();
	await page[1]!.resolve(comments(60, 41));
	void chat.poll();
	await page[2]!.reject();
	assert.equal([chat.failed.value, chat.loading.value], [false, '']);
	void chat.poll();
	void chat.more();
	await page[3]!.resolve([comment(99)]);
	assert.is(chat.pages.value, before, 'a load is under way');
	await page[4]!.reject();
	void chat.poll();
	void chat.reload();
	await page[5]!.resolve([comment(99)]);
	assert.is(chat.pages.value, before, 'the list is being made anew');
});

it('should not add comments without an id at each poll', async () => {
	const { chat, page, shown } = fixture();
	const nameless = [{ ...comment('a'), id: '' }];
	chat.open();
	await page[0]!.resolve(nameless);
	void chat.poll();
	await page[1]!.resolve(nameless);
	assert.is(shown(), 'a');
});

it('should not poll into a list that has not loaded', async () => {
	const { chat, page, shown } = fixture();
	chat.open();
	await page[0]!.reject();
	void chat.poll();
	await page[1]!.resolve([comment(1)]);
	assert.is(shown(), '');
});

it('should count new comments as unread until the reader is at the top', async () => {
	const { chat, page } = await opened();
	chat.setAtTop(false);
	void chat.poll();
	await page[1]!.resolve(comments(62, 43));
	assert.is(chat.unread.value, 2);
	void chat.poll();
	await page[2]!.resolve(comments(63, 44));
	assert.is(chat.unread.value, 3);
	chat.setAtTop(true);
	assert.is(chat.unread.value, 0);
	void chat.poll();
	await page[3]!.resolve(comments(64, 45));
	assert.is(chat.unread.value, 0, 'the reader sees the head');
});

it('should not count the result of a refresh or a reload as unread', async () => {
	const { chat, page } = await opened();
	chat.setAtTop(false);
	void chat.refresh();
	await page[1]!.resolve(comments(40, 38));
	assert.is(chat.unread.value, 0);
	void chat.poll();
	await page[2]!.resolve([comment(61)]);
	assert.is(chat.unread.value, 1);
	void chat.reload();
	assert.is(chat.unread.value, 0);
});

it.run();
