import { button, commentList, fire, reset, settle, setup, texts } from '../../support/render.tsx';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followPlace } from '../../../src/view/page/follow-place.ts';
import { openComposer } from '../../support/composer.tsx';

const it = suite('composer');
it.before.each(() => setup());
it.after.each(async () => {
	mock.timers.reset();
	await reset();
});

it('should be a field and a button for a logged-in user, inactive while there is nothing to send', async () => {
	const { view, field, write, press, sent } = await openComposer();
	assert.equal(texts(view, '.composer button'), ['发送']);
	assert.equal(
		['rows', 'aria-label', 'placeholder', 'enterkeyhint'].map((name) => field.getAttribute(name)),
		['1', '说点什么', '说点什么…', 'send'],
	);
	for (const text of ['', ' \u3000', '\u200b', '\u2800 \u202e', '\u3164\n']) {
		await write(text);
		await press('Enter');
		assert.equal([button(view, '发送').disabled, sent()], [true, []], text);
	}
	for (const text of ['加油', 'a', '👨\u200d👩\u200d👧', '\u200b。']) {
		await write(text);
		assert.is(button(view, '发送').disabled, false, text);
	}
});

for (const [where, inside, text] of [
	['outside the app', false, '打开App参与互动'],
	['inside the app', true, '登录后参与互动'],
] as const)
	it(`should say ${text} to everyone else ${where}`, async () => {
		const { page, view, actions } = await openComposer({ member: false });
		page.insideApp.value = inside;
		await settle();
		assert.equal([texts(view, '.composer .composer-invitation'), view.querySelector('textarea')], [[text], null]);
		await fire(button(view, text), 'click');
		assert.equal(actions, ['login']);
	});

for (const how of ['click', 'press'] as const)
	it(`should send the text, clear the field and reload from page 1 on ${how === 'click' ? 'a click' : 'Enter'}`, async () => {
		const { write, [how]: act, field, sent, send, pages, comments, view, toast } = await openComposer();
		await write('  老师们辛苦了！<b>  ');
		assert.equal(sent(), []);
		await act('Enter');
		assert.equal([sent(), pages()], [['老师们辛苦了！<b>'], [1]]);
		assert.is(field.value, '  老师们辛苦了！<b>  ', 'not cleared before it is sent');
		await send[0]!.resolve();
		assert.equal([field.value, pages(), toast()], ['', [1, 1], []]);
		await act('Enter');
		await write('还没有写完');
		await comments[1]!.resolve(commentList(61, 42));
		assert.equal([texts(view, 'li p')[0], field.value, sent().length], ['用户61：第61条', '还没有写完', 1]);
	});

it('should send once however often it is clicked, and take no text meanwhile', async () => {
	const { write, click, press, field, sent, send, view, toast } = await openComposer();
	await write('只发一次');
	// Before anything is rendered again.
	void press('Enter');
	for (let times = 0; times < 3; times++) await click();
	await press('Enter');
	assert.equal([sent(), field.value, toast()], [['只发一次'], '只发一次', []]);
	assert.ok(button(view, '发送中…').disabled);
	assert.ok(field.hasAttribute('readonly'));
	await send[0]!.resolve();
	assert.not(field.hasAttribute('readonly'));
	await write('第二句');
	assert.not(button(view, '发送').disabled);
	await click();
	assert.equal(sent(), ['只发一次', '第二句']);
});

it('should send pasted lines as one, without the space that rows leave out', async () => {
	const { write, press, sent } = await openComposer();
	await write(' 第一行\n\n第二行 \n 第三行  完　好\n吗 \u200b\u2800吧 \n');
	assert.is(await press('Enter'), false, 'the key adds no line');
	assert.equal(sent(), ['第一行 第二行 第三行 完　好 吗 吧']);
});

for (const [reason, said] of [
	['', '发送失败，可点“重新编辑”'],
	['内容包含敏感词', '内容包含敏感词'],
] as const)
	it(`should clear the field (spec §5), reload, say ${said}, and offer the text again while the field is empty`, async () => {
		const { write, click, field, send, sent, pages, toast, urgency, view } = await openComposer();
		const offered = () => texts(view, '.composer button').includes('重新编辑');
		await write('发不出去');
		await click();
		assert.equal([toast(), offered()], [[], false]);
		await send[0]!.reject(reason);
		assert.equal([field.value, pages(), toast(), offered()], ['', [1, 1], [said], true]);
		assert.is(urgency(), 'assertive');
		await write('别的');
		assert.equal([offered(), button(view, '发送').disabled], [false, false]);
		await write('');
		button(view, '重新编辑').focus();
		await fire(button(view, '重新编辑'), 'click');
		assert.equal([field.value, offered(), document.activeElement === field], ['发不出去', false, true]);
		await click();
		await send[1]!.resolve();
		assert.equal([sent(), field.value, offered()], [['发不出去', '发不出去'], '', false]);
	});

it('should send a ready phrase by a tap, as typed text, while the field is focused and empty', async () => {
	const { view, field, write, sent, send, toast } = await openComposer({ maxLength: 2 });
	const phrases = () => texts(view, '.composer-phrases button');
	assert.equal(phrases(), []);
	await fire(field, 'focusin');
	assert.equal(phrases(), ['👏', '加油！']);
	assert.is(await fire(button(view, '👏'), 'mousedown'), false, 'the keyboard stays open');
	await fire(field, 'focusout', { relatedTarget: button(view, '👏') });
	assert.equal(phrases(), ['👏', '加油！'], 'Shift+Tab reaches them');
	await write('a');
	assert.equal(phrases(), []);
	await write('');
	await fire(button(view, '加油！'), 'click');
	assert.equal([sent(), field.value], [[], '加油！'], 'too long');
	await write('');
	await fire(button(view, '👏'), 'click');
	await send[0]!.reject();
	assert.equal([sent(), field.value, toast()], [['👏'], '', ['发送失败，可点“重新编辑”']]);
	await fire(field, 'focusout');
	assert.equal(phrases(), []);
});

it('should begin @ and a name by a tap on it, after what is written, but not for the assistant or without a field', async () => {
	const { view, write, field, page } = await openComposer();
	const tap = (index: number) => fire(view.querySelectorAll('.name bdi')[index]!, 'click');
	await write('好');
	await tap(1);
	assert.equal([field.value, document.activeElement === field], ['好@用户59 ', true]);
	view.querySelector('.name')!.classList.add('assistant');
	await tap(0);
	assert.is(field.value, '好@用户59 ');
	page.member.value = false;
	await settle();
	await tap(1);
	assert.is(view.querySelector('textarea'), null);
});

it('should keep the text of a message that fails without network, and say when it can be sent', async () => {
	const { page, write, click, field, send, toast, urgency, view } = await openComposer();
	page.offline.value = true;
	await write('等网络');
	await click();
	await send[0]!.reject();
	assert.equal(
		[field.value, toast(), texts(view, '.composer button')],
		['等网络', ['网络已断开，恢复后再发'], ['发送']],
	);
	assert.is(urgency(), 'assertive');
	page.offline.value = false;
	await settle();
	assert.equal([field.value, toast(), urgency()], ['等网络', ['网络已恢复，可以发送了'], null]);
	// Said once, and not of a refusal.
	page.notice.showToast('');
	page.offline.value = true;
	await settle();
	await click();
	await send[1]!.reject('内容包含敏感词');
	page.offline.value = false;
	await settle();
	assert.equal([field.value, toast()], ['', ['内容包含敏感词']]);
});

it('should take over what was written before a reload, also where it comes after the field, unless something is written', async () => {
	const { page, field, write, view } = await openComposer();
	const restore = async (draft: string) => {
		followPlace({ ...page, tabs: [] as never }, { tab: '', scroll: {}, draft }, () => {})();
		await settle();
	};
	await restore('写了一半');
	assert.equal([field.value, page.draft.value, button(view, '发送').disabled], ['写了一半', '写了一半', false]);
	await write('新的');
	await restore('写了一半');
	assert.equal([field.value, page.draft.value], ['新的', '新的']);
});

it('should keep what is too long, say by how much, and send it only once it fits', async () => {
	const { write, click, press, field, sent, view } = await openComposer({ maxLength: 5 });
	const limit = () => view.querySelector('.composer-limit')!.textContent;
	await write('一二三四👍');
	assert.equal([limit(), button(view, '发送').disabled], ['', false]);
	await write('一二三四五六👍');
	assert.equal([limit(), field.value, button(view, '发送').disabled], ['最多5字，已超出2字', '一二三四五六👍', true]);
	await press('Enter');
	assert.equal(sent(), []);
	await write('一二三');
	await click();
	assert.equal([limit(), sent()], ['', ['一二三']]);
});

it('should take any length where there is no limit', async () => {
	const { write, view } = await openComposer({ maxLength: 0 });
	await write('长'.repeat(3000));
	assert.not(button(view, '发送').disabled);
});

it('should say once that a message has been sent, until the next is begun', async () => {
	const { write, click, view, send } = await openComposer();
	const said = () => view.querySelector('.composer [role=status]')!.textContent;
	await write('加油');
	assert.is(said(), '');
	await click();
	await send[0]!.resolve();
	assert.is(said(), '已发送');
	await write('再来');
	assert.is(said(), '');
});

for (const phone of [false, true])
	it(`should ${phone ? 'close the keyboard of a phone' : 'keep the focus in the field on a desktop'}`, async () => {
		setup({ media: phone ? ['(pointer: coarse)'] : [] });
		const { write, click, field } = await openComposer();
		const messages = document.body.appendChild(document.createElement('div'));
		messages.className = 'panels';
		messages.innerHTML = '<p class="scroller"></p>';
		await write('加油');
		await click();
		assert.is(document.activeElement, phone ? messages.firstChild : field);
		messages.remove();
	});

it.run();
