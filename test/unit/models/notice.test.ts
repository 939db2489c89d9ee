import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Question, createNotice } from '../../../src/models/notice.ts';

const it = suite('notice');

it.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
it.after.each(() => mock.timers.reset());

it('should have what has failed read out at once, and the next toast once there is time', () => {
	const { urgency, showToast } = createNotice();
	showToast('失败', 'assertive');
	assert.is(urgency.value, 'assertive');
	showToast('成功');
	assert.is(urgency.value, undefined);
});

it('should show a toast for two and a half seconds, and a second one for its whole time', () => {
	const { toast, showToast } = createNotice();
	showToast('一');
	mock.timers.tick(2000);
	showToast('二');
	mock.timers.tick(2499);
	assert.is(toast.value, '二');
	mock.timers.tick(1);
	assert.is(toast.value, '');
});

/** A notice with an open question. */
function ask() {
	const notice = createNotice();
	const confirmed = notice.confirm('删除', '确认删除评论？');
	const question = notice.dialog.value as Question;
	return { ...notice, confirmed, question };
}

for (const yes of [true, false])
	it(`should open a question, resolve with ${yes}, and a second one with false meanwhile`, async () => {
		const { dialog, confirm, confirmed, question } = ask();
		assert.equal([question.kind, question.title, question.message], ['question', '删除', '确认删除评论？']);
		assert.is(await confirm('删除', '二'), false);
		assert.is(dialog.value, question);
		question.answer(yes);
		assert.equal([await confirmed, dialog.value], [yes, null]);
	});

it('should answer a question with no when it is closed', async () => {
	const { dialog, close, confirmed } = ask();
	close();
	assert.equal([await confirmed, dialog.value], [false, null]);
	close();
	assert.is(dialog.value, null);
});

it('should open a dialog in the place of another one, which is closed', async () => {
	const { dialog, open, confirmed } = ask();
	for (const next of [{ kind: 'open-in-browser' }, { kind: 'image', url: 'https://a/b.png', alt: '' }] as const) {
		open(next);
		assert.equal([await confirmed, dialog.value], [false, next]);
	}
});

it.run();
