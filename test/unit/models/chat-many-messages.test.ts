import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { down, flush, openBusyChat, withSilentChat } from '../../support/fake-chat.ts';

const it = suite('chat, many messages');
withSilentChat(it);

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

it.run();
