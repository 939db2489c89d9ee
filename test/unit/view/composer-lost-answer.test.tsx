import { button, commentList, fire, reset, settle, setup, texts } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openComposer } from '../../support/composer.tsx';

const it = suite('composer: messages whose answer is lost');
it.before.each(() => setup());
it.after.each(reset);

/** One's own message, as the server lists it above what was there. */
const stored = (content: string) => [{ id: '61', nickname: '小明', content, own: true }, ...commentList(60, 42)];

for (const [when, isEarly] of [
	['after its answer was lost', false],
	['before that', true],
] as const)
	it(`should take a message for sent that the list has, where it came ${when}`, async () => {
		const { page, write, click, field, send, comments, toast, view } = await openComposer();
		await write('加油');
		await click();
		const poll = async () => {
			void page.chat.poll();
			await settle();
			await comments.at(-1)!.resolve(stored('加油'));
		};
		if (isEarly) await poll();
		await send[0]!.reject();
		if (!isEarly) {
			assert.equal(toast(), ['发送失败，可点“重新编辑”']);
			await fire(button(view, '重新编辑'), 'click');
			await comments.at(-1)!.resolve(stored('加油'));
		}
		assert.equal([field.value, page.draft.value, toast()], ['', '', ['已发送']]);
		assert.equal(texts(view, '.composer button'), ['发送']);
	});

for (const [what, lost, list, reason] of [
	['another text', '别的', stored('加油')],
	['one of the same text, and it was refused', '加油', stored('加油'), '太快了'],
	['another’s message', '加油', [{ id: '61', nickname: '小明', content: '加油', userId: '7' }, ...commentList(60, 42)]],
	['one that was there before', '第59条', commentList(60, 41).map((one) => ({ ...one, own: true }))],
	[
		'one that may have been there, as it was not loaded',
		'第59条',
		commentList(60, 41).map((one) => ({ ...one, own: true })),
	],
] as const)
	it(`should go on offering a message that failed, where the list has ${what}`, async () => {
		const { write, click, send, comments, view } = await openComposer({ listed: !/loaded/.test(what) });
		await write(lost);
		await click();
		await send[0]!.reject(reason);
		await comments.at(-1)!.resolve(list.slice());
		assert.ok(button(view, '重新编辑'));
	});

const [own, ...others] = [{ ...commentList(61, 61)[0]!, content: '加油' }, ...commentList(80, 62)];
for (const [what, list, said] of [
	['of a message whose row is not on the first page', commentList(80, 61), ['已发送']],
	['of one whose row is below others', [...others.slice(0, 3), own!, ...commentList(60, 45)], ['已发送']],
	['not of one whose row is in sight', [...others.slice(0, 2), own!, ...commentList(60, 44)], []],
] as const)
	it(`should say 已发送 ${what}, once the list has come`, async () => {
		const { write, click, send, comments, toast } = await openComposer();
		await write('加油');
		await click();
		await send[0]!.resolve();
		assert.equal(toast(), []);
		await comments.at(-1)!.resolve(list.slice());
		assert.equal(toast(), said);
		await write('再来');
		assert.equal(toast(), said);
	});

it.run();
