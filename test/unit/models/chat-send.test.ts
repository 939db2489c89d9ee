import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	comments,
	createFakeChat,
	flush,
	openBusyChat,
	openFakeChat,
	withSilentChat,
} from '../../support/fake-chat.ts';

const it = suite('chat, sending and deleting');
withSilentChat(it);

it('should send nothing for blank text', async () => {
	const { chat, send, pages } = await openFakeChat();
	for (const text of ['', ' ', '\n\t', '　']) assert.is((await chat.send(text)).done, false);
	assert.equal([send.length, pages()], [0, []]);
});

it('should send once however often it is called, and reload from page 1 once the message is out', async () => {
	const { chat, send, page, pages, shown } = await openFakeChat();
	void chat.older();
	await page[0]!.resolve(comments(41, 21));
	const sent = chat.send('加油');
	assert.is(chat.sending.value, true);
	for (const again of ['加油', '别的']) assert.is((await chat.send(again)).done, false);
	assert.equal([send.length, send[0]!.argument, pages()], [1, '加油', [2]]);
	await send[0]!.resolve(undefined);
	assert.equal([(await sent).done, chat.sending.value, pages()], [true, false, [2, 1]]);
	await page[1]!.resolve(comments(61, 60));
	assert.is(shown(), '61 60');
});

it('should request page 1 alone after a failure, and keep the list', async () => {
	const { chat, send, page, pages, shown } = await openFakeChat();
	void chat.older();
	await page[0]!.resolve(comments(41, 21));
	const sent = chat.send('加油');
	await send[0]!.reject();
	assert.is((await sent).done, false);
	assert.equal([pages(), chat.sending.value, chat.loading.value], [[2, 1], false, '']);
	await page[1]!.resolve(comments(61, 42));
	assert.match(shown(), /^61 60 .* 22 21$/);
	void chat.send('再来');
	assert.is(send.length, 2);
});

for (const [reason, own] of [
	['', true],
	['太快了', undefined],
] as const)
	it(`should ${own ? '' : 'not '}take a new message with the text for one's own after a failure${reason && ' that is a refusal'}`, async () => {
		const { chat, send, page } = await openFakeChat();
		void chat.send('加油');
		await send[0]!.reject(reason);
		await page[0]!.resolve([{ id: '61', nickname: '小明', content: '加油' }, ...comments(60, 42)]);
		assert.equal([chat.list.value.known[0]!.id, chat.list.value.known[0]!.own], ['61', own]);
	});

it('should load the list after a failure where it has not loaded', async () => {
	const { chat, send, page, pages, shown } = createFakeChat();
	chat.open();
	await page[0]!.reject();
	void chat.send('加油');
	await send[0]!.reject();
	assert.equal(pages(), [1, 1]);
	await page[1]!.resolve(comments(3, 1));
	assert.is(shown(), '3 2 1');
});

it('should take a deleted message out of its page, and request page 1 alone', async () => {
	const { chat, remove, page, pages, shown } = await openFakeChat();
	void chat.older();
	await page[0]!.resolve(comments(41, 21));
	const [first, second] = chat.list.value.pages;
	const removed = chat.remove('30');
	assert.equal([remove[0]!.argument, pages()], ['30', [2]]);
	assert.match(shown(), / 31 30 29 /, 'not before it is deleted');
	await remove[0]!.resolve(undefined);
	assert.is((await removed).done, true);
	assert.equal([pages(), chat.loading.value], [[2, 1], '']);
	assert.match(shown(), /^60 .* 31 29 .* 21$/);
	assert.is(chat.list.value.pages[0], first, 'the other pages are the same objects');
	assert.is(chat.list.value.pages[1]!.key, second!.key);
	await page[1]!.resolve(comments(60, 41));
	assert.is(shown().split(' ').length, 39);
	void chat.remove('60');
	await remove[1]!.resolve(undefined);
	await page[2]!.resolve(comments(61, 42));
	assert.match(shown(), /^61 59 /, 'though the server still lists it');
});

it('should start anew from page 1 when a deletion fails, which may have been done', async () => {
	const { chat, remove, page, pages, shown } = await openFakeChat();
	const before = chat.list.value.pages;
	const removed = chat.remove('60');
	await remove[0]!.reject();
	assert.is((await removed).done, false);
	assert.equal([pages(), chat.list.value.pages === before], [[1], true]);
	await page[0]!.resolve(comments(59, 40));
	assert.match(shown(), /^59 58 /);
});

it('should keep the number of messages true when they are sent and deleted', async () => {
	const { chat } = await openBusyChat(55);
	const totals = [chat.total.value];
	for (const change of [() => chat.send('56'), () => chat.remove('56')]) {
		await change();
		await flush();
		totals.push(chat.total.value);
	}
	assert.equal(totals, [55, 56, 55]);
});

it.run();
