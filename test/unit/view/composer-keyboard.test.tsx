import { button, fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChatPanel } from '../../../src/view/chat/chat-panel.tsx';

const it = suite('composer and keyboard');
it.before.each(() => setup());
it.after.each(async () => {
	mock.timers.reset();
	await reset();
});

/** The field of a logged-in user. */
async function openComposer() {
	const { page, view, send } = await renderView(ChatPanel, { member: true });
	page.show('chat');
	await settle();
	return { page, view, send, field: view.querySelector('textarea')! };
}

/** Takes the focus from the field, and lets so many milliseconds pass. */
function leave(field: Element, milliseconds: number) {
	mock.timers.enable({ apis: ['setTimeout'] });
	field.dispatchEvent(new Event('blur'));
	mock.timers.tick(milliseconds);
}

/** An on-screen keyboard as iOS reports it: by the visual viewport alone. */
function fakeKeyboard() {
	const viewport = Object.assign(document.createElement('i'), { height: 844, scale: 1 });
	const scrolled: unknown[] = [];
	for (const [name, value] of Object.entries({
		visualViewport: viewport,
		scrollTo: (...to: number[]) => void scrolled.push(to),
	}))
		Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
	return {
		scrolled,
		height: () => document.documentElement.style.height || '',
		typing: () => document.documentElement.classList.contains('typing'),
		resize: (height: number, scale = 1) => fire(Object.assign(viewport, { height, scale }), 'resize'),
	};
}

for (const [height, scale, fitted, typing] of [
	[500, 1, '500px', true],
	[500, 1.01, '500px', true],
	// The viewport is smaller because the reader has zoomed in.
	[500, 1.02, '', false],
	[599, 1, '599px', true],
	[600, 1, '600px', false],
	[595, 1.01, '595px', false],
] as const)
	it(`should ${fitted ? '' : 'not '}fit the page above the keyboard, ${typing ? 'stage, list and composer alone' : 'whole'}, at ${height} pixels and a zoom of ${scale}`, async () => {
		const keyboard = fakeKeyboard();
		const { field, view } = await openComposer();
		field.focus();
		assert.is(keyboard.typing(), false);
		await keyboard.resize(height, scale);
		assert.equal([keyboard.height(), keyboard.typing()], [fitted, typing]);
		assert.equal(keyboard.scrolled, fitted ? [[0, 0]] : []);
		button(view, '发送').focus();
		leave(field, 199);
		assert.equal([keyboard.height(), keyboard.typing()], [fitted, typing]);
		mock.timers.tick(1);
		assert.equal([keyboard.height(), keyboard.typing()], ['', false]);
		assert.equal(keyboard.scrolled, fitted ? Array(2).fill([0, 0]) : []);
	});

it('should leave the page alone while the field is not focused, and see on focus that the keyboard is open', async () => {
	const keyboard = fakeKeyboard();
	const { field } = await openComposer();
	await keyboard.resize(400);
	assert.equal([keyboard.height(), keyboard.typing()], ['', false]);
	field.focus();
	assert.is(keyboard.typing(), true);
});

it('should not follow the keyboard once it is gone', async () => {
	const keyboard = fakeKeyboard();
	const { page, field } = await openComposer();
	field.focus();
	page.member.value = false;
	await settle();
	await keyboard.resize(500);
	field.focus();
	assert.equal([keyboard.height(), keyboard.scrolled, keyboard.typing()], ['', [], false]);
	leave(field, 1000);
	assert.equal(keyboard.scrolled, []);
});

it('should not send on a key press that an input method handles, or another key', async () => {
	const { field, send } = await openComposer();
	field.value = '加油';
	await fire(field, 'input');
	const enter = { key: 'Enter', keyCode: 13, isComposing: false };
	// The last one is as Safari marks it.
	for (const other of [{ isComposing: true }, { key: 'a', keyCode: 65 }, { keyCode: 229 }]) {
		await fire(field, 'keydown', { ...enter, ...other });
		assert.equal([send.length, field.value], [0, '加油']);
	}
	await fire(field, 'keydown', enter);
	assert.equal(
		send.map(({ argument }) => argument),
		['加油'],
	);
});

it('should work where there is no visual viewport', async () => {
	Object.defineProperty(globalThis, 'visualViewport', { value: undefined, configurable: true, writable: true });
	const { field } = await openComposer();
	leave(field, 1000);
	assert.is(document.documentElement.style.height || '', '');
});

it.run();
