import { button, commentList, fire, renderView, reset, settle, setup, texts } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../../src/models/page-model.ts';
import { ChatPanel } from '../../../src/view/chat/chat-panel.tsx';
import { Dialogs } from '../../../src/view/dialogs/dialogs.tsx';
import { Toast } from '../../../src/view/page/toast.tsx';

const it = suite('question');
it.before.each(() => setup());
it.after.each(reset);

const ChatWithDialog = ({ page }: { page: Page }) => (
	<>
		<ChatPanel page={page} />
		<Toast page={page} />
		<Dialogs page={page} />
	</>
);

/** A moderator's chat with the comments 4 to 1. */
async function openChat() {
	const chat = await renderView(ChatWithDialog, { member: true, moderator: true });
	const { page, view, comments, remove } = chat;
	page.show('chat');
	await comments[0]!.resolve(commentList(4, 1));
	await comments[1]!.resolve([]);
	return {
		...chat,
		deleted: () => remove.map(({ argument }) => argument),
		pages: () => comments.map(({ argument }) => argument),
		toast: () => texts(view, '[role=status] p'),
		dialog: () => view.querySelector('[role=dialog]'),
		/** Clicks the delete button of a row. */
		async requestDeletion(row = 0) {
			const control = button(view.querySelectorAll('li')[row]!, '删除');
			control.focus();
			await fire(control, 'click');
			return control;
		},
	};
}

const press = (key: string, fields = {}) => fire(document, 'keydown', { key, ...fields });

it('should confirm a deletion in the words of the specification', async () => {
	const { dialog, requestDeletion, deleted } = await openChat();
	assert.is(dialog(), null);
	await requestDeletion();
	const box = dialog()!;
	assert.equal([box.getAttribute('aria-modal'), box.getAttribute('aria-label')], ['true', '删除']);
	assert.equal(texts(box, 'h2'), ['删除']);
	assert.is(document.getElementById(box.getAttribute('aria-describedby')!)!.textContent, '确认删除评论？');
	assert.equal(texts(box, 'p'), ['确认删除评论？']);
	assert.equal(texts(box, 'button'), ['取消', '确认']);
	assert.equal(deleted(), []);
});

it('should delete the comment and reload from page 1 after 确认', async () => {
	const { view, dialog, requestDeletion, deleted, remove, pages, comments, toast } = await openChat();
	await requestDeletion(1);
	await fire(button(dialog()!, '确认'), 'click');
	assert.equal([dialog(), deleted(), pages()], [null, ['3'], [1, 2]]);
	await remove[0]!.resolve();
	assert.equal(pages(), [1, 2, 1]);
	await comments[2]!.resolve([...commentList(4, 4), ...commentList(2, 1)]);
	assert.equal(texts(view, 'li p'), ['用户4：第4条', '用户2：第2条', '用户1：第1条']);
	assert.equal(toast(), []);
});

for (const [how, cancel] of [
	['取消', (dialog: Element) => fire(button(dialog, '取消'), 'click')],
	['Escape', () => press('Escape')],
] as const) {
	it(`should delete nothing after ${how}, and return the focus`, async () => {
		const { view, dialog, requestDeletion, deleted, pages } = await openChat();
		const control = await requestDeletion(2);
		assert.ok(document.activeElement === button(dialog()!, '取消'));
		await cancel(dialog()!);
		assert.is(dialog(), null);
		assert.ok(document.activeElement === control);
		await settle();
		assert.equal([deleted(), pages(), texts(view, 'li').length], [[], [1, 2], 4]);
		// The next question is a new one.
		await requestDeletion(0);
		await fire(button(dialog()!, '确认'), 'click');
		assert.equal(deleted(), ['4']);
	});
}

it('should say why the server has refused a deletion', async () => {
	const { dialog, requestDeletion, remove, toast } = await openChat();
	await requestDeletion();
	await fire(button(dialog()!, '确认'), 'click');
	await remove[0]!.reject('没有删除权限');
	assert.equal(toast(), ['没有删除权限']);
});

it('should say when a deletion failed, and reload all the same', async () => {
	const { view, dialog, requestDeletion, deleted, remove, pages, comments, toast } = await openChat();
	await requestDeletion();
	await fire(button(dialog()!, '确认'), 'click');
	assert.equal(toast(), []);
	await remove[0]!.reject();
	assert.equal([toast(), deleted(), pages()], [['删除失败，请稍后重试'], ['4'], [1, 2, 1]]);
	await comments[2]!.resolve(commentList(4, 1));
	assert.is(texts(view, 'li').length, 4);
});

it('should keep the focus, both ways round, and from outside', async () => {
	const { dialog, requestDeletion } = await openChat();
	const outside = await requestDeletion();
	const [no, yes] = [button(dialog()!, '取消'), button(dialog()!, '确认')];
	for (const [shiftKey, focused] of [
		[false, yes],
		[false, no],
		[true, yes],
		[true, no],
		[true, yes],
	] as const) {
		assert.not(await press('Tab', { shiftKey }), 'prevented');
		assert.ok(document.activeElement === focused);
	}
	outside.focus();
	await press('Tab');
	assert.ok(document.activeElement === no);
});

it('should leave other keys alone, and every key once it is closed', async () => {
	const { dialog, requestDeletion } = await openChat();
	const control = await requestDeletion();
	assert.ok(await press('a'));
	assert.ok(document.activeElement === button(dialog()!, '取消'));
	await press('Escape');
	assert.ok(await press('Tab'));
	assert.ok(document.activeElement === control);
});

it('should be a message to close without a comment', async () => {
	const { page, dialog } = await openChat();
	const answer = page.notice.confirm('复制失败', 'https://live.example.com/?id=1');
	await settle();
	assert.equal([texts(dialog()!, 'p'), texts(dialog()!, 'button')], [['https://live.example.com/?id=1'], ['关闭']]);
	await fire(button(dialog()!, '关闭'), 'click');
	assert.equal([await answer, dialog()], [false, null]);
});

it('should quote the comment it is about', async () => {
	const { dialog, requestDeletion } = await openChat();
	await requestDeletion(1);
	assert.equal(texts(dialog()!, 'blockquote'), ['用户3：第3条']);
});

for (const [row, next] of [
	[1, '删除用户2的消息：第2条'],
	[3, '删除用户2的消息：第2条'],
] as const)
	it(`should move the focus on when row ${row} is deleted, and keep the others`, async () => {
		const { view, dialog, requestDeletion, remove } = await openChat();
		const rows = [...view.querySelectorAll('li')];
		const [deleted] = rows.splice(row, 1);
		await requestDeletion(row);
		await fire(button(dialog()!, '确认'), 'click');
		await remove[0]!.resolve();
		assert.not(deleted!.isConnected);
		assert.ok([...view.querySelectorAll('li')].every((one, index) => one === rows[index]));
		assert.is(document.activeElement!.getAttribute('aria-label'), next);
	});

it('should leave the focus where it has gone while the deletion is under way', async () => {
	const { view, dialog, requestDeletion, remove } = await openChat();
	await requestDeletion(1);
	await fire(button(dialog()!, '确认'), 'click');
	const field = view.querySelector('textarea')!;
	field.focus();
	await remove[0]!.resolve();
	assert.ok(document.activeElement === field);
});

it('should put the focus on the list when its last comment is deleted', async () => {
	const chat = await renderView(ChatWithDialog, { moderator: true });
	chat.page.show('chat');
	await chat.comments[0]!.resolve(commentList(1, 1));
	const control = button(chat.view, '删除');
	control.focus();
	await fire(control, 'click');
	await fire(button(chat.view.querySelector('[role=dialog]')!, '确认'), 'click');
	await chat.remove[0]!.resolve();
	assert.is(document.activeElement!.className, 'scroller');
});

/** A history whose entries are their states. */
function fakeHistory(state: unknown) {
	const entries = [state];
	const history = {
		get state() {
			return entries.at(-1);
		},
		pushState: (state: unknown) => void entries.push(state),
		back() {
			entries.pop();
			dispatchEvent(new Event('popstate'));
		},
	};
	Object.defineProperty(globalThis, 'history', { value: history, configurable: true, writable: true });
	return entries;
}

it('should close on Back, whose entry keeps the state of the page’s entry', async () => {
	const entries = fakeHistory({ visit: 'k1' });
	const { dialog, requestDeletion, deleted } = await openChat();
	await requestDeletion();
	assert.equal(entries, [{ visit: 'k1' }, { visit: 'k1' }]);
	history.back();
	await settle();
	assert.equal([dialog(), deleted(), entries], [null, [], [{ visit: 'k1' }]]);
});

it('should take its entry out of the history when it is closed otherwise', async () => {
	const entries = fakeHistory(null);
	const { dialog, requestDeletion, deleted } = await openChat();
	await requestDeletion();
	await fire(button(dialog()!, '取消'), 'click');
	assert.is(entries.length, 1);
	await requestDeletion();
	await fire(button(dialog()!, '确认'), 'click');
	assert.equal([entries.length, deleted()], [1, ['4']]);
	// A Back after that is the page's own.
	dispatchEvent(new Event('popstate'));
	assert.equal(deleted(), ['4']);
});

it.run();
