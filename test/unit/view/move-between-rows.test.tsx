import { commentList, fire, renderView, reset, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChatPanel } from '../../../src/view/chat/chat-panel.tsx';
import { followShortcuts } from '../../../src/view/stage/shortcuts.ts';

const it = suite('move between rows');
it.before.each(() => setup());
let stop = () => {};
it.after.each(() => stop());
it.after.each(reset);

/** The chat with three messages, the first of them above the view. */
async function openChat(moderator: boolean) {
	const { page, view, comments } = await renderView(ChatPanel, { moderator });
	page.show('chat');
	await comments[0]!.resolve(commentList(3, 1));
	const buttons = [...view.querySelectorAll<HTMLElement>('li button')];
	buttons.forEach((one, index) => (one.getBoundingClientRect = () => ({ top: index * 40 - 20 }) as DOMRect));
	const list = view.querySelector<HTMLElement>('.scroller')!;
	list.focus();
	stop = followShortcuts(document.createElement('video'), page);
	return { list, buttons, press: (key: string) => fire(document.activeElement!, 'keydown', { key }) };
}

it('should begin with the first button in view, and stop at the ends', async () => {
	const { buttons, press } = await openChat(true);
	for (const [key, at, scrolls] of [
		['ArrowDown', 1, false],
		['ArrowDown', 2, false],
		['ArrowDown', 2, true],
		['ArrowUp', 1, false],
		['ArrowUp', 0, false],
		['ArrowUp', 0, true],
		['PageDown', 0, true],
	] as const) {
		assert.is(await press(key), scrolls, key);
		assert.is(buttons.indexOf(document.activeElement as HTMLElement), at, key);
	}
});

it('should leave arrow keys alone where rows have no buttons, and outside the list', async () => {
	const { list, press } = await openChat(false);
	assert.ok(await press('ArrowDown'));
	assert.ok(document.activeElement === list);
	stop();
	await reset();
	setup();
	await openChat(true);
	document.querySelector<HTMLElement>('.composer button')!.focus();
	assert.ok(await fire(document.activeElement!, 'keydown', { key: 'ArrowDown' }));
});

it.run();
