import { button, commentList, fire, renderView, reset, settle, setup, texts } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../../src/models/page.ts';
import { ChatPanel } from '../../../src/view/chat.tsx';
import { Dialog } from '../../../src/view/dialog.tsx';
import { Toast } from '../../../src/view/toast.tsx';

const it = suite('dialog');
it.before.each(() => setup());
it.after.each(reset);

const ChatWithDialog = ({ page }: { page: Page }) => (
	<>
		<ChatPanel page={page} />
		<Toast page={page} />
		<Dialog page={page} />
	</>
);

/** A moderator's chat with the comments 4 to 1. */
async function openChat() {
	const chat = await renderView(ChatWithDialog, { member: true, moderator: true });
	const { page, view, comments, remove } = chat;
	page.show(1);
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
		assert.is(document.activeElement, button(dialog()!, '确认'));
		await cancel(dialog()!);
		assert.is(dialog(), null);
		assert.is(document.activeElement, control);
		await settle();
		assert.equal([deleted(), pages(), texts(view, 'li').length], [[], [1, 2], 4]);
		// The next question is a new one.
		await requestDeletion(0);
		await fire(button(dialog()!, '确认'), 'click');
		assert.equal(deleted(), ['4']);
	});
}

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
		[false, no],
		[false, yes],
		[false, no],
		[true, yes],
		[true, no],
	] as const) {
		assert.not(await press('Tab', { shiftKey }), 'prevented');
		assert.is(document.activeElement, focused);
	}
	outside.focus();
	await press('Tab');
	assert.is(document.activeElement, no);
});

it('should leave other keys alone, and every key once it is closed', async () => {
	const { dialog, requestDeletion } = await openChat();
	const control = await requestDeletion();
	assert.ok(await press('a'));
	assert.is(document.activeElement, button(dialog()!, '确认'));
	await press('Escape');
	assert.ok(await press('Tab'));
	assert.is(document.activeElement, control);
});

it.run();
