import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	comment,
	comments,
	createFakeChat,
	down,
	flush,
	later,
	openBusyChat,
	openFakeChat,
	withSilentChat,
} from '../../support/fake-chat.ts';

const it = suite('chat, its pages');
withSilentChat(it);

it('should load the first page and the total once when opened', async () => {
	const { chat, page, total, pages, shown } = createFakeChat();
	assert.equal([page.length, total.length, chat.loading.value, chat.unread.value], [0, 0, '', 0], 'not before');
	chat.open();
	assert.is(chat.loading.value, 'first');
	chat.open();
	await page[0]!.resolve(comments(3, 1));
	await total[0]!.resolve(55);
	chat.open();
	assert.equal([pages(), total.length], [[1], 1]);
	assert.equal([shown(), chat.loading.value, chat.list.value.finished, chat.total.value], ['3 2 1', '', false, 55]);
});

it('should fetch a total that failed again at a poll, at the earliest 30 s later', async () => {
	const { chat, page, total } = createFakeChat();
	let now = 0;
	mock.method(performance, 'now', () => now);
	const poll = async (time: number) => {
		now = time;
		void chat.poll();
		await page[page.length - 1]!.resolve(comments(3, 1));
		return total.length;
	};
	chat.open();
	await total[0]!.reject();
	await page[0]!.resolve(comments(3, 1));
	assert.equal([chat.total.value, chat.failed.value], [0, false]);
	assert.equal([await poll(29_999), await poll(30_000), await poll(60_000)], [1, 2, 2]);
	await total[1]!.resolve(55);
	assert.equal([await poll(90_000), chat.total.value], [2, 55]);
	mock.restoreAll();
});

it('should never run two loads at once', async () => {
	const { chat, page, pages } = await openFakeChat();
	void chat.older();
	void chat.older();
	void chat.refresh();
	assert.equal(pages(), [2]);
	await page[0]!.resolve(comments(40, 21));
	void chat.refresh();
	void chat.older();
	assert.equal(pages(), [2, 3, 1]);
});

it('should fetch the same page again after a failure', async () => {
	const { chat, page, pages, shown } = await openFakeChat();
	void chat.older();
	await page[0]!.reject();
	assert.equal([chat.failed.value, chat.loading.value, chat.list.value.finished], [true, '', false]);
	assert.match(shown(), /^60 .* 41$/, 'what was there stays');
	void chat.older();
	await page[1]!.resolve(comments(40, 40));
	assert.equal([pages(), chat.failed.value, shown().slice(-5)], [[2, 2], false, '41 40']);
});

it('should be missing until a poll has loaded a list that failed, and total with it', async () => {
	const { chat, page, total, shown } = createFakeChat();
	chat.open();
	await page[0]!.reject();
	await total[0]!.reject();
	assert.equal([chat.failed.value, !!chat.missing.value], [true, true]);
	const failed = chat.poll().catch((error) => `${error}`);
	assert.is(chat.loading.value, '', 'the retry button stays');
	await page[1]!.reject();
	assert.equal([await failed, !!chat.missing.value], ['Error: no', true]);
	void chat.poll();
	await page[2]!.resolve(comments(3, 1));
	await total[1]!.resolve(55);
	assert.equal([shown(), chat.failed.value, chat.missing.value, chat.total.value], ['3 2 1', false, null, 55]);
});

it('should drop what a poll brings to a list that somebody has requested meanwhile', async () => {
	const { chat, page, shown } = createFakeChat();
	chat.open();
	await page[0]!.reject();
	void chat.poll();
	void chat.older();
	await page[1]!.resolve([comment(1)]);
	assert.equal([shown(), chat.loading.value], ['', 'first']);
	await page[2]!.resolve([comment(2)]);
	assert.is(shown(), '2');
});

it('should not be missing where a list without messages has loaded, nor where a later load fails', async () => {
	for (const first of [[], comments(3, 1)]) {
		const { chat, page } = createFakeChat();
		chat.open();
		await page[0]!.resolve(first);
		void chat.refresh();
		await flush();
		await page[1]!.reject();
		assert.equal([chat.failed.value, chat.missing.value], [true, null]);
	}
});

for (const isFine of [true, false])
	it(`should drop a late ${isFine ? 'answer' : 'failure'} for an old list`, async () => {
		const { chat, page, shown } = await openFakeChat();
		void chat.older();
		void chat.reload();
		await (isFine ? page[0]!.resolve(comments(40, 21)) : page[0]!.reject());
		assert.equal([chat.loading.value, chat.failed.value], ['first', false], 'it does not end the new load');
		assert.match(shown(), /^60 .* 41$/);
		await page[1]!.resolve(comments(61, 60));
		assert.is(shown(), '61 60');
	});

it('should read a page alone where the head is current, else the head beside it, and then the page that new messages have moved', async () => {
	const { chat, post, requests, shown } = await openBusyChat(200);
	requests.length = 0;
	await chat.older();
	assert.equal([requests, shown()], [[2], down(200, 161)]);
	void chat.reload();
	await flush();
	requests.length = 0;
	post(45);
	later();
	chat.setAtTop(false);
	await chat.older();
	assert.equal([requests, shown(), chat.unread.value], [[2, 1, 2, 3], down(245, 181), 45]);
	await chat.older();
	assert.equal(shown(), down(245, 166));
});

for (const [what, posted, busy, requested] of [
	['one that begins with what follows', 100, false, [2, 1, 2, 3, 6, 7]],
	['one that some of it precedes', 95, false, [2, 1, 2, 3, 6]],
	['one that others come before meanwhile', 95, true, [2, 1, 2, 3, 6]],
	['one of hundreds', 1005, false, [2, 1, 2, 3, 51, 52]],
] as const)
	it(`should find the next page under a reader further down though more is new than can be read: ${what}`, async () => {
		const { chat, post, requests, server, shown } = await openBusyChat(200);
		requests.length = 0;
		post(posted);
		server.busy = busy;
		chat.setAtTop(false);
		later();
		await chat.older();
		const ids = shown();
		assert.equal([ids, requests], [down(200, ids.at(-1)!), requested]);
		assert.ok(ids.length > 20 && !chat.failed.value, `${ids.length}`);
		assert.is(chat.total.value, 200 + posted + (busy ? 4 : 0));
		server.busy = false;
		await chat.older();
		const more = shown();
		assert.ok(more.length > ids.length);
		assert.equal(more, down(200, more.at(-1)!), 'without a gap');
		chat.setAtTop(true);
		await flush();
		assert.is(shown()[0]! > 200, true, 'at the top it starts anew');
	});

it('should append and prepend pages without ids but for equal rows, and replace the list by a head that has none of them', async () => {
	const { chat, post, server, shown } = await openBusyChat(100, 'ids');
	await chat.older();
	assert.equal(shown(), down(100, 61));
	later();
	post(5);
	await chat.older();
	assert.equal(shown(), down(105, 46), 'the next page begins with five that are shown');
	post(3);
	await chat.poll();
	assert.equal(shown(), down(108, 46));
	post(20);
	await chat.poll();
	assert.equal(shown(), down(128, 109));
	chat.setAtTop(false);
	post(20);
	await chat.poll();
	assert.equal([shown(), chat.unread.value], [down(128, 109), 60]);
	assert.is(server.lacks, 'ids');
});

for (const what of ['total', 'pages'] as const)
	it(`should start anew with the next page where more is new than can be read, and there is no ${what} to find it by`, async () => {
		const { chat, post, server, shown } = await openBusyChat(200);
		server.lacks = what;
		post(100);
		chat.setAtTop(false);
		later();
		await chat.older();
		assert.equal([shown().length, chat.loading.value], [20, ''], 'the second page may be newer than the first');
		if (what === 'total') assert.equal(shown(), down(300, 281));
	});

// A pull-down.

it('should merge page 1 at the head on refresh, and prepend the next page to the older rows', async () => {
	const { chat, page, pages, shown } = await openFakeChat();
	void chat.refresh();
	assert.is(chat.loading.value, 'refresh');
	await page[0]!.resolve(comments(42, 38));
	assert.equal(pages(), [2, 1]);
	await page[1]!.resolve(comments(62, 43));
	assert.equal([pages(), chat.loading.value], [[2, 1], '']);
	assert.match(shown(), /^62 61 40 39 38 60 59 .* 41$/);
	void chat.older();
	await page[2]!.resolve(comments(38, 37));
	assert.equal(pages(), [2, 1, 3]);
	assert.match(shown(), /^62 61 40 39 38 60 .* 41 37$/);
});

it('should request page 1 alone on refresh after the end', async () => {
	const { chat, page, pages, shown } = await openFakeChat();
	void chat.older();
	await page[0]!.resolve([]);
	void chat.refresh();
	await page[1]!.resolve(comments(61, 42));
	assert.equal([pages(), chat.list.value.finished, chat.loading.value], [[2, 1], true, '']);
	assert.match(shown(), /^61 60 .* 41$/);
});

it.run();
