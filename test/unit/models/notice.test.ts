import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNotice } from '../../../src/models/notice.ts';

const it = suite('notice');

it.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
it.after.each(() => mock.timers.reset());

it('should show a toast for two and a half seconds', () => {
	const { toast, showToast } = createNotice();
	showToast('保存成功!');
	mock.timers.tick(2499);
	assert.is(toast.value, '保存成功!');
	mock.timers.tick(1);
	assert.is(toast.value, '');
});

it('should show a second toast for its whole time', () => {
	const { toast, showToast } = createNotice();
	showToast('一');
	mock.timers.tick(2000);
	showToast('二');
	mock.timers.tick(2000);
	assert.is(toast.value, '二');
	mock.timers.tick(500);
	assert.is(toast.value, '');
});

for (const yes of [true, false]) {
	it(`should open a question and resolve with ${yes}`, async () => {
		const { question, confirm } = createNotice();
		const answer = confirm('删除', '确认删除评论？');
		assert.equal([question.value!.title, question.value!.message], ['删除', '确认删除评论？']);
		question.value!.answer(yes);
		assert.is(await answer, yes);
		assert.is(question.value, null);
	});
}

it('should resolve a second question with false and keep the first one open', async () => {
	const { question, confirm } = createNotice();
	const first = confirm('删除', '一');
	assert.is(await confirm('删除', '二'), false);
	assert.is(question.value!.message, '一');
	question.value!.answer(true);
	assert.is(await first, true);
});

it.run();
