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

it('should start anew where a page that was appended may hold new messages, because more than a page of them had come', async () => {
	const { chat, page, shown } = await openFakeChat();
	void chat.more();
	// Fifty have come since the first page was read.
	await page[0]!.resolve(comments(90, 71));
	void chat.poll();
	await page[1]!.resolve(comments(110, 91));
	await page[2]!.resolve(comments(90, 71));
	await page[3]!.resolve(comments(110, 91));
	assert.match(shown(), /^110 109 .* 92 91$/);
});

it('should keep an appended page where less has come since, and once the head has been read', async () => {
	const { chat, page, shown } = await openFakeChat();
	void chat.more();
	await page[0]!.resolve(comments(40, 21));
	void chat.poll();
	await page[1]!.resolve(comments(79, 60));
	assert.match(shown(), /^79 78 .* 22 21$/);
	void chat.poll();
	await page[2]!.resolve(comments(99, 80));
	await page[3]!.resolve(comments(79, 60));
	assert.match(shown(), /^99 98 .* 22 21$/);
});

it('should change nothing when a poll returns nothing new, fails or is late', async () => {
	const { chat, page } = await openFakeChat();
	const before = chat.pages.value;
	void chat.poll();
	await page[0]!.resolve(comments(60, 41));
	chat.poll().catch(() => {});
	await page[1]!.reject();
	assert.equal([chat.failed.value, chat.loading.value], [false, '']);
	void chat.poll();
	void chat.more();
	await page[2]!.resolve([comment(99)]);
	assert.is(chat.pages.value, before, 'a load is under way');
	await page[3]!.reject();
	void chat.poll();
	void chat.reload();
	await page[4]!.resolve([comment(99)]);
	assert.is(chat.pages.value, before, 'the list is being made anew');
});

it('should leave to the next poll what a poll outside the order cannot fetch', async () => {
	mock.timers.enable({ apis: ['Date'] });
	const { chat, page, pages, shown } = await openFakeChat();
	const before = shown();
	mock.timers.tick(5001);
	chat.open();
	await page[0]!.reject();
	assert.equal([pages(), shown(), chat.failed.value], [[1], before, false]);
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
	await page[0]!.resolve([comment(61), comment(60)]);
	await page[1]!.resolve(comments(40, 21));
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
	assert.equal([shown(), requests], [down(160, 101), [1, 2, 3]]);
	assert.equal([chat.unread.value, chat.finished.value], [0, false]);
	await chat.more();
	await chat.more();
	assert.equal(shown(), down(160, 61), 'without a gap');
	await flush();
	assert.is(chat.total.value, 160);
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
	assert.equal([shown(), chat.unread.value], [down(600, 541), 0]);
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
	mock.timers.enable({ apis: ['Date'] });
	const { chat, post, shown } = await openBusyChat(100);
	await chat.poll();
	post(3);
	mock.timers.tick(5000);
	chat.open();
	await flush();
	assert.equal(shown(), down(100, 81), 'the last poll is recent');
	mock.timers.tick(1);
	chat.open();
	await flush();
	assert.equal(shown(), down(103, 81));
});

it('should start the list of a reader at its top anew when it has become long, and not of another', async () => {
	const { chat, post, shown } = await openBusyChat(20);
	while (shown().length < 1000) {
		post(49);
		await chat.poll();
	}
	await chat.poll();
	assert.is(shown().length, 1000);
	post(1);
	chat.setAtTop(false);
	await chat.poll();
	await chat.poll();
	assert.is(shown().length, 1001);
	chat.setAtTop(true);
	await chat.poll();
	assert.equal(shown(), down(1001, 982));
});

it.run();
