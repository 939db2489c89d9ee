import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createNotice } from '../../../src/models/notice.ts';

const it = suite('notice');

it.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
it.after.each(() => mock.timers.reset());

it('should say something for two and a half seconds', () => {
	const { toast, showToast } = createNotice();
	showToast('保存成功!');
	mock.timers.tick(2499);
	assert.is(toast.value, '保存成功!');
	mock.timers.tick(1);
	assert.is(toast.value, '');
});

it('should give a second message its whole time', () => {
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
	it(`should ask, and answer ${yes ? 'yes' : 'no'}`, async () => {
		const { question, confirm } = createNotice();
		const answer = confirm('删除', '确认删除评论？');
		assert.equal([question.value!.title, question.value!.message], ['删除', '确认删除评论？']);
		question.value!.answer(yes);
		assert.is(await answer, yes);
		assert.is(question.value, null);
	});
}

it('should take a second question for a no, and leave the first one open', async () => {
	const { question, confirm } = createNotice();
	const first = confirm('删除', '一');
	assert.is(await confirm('删除', '二'), false);
	assert.is(question.value!.message, '一');
	question.value!.answer(true);
	assert.is(await first, true);
});

it.run();
