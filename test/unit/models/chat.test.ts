import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Comment } from '../../../src/api/comments.ts';
import { createChat } from '../../../src/models/chat.ts';

const it = suite('chat');

it.before.each(() => void mock.method(console, 'warn', () => {}));
it.after.each(() => mock.restoreAll());

/** A call that is answered when the test says so. */
interface Asked<T> {
	what: unknown;
	answer(value: T): Promise<void>;
	fail(): Promise<void>;
}

function pending<T>() {
	const asked: Asked<T>[] = [];
	const ask = (what?: unknown) =>
		new Promise<T>(
			(resolve, reject) =>
				void asked.push({
					what,
					answer: (value) => (resolve(value), settled()),
					fail: () => (reject(new Error('no')), settled()),
				}),
		);
	return { asked, ask };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const comment = (id: number | string): Comment => ({ id: `${id}`, nickname: 'n', content: `${id}` });
const comments = (from: number, to: number): Comment[] =>
	Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => comment(from > to ? from - i : from + i));

function scene() {
	const page = pending<Comment[]>();
	const send = pending<unknown>();
	const remove = pending<unknown>();
	const total = pending<number>();
	const chat = createChat({ page: page.ask, send: send.ask, remove: remove.ask, total: total.ask });
	const shown = () =>
		chat.pages.value
			.flat()
			.map(({ content }) => content)
			.join(' ');
	const pages = () => page.asked.map(({ what }) => what);
	return { chat, page: page.asked, send: send.asked, remove: remove.asked, total: total.asked, shown, pages };
}

/** A chat that shows its first page: comments 60 down to 41. */
async function opened() {
	const it = scene();
	it.chat.open();
	await it.page[0]!.answer(comments(60, 41));
	return it;
}

it('should ask for nothing before it is opened', () => {
	const { page, total, chat } = scene();
	assert.equal([page.length, total.length, chat.loading.value], [0, 0, '']);
});

it('should load the first page and the total once when opened', async () => {
	const { chat, page, total, pages, shown } = scene();
	chat.open();
	assert.is(chat.loading.value, 'first');
	chat.open();
	await page[0]!.answer(comments(3, 1));
	await total[0]!.answer(55);
	chat.open();
	assert.equal([pages(), total.length], [[1], 1]);
	assert.equal([shown(), chat.loading.value, chat.finished.value, chat.total.value], ['3 2 1', '', false, 55]);
});

it('should do without the total', async () => {
	const { chat, page, total } = scene();
	chat.open();
	await total[0]!.fail();
	await page[0]!.answer(comments(3, 1));
	assert.equal([chat.total.value, chat.failed.value], [0, false]);
});

it('should increment the page and append at the end of the list', async () => {
	const { chat, page, pages, shown } = await opened();
	void chat.more();
	assert.is(chat.loading.value, 'more');
	await page[1]!.answer(comments(40, 38));
	void chat.more();
	await page[2]!.answer(comments(37, 36));
	assert.equal(pages(), [1, 2, 3]);
	assert.match(shown(), /^60 .* 41 40 39 38 37 36$/);
});

it('should increment the page and prepend on refresh', async () => {
	const { chat, page, pages, shown } = await opened();
	void chat.refresh();
	assert.is(chat.loading.value, 'refresh');
	await page[1]!.answer(comments(40, 38));
	assert.equal(pages(), [1, 2]);
	assert.match(shown(), /^40 39 38 60 59 .* 41$/);
	void chat.more();
	await page[2]!.answer(comments(37, 37));
	assert.equal(pages(), [1, 2, 3]);
	assert.match(shown(), /^40 39 38 60 .* 41 37$/);
});

it('should be finished when a page holds no records, and not before', async () => {
	const { chat, page } = await opened();
	void chat.more();
	await page[1]!.answer([comment(40)]);
	assert.is(chat.finished.value, false, 'a short page is not the end');
	void chat.more();
	await page[2]!.answer([]);
	assert.is(chat.finished.value, true);
});

it('should be finished at once when there are no comments at all', async () => {
	const { chat, page, shown } = scene();
	chat.open();
	await page[0]!.answer([]);
	assert.equal([chat.finished.value, shown(), chat.failed.value], [true, '', false]);
});

it('should not be finished any more when a refresh brings records', async () => {
	const { chat, page } = await opened();
	void chat.more();
	await page[1]!.answer([]);
	void chat.refresh();
	await page[2]!.answer([comment(61)]);
	assert.is(chat.finished.value, false);
});

it('should never run two loads at once', async () => {
	const { chat, page, pages } = await opened();
	void chat.more();
	void chat.more();
	void chat.refresh();
	assert.equal(pages(), [1, 2]);
	await page[1]!.answer(comments(40, 21));
	void chat.refresh();
	void chat.more();
	assert.equal(pages(), [1, 2, 3]);
});

it('should ask for the same page again after a failure', async () => {
	const { chat, page, pages, shown } = await opened();
	void chat.more();
	await page[1]!.fail();
	assert.equal([chat.failed.value, chat.loading.value, chat.finished.value], [true, '', false]);
	assert.match(shown(), /^60 .* 41$/, 'what was there stays');
	void chat.more();
	await page[2]!.answer(comments(40, 40));
	assert.equal(pages(), [1, 2, 2]);
	assert.is(chat.failed.value, false);
});

it('should load the first page on a retry when the first load failed', async () => {
	const { chat, page, pages, shown } = scene();
	chat.open();
	await page[0]!.fail();
	assert.is(chat.failed.value, true);
	void chat.more();
	assert.is(chat.loading.value, 'first');
	await page[1]!.answer([comment(1)]);
	assert.equal([pages(), shown()], [[1, 1], '1']);
});

it('should show a comment once however often it comes', async () => {
	const { chat, page, shown } = await opened();
	void chat.more();
	// One came in meanwhile, so the last of page one is the first of page two.
	await page[1]!.answer(comments(41, 39));
	void chat.refresh();
	await page[2]!.answer([comment(39), comment(38), comment(60)]);
	assert.match(shown(), /^38 60 59 .* 41 40 39$/);
	assert.is(shown().split(' ').length, 23);
});

it('should show comments without an id as they come', async () => {
	const { chat, page, shown } = scene();
	chat.open();
	await page[0]!.answer([
		{ ...comment('a'), id: '' },
		{ ...comment('a'), id: '' },
	]);
	assert.is(shown(), 'a a');
});

it('should go on when a page brings nothing new but is not the last', async () => {
	const { chat, page, pages } = await opened();
	void chat.more();
	await page[1]!.answer(comments(60, 41));
	assert.equal([chat.finished.value, chat.pages.value.length], [false, 1]);
	void chat.more();
	assert.equal(pages(), [1, 2, 3]);
});

it('should replace the list’s array and keep its pages', async () => {
	const { chat, page } = await opened();
	const before = chat.pages.value;
	void chat.more();
	await page[1]!.answer([comment(40)]);
	assert.is.not(chat.pages.value, before);
	assert.is(chat.pages.value[0], before[0]);
	assert.is(before.length, 1);
});

it('should start from page 1 on reload and drop what was there', async () => {
	const { chat, page, pages, shown } = await opened();
	void chat.more();
	await page[1]!.answer(comments(40, 21));
	void chat.reload();
	assert.is(chat.loading.value, 'first');
	assert.match(shown(), /^60 /, 'the old list stays until the new one is there');
	await page[2]!.answer(comments(62, 60));
	assert.equal([pages(), shown()], [[1, 2, 1], '62 61 60']);
	void chat.more();
	assert.is(pages().at(-1), 2);
});

it('should drop a late answer for an old list', async () => {
	const { chat, page, shown } = await opened();
	void chat.more();
	void chat.reload();
	await page[1]!.answer(comments(40, 21));
	assert.is(chat.loading.value, 'first', 'the old answer does not end the new load');
	assert.match(shown(), /^60 .* 41$/);
	await page[2]!.answer(comments(61, 60));
	assert.is(shown(), '61 60');
});

it('should drop a late failure for an old list', async () => {
	const { chat, page } = await opened();
	void chat.more();
	void chat.reload();
	await page[2]!.answer(comments(61, 60));
	await page[1]!.fail();
	assert.equal([chat.failed.value, chat.loading.value], [false, '']);
});

it('should drop the first of two reloads', async () => {
	const { chat, page, shown } = await opened();
	void chat.reload();
	void chat.reload();
	await page[2]!.answer([comment(2)]);
	await page[1]!.answer([comment(1)]);
	assert.equal([shown(), chat.loading.value], ['2', '']);
});

it('should keep the list when a reload fails', async () => {
	const { chat, page, shown } = await opened();
	void chat.reload();
	await page[1]!.fail();
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

it('should send once however often it is told to', async () => {
	const { chat, send } = await opened();
	const sent = chat.send('加油');
	assert.is(chat.sending.value, true);
	assert.is(await chat.send('加油'), false);
	assert.is(await chat.send('别的'), false);
	assert.equal(
		send.map(({ what }) => what),
		['加油'],
	);
	await send[0]!.answer(undefined);
	assert.is(await sent, true);
	assert.is(chat.sending.value, false);
});

it('should answer as soon as the message is out, and reload from page 1', async () => {
	const { chat, send, page, pages, shown } = await opened();
	void chat.more();
	await page[1]!.answer(comments(40, 21));
	const sent = chat.send('加油');
	assert.equal(pages(), [1, 2], 'not before it is out');
	await send[0]!.answer(undefined);
	assert.is(await sent, true);
	assert.equal(pages(), [1, 2, 1]);
	await page[2]!.answer(comments(61, 60));
	assert.is(shown(), '61 60');
});

it('should reload from page 1 after a failure too', async () => {
	const { chat, send, pages } = await opened();
	const sent = chat.send('加油');
	await send[0]!.fail();
	assert.is(await sent, false);
	assert.equal([pages(), chat.sending.value], [[1, 1], false]);
	void chat.send('再来');
	assert.is(send.length, 2);
});

it('should delete and reload, whether it worked or not', async () => {
	for (const works of [true, false]) {
		const { chat, remove, pages } = await opened();
		const removed = chat.remove('60');
		assert.equal([remove[0]!.what, pages()], ['60', [1]]);
		await (works ? remove[0]!.answer(undefined) : remove[0]!.fail());
		assert.is(await removed, works);
		assert.equal(pages(), [1, 1]);
	}
});

it('should merge what a poll brings at the head, quietly', async () => {
	const { chat, page, shown } = await opened();
	void chat.poll();
	assert.is(chat.loading.value, '');
	await page[1]!.answer(comments(62, 43));
	assert.match(shown(), /^62 61 60 .* 41$/);
	assert.is(chat.pages.value.length, 2);
	assert.equal([chat.unread.value, chat.failed.value], [0, false]);
});

it('should leave page and end alone when it polls', async () => {
	const { chat, page, pages } = await opened();
	void chat.more();
	await page[1]!.answer([]);
	void chat.poll();
	await page[2]!.answer(comments(61, 42));
	assert.is(chat.finished.value, true);
	void chat.refresh();
	assert.is(pages().at(-1), 3);
});

it('should change nothing when a poll brings nothing new, fails or comes late', async () => {
	const { chat, page } = await opened();
	const before = chat.pages.value;
	void chat.poll();
	await page[1]!.answer(comments(60, 41));
	void chat.poll();
	await page[2]!.fail();
	assert.equal([chat.failed.value, chat.loading.value], [false, '']);
	void chat.poll();
	void chat.more();
	await page[3]!.answer([comment(99)]);
	assert.is(chat.pages.value, before, 'a load is under way');
	await page[4]!.fail();
	void chat.poll();
	void chat.reload();
	await page[5]!.answer([comment(99)]);
	assert.is(chat.pages.value, before, 'the list is being made anew');
});

it('should not repeat comments without an id at each poll', async () => {
	const { chat, page, shown } = scene();
	const nameless = [{ ...comment('a'), id: '' }];
	chat.open();
	await page[0]!.answer(nameless);
	void chat.poll();
	await page[1]!.answer(nameless);
	assert.is(shown(), 'a');
});

it('should not poll into a list that is not there', async () => {
	const { chat, page, shown } = scene();
	chat.open();
	await page[0]!.fail();
	void chat.poll();
	await page[1]!.answer([comment(1)]);
	assert.is(shown(), '');
});

it('should count what came while the reader was elsewhere, until the head is seen', async () => {
	const { chat, page } = await opened();
	chat.setAtTop(false);
	void chat.poll();
	await page[1]!.answer(comments(62, 43));
	assert.is(chat.unread.value, 2);
	void chat.poll();
	await page[2]!.answer(comments(63, 44));
	assert.is(chat.unread.value, 3);
	chat.setAtTop(true);
	assert.is(chat.unread.value, 0);
	void chat.poll();
	await page[3]!.answer(comments(64, 45));
	assert.is(chat.unread.value, 0, 'the reader sees the head');
});

it('should count nothing as unread that a refresh or a reload brought', async () => {
	const { chat, page } = await opened();
	chat.setAtTop(false);
	void chat.refresh();
	await page[1]!.answer(comments(40, 38));
	assert.is(chat.unread.value, 0);
	void chat.poll();
	await page[2]!.answer([comment(61)]);
	assert.is(chat.unread.value, 1);
	void chat.reload();
	assert.is(chat.unread.value, 0);
});

it.run();
