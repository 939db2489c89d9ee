import { button, commentList, fire, renderView, reset, settle, setup, texts } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Dialog } from '../../../src/models/notice.ts';
import type { Page } from '../../../src/models/page-model.ts';
import { ChatPanel } from '../../../src/view/chat/chat-panel.tsx';
import { Dialogs } from '../../../src/view/dialogs/dialogs.tsx';
import { Toast } from '../../../src/view/page/toast.tsx';

const it = suite('dialogs');
it.before.each(() => setup());
it.after.each(reset);

const ChatWithDialog = ({ page }: { page: Page }) => (
	<>
		<ChatPanel page={page} />
		<div className="stage">
			<Toast page={page} />
		</div>
		<Dialogs page={page} />
	</>
);

/** A moderator's chat with so many comments. */
async function openChat(count = 4) {
	const chat = await renderView(ChatWithDialog, { member: true, moderator: true });
	const { page, view, comments, remove } = chat;
	const dialog = () => view.querySelector('[role=dialog]');
	page.show('chat');
	await comments[0]!.resolve(commentList(count, 1));
	await comments[1]!.resolve([]);
	return {
		...chat,
		dialog,
		answer: (text: string) => fire(button(dialog()!, text), 'click'),
		deleted: () => remove.map(({ argument }) => argument),
		pages: () => comments.map(({ argument }) => argument),
		toast: () => texts(view, '.toast[aria-live=assertive] p'),
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

it('should confirm a deletion in the words of the specification, and quote the comment', async () => {
	const { dialog, requestDeletion, deleted } = await openChat();
	assert.is(dialog(), null);
	await requestDeletion(1);
	const box = dialog()!;
	assert.equal([box.getAttribute('aria-modal'), box.getAttribute('aria-label')], ['true', '删除']);
	assert.is(document.getElementById(box.getAttribute('aria-describedby')!)!.textContent, '确认删除评论？');
	const parts = ['h2', 'p', 'blockquote', 'button'].map((name) => texts(box, name));
	assert.equal(parts, [['删除'], ['确认删除评论？'], ['用户3：第3条'], ['取消', '确认']]);
	assert.equal(deleted(), []);
});

for (const [outcome, said] of [
	['succeeds', []],
	['is refused', ['没有删除权限']],
	['fails', ['删除失败，请稍后重试']],
] as const)
	it(`should reload from page 1 after 确认, and say ${said[0] ?? 'nothing'}, where the deletion ${outcome}`, async () => {
		const { dialog, answer, requestDeletion, deleted, remove, pages, toast } = await openChat();
		await requestDeletion(1);
		await answer('确认');
		assert.equal([dialog(), deleted(), pages(), toast()], [null, ['3'], [1, 2], []]);
		await (outcome === 'succeeds' ? remove[0]!.resolve() : remove[0]!.reject(outcome === 'fails' ? '' : said[0]));
		assert.equal([toast(), pages()], [said, [1, 2, 1]]);
	});

it('should say nothing of a second deletion that fails, as the first has succeeded meanwhile', async () => {
	const { answer, requestDeletion, remove, toast } = await openChat();
	for (let times = 1; times <= 2; times++) {
		await requestDeletion(1);
		await answer('确认');
	}
	await remove[0]!.resolve();
	await remove[1]!.reject('评论不存在');
	assert.equal(toast(), []);
});

for (const how of ['取消', 'Escape'])
	it(`should delete nothing after ${how}, and return the focus`, async () => {
		const { view, dialog, answer, requestDeletion, deleted, pages } = await openChat();
		const control = await requestDeletion(2);
		assert.ok(document.activeElement === button(dialog()!, '取消'));
		const isAbove = () => !!view.querySelector('.choosing .toast');
		assert.ok(isAbove(), 'short messages');
		await (how === 'Escape' ? press(how) : answer(how));
		assert.equal([dialog(), isAbove()], [null, false]);
		assert.ok(document.activeElement === control);
		await settle();
		assert.equal([deleted(), pages(), texts(view, 'li').length], [[], [1, 2], 4]);
		// The next question is a new one.
		await requestDeletion(0);
		await answer('确认');
		assert.equal(deleted(), ['4']);
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
	const { requestDeletion } = await openChat();
	const control = await requestDeletion();
	assert.ok(await press('a'));
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

for (const [count, row, next] of [
	[4, 1, '删除用户2的消息：第2条'],
	[4, 3, '删除用户2的消息：第2条'],
	[1, 0, '聊天消息'],
] as const)
	it(`should move the focus on when row ${row} of ${count} is deleted, and keep the others`, async () => {
		const { view, answer, requestDeletion, remove } = await openChat(count);
		const rows = [...view.querySelectorAll('li')];
		const [deleted] = rows.splice(row, 1);
		await requestDeletion(row);
		await answer('确认');
		await remove[0]!.resolve();
		assert.not(deleted!.isConnected);
		assert.ok([...view.querySelectorAll('li')].every((one, index) => one === rows[index]));
		assert.is(document.activeElement!.getAttribute('aria-label'), next);
	});

it('should leave the focus where it has gone while the deletion is under way', async () => {
	const { view, answer, requestDeletion, remove } = await openChat();
	await requestDeletion(1);
	await answer('确认');
	const field = view.querySelector('textarea')!;
	field.focus();
	await remove[0]!.resolve();
	assert.ok(document.activeElement === field);
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

it('should close on Back, and take its entry, which keeps the state of the page’s, out when it is closed otherwise', async () => {
	const entries = fakeHistory({ visit: 'k1' });
	const { dialog, answer, requestDeletion, deleted } = await openChat();
	await requestDeletion();
	assert.equal(entries, [{ visit: 'k1' }, { visit: 'k1' }]);
	history.back();
	await settle();
	assert.equal([dialog(), deleted(), entries], [null, [], [{ visit: 'k1' }]]);
	for (const [text, ids] of [
		['取消', []],
		['确认', ['4']],
	] as const) {
		await requestDeletion();
		await answer(text);
		assert.equal([entries.length, deleted()], [1, ids]);
	}
	// A Back after that is the page's own.
	dispatchEvent(new Event('popstate'));
	assert.equal(deleted(), ['4']);
});

for (const [dialog, label, src, alt] of [
	[{ kind: 'open-in-browser' }, '请在浏览器中打开', /open-in-browser.*\.svg$/, ''],
	[{ kind: 'image', url: 'https://a/b.jpg', alt: '操场' }, '查看图片', /^https:\/\/a\/b\.jpg$/, '操场'],
] as [Dialog, string, RegExp, string][])
	it(`should show ${dialog.kind} in the place of another, until a tap or Escape`, async () => {
		const { page, view } = await renderView(Dialogs);
		const labels = () => [...view.querySelectorAll('[role=dialog]')].map((one) => one.getAttribute('aria-label'));
		assert.equal(labels(), []);
		for (const close of [
			() => fire(view.querySelector('button')!, 'click'),
			() => fire(document, 'keydown', { key: 'Escape' }),
		]) {
			page.notice.open({ kind: 'image', url: 'https://a/a.jpg', alt: '' });
			page.notice.open(dialog);
			await settle();
			assert.equal(labels(), [label]);
			const image = view.querySelector('img')!;
			assert.match(image.getAttribute('src')!, src);
			assert.is(image.alt, alt);
			await close();
			assert.equal([labels(), page.notice.dialog.value], [[], null]);
		}
	});

it('should share from the beginning, from a moment, or not at all', async () => {
	const { page, view } = await renderView(Dialogs);
	const shared: number[] = [];
	for (const text of ['完整回放', '从此刻开始 1:01', '取消']) {
		page.notice.open({ kind: 'share-moment', seconds: 61.5, share: (from) => void shared.push(from) });
		await settle();
		await fire(button(view, text), 'click');
	}
	assert.equal([shared, page.notice.dialog.value], [[0, 61.5], null]);
});

it.run();
