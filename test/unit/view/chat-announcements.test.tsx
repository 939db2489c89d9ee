import { openChat } from '../../support/chat-panel.tsx';
import { commentList, reset, settle, setup, texts } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const it = suite('chat announcements');
it.before.each(() => setup());
it.after.each(reset);

it('should have up to three messages of a poll read, and of more the number', async () => {
	const { page, view, comments, poll, scrollTo, announced } = await openChat();
	assert.is(announced(), 'off,');
	for (const [newest, expected] of [
		[61, 'polite,'],
		[64, 'polite,'],
		[64, 'polite,'],
		[68, 'off,4 条新消息'],
	] as const) {
		await poll(newest);
		assert.is(announced(), expected);
	}
	// Another node, or the same number would not be announced twice.
	const before = view.querySelector('[role=status]')!.firstChild;
	await poll(72);
	assert.is(announced(), 'off,4 条新消息');
	assert.is.not(view.querySelector('[role=status]')!.firstChild, before);
	// Pages that overlap, because messages came between: there may be more than the poll has read.
	await scrollTo(300);
	void page.chat.poll();
	await settle();
	for (const newest of [200, 190, 180]) await comments.at(-1)!.resolve(commentList(newest, newest - 19));
	assert.is(announced(), 'off,60+ 条新消息');
	assert.equal(texts(view, '.unread'), ['60+ 条新消息'], 'also to the eye');
});

it('should announce neither older pages, nor a list that is loaded anew', async () => {
	const { page, comments, poll, scrollTo, rows, announced } = await openChat();
	await poll(61);
	assert.is(announced(), 'polite,');
	await scrollTo(600);
	await comments[2]!.resolve(commentList(41, 22));
	assert.equal([announced(), rows()], ['off,', 40]);
	void page.chat.reload();
	await comments[3]!.resolve(commentList(61, 42));
	assert.equal([announced(), rows()], ['off,', 20]);
});

it('should announce no buttons: to a moderator the number of any messages', async () => {
	const { poll, announced } = await openChat(commentList(60, 41), { moderator: true });
	assert.is(announced(), 'off,');
	await poll(61);
	assert.is(announced(), 'off,1 条新消息');
});

it.run();
