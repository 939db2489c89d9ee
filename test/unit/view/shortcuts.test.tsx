import { commentList, fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../support/read-live.ts';
import type { Page as Models } from '../../../src/models/page-model.ts';
import type { PlayerStatus } from '../../../src/models/player-model.ts';
import { ChatPanel } from '../../../src/view/chat/chat-panel.tsx';
import { followShortcuts } from '../../../src/view/stage/shortcuts.ts';
import { Page } from '../../../src/view/page/page.tsx';

const it = suite('shortcuts');
let stop = () => {};
it.before.each(() => setup());
it.after.each(async () => {
	stop();
	mock.restoreAll();
	await reset();
});

/** The listener of a page's shortcuts, for events without a way through the document. */
function shortcutsOf(page: Models): (event: Event) => void {
	let handle!: (event: Event) => void;
	const { mock: listening } = mock.method(document, 'addEventListener', (_type: string, listener: typeof handle) => {
		handle = listener;
	});
	followShortcuts(document.querySelector('video')!, page);
	listening.restore();
	return handle;
}

/** The page with the player in a status, and what a key does there: actions, and what changed of the video. */
async function pageWith(status: PlayerStatus, of: Partial<HTMLVideoElement> = {}) {
	const { page, view, actions } = await renderView(Page);
	page.live.state.value = { data: readLive({ organizationTitle: '阳光实验小学' }), error: null, loading: false };
	page.player.state.value = { ...page.player.state.value, status };
	await settle();
	const act = (name: string) => () => void actions.push(name);
	const video = view.querySelector('video')!;
	const media = { muted: false, volume: 0.5, currentTime: 30, paused: false, controls: status === 'replay' };
	Object.assign(video, media, { play: act('video plays'), pause: act('video pauses') }, of);
	Object.assign(document.documentElement, { requestFullscreen: act('full screen') });
	const handle = shortcutsOf(page);
	return {
		page,
		press(key: string, on = 'body', more: object = {}) {
			const target = on === 'body' ? document.body : view.querySelector(on)!;
			let prevented = false;
			handle({ type: 'keydown', key, target, preventDefault: () => (prevented = true), ...more } as unknown as Event);
			for (const name of ['muted', 'volume', 'currentTime'] as const)
				if (video[name] !== { ...media, ...of }[name]) actions.push(`${name} ${video[name]}`);
			return [...actions, prevented ? 'prevented' : ''].filter(Boolean).join(', ');
		},
	};
}

const HERE = { on: 'body', of: {} as Partial<HTMLVideoElement>, more: {} };
/** What a key does, in which status, with another video, on another element or with other fields of the event. */
const presses: [status: PlayerStatus, key: string, does: string, where?: Partial<typeof HERE>][] = [
	['playing', ' ', 'pause'],
	['paused', ' ', 'play'],
	['blocked', ' ', 'unmute'],
	['replay', ' ', 'video pauses'],
	['replay', ' ', 'video plays', { of: { paused: true } }],
	['cover', ' ', ''],
	['failed', 'm', ''],
	['playing', 'M', 'muted true'],
	['playing', 'm', 'unmute', { of: { muted: true } }],
	['paused', 'm', 'muted false', { of: { muted: true } }],
	['replay', 'm', 'muted false', { of: { muted: true, paused: true } }],
	['playing', 'm', 'volume 1', { of: { volume: 0 } }],
	['playing', 'ArrowUp', 'unmute, volume 0.1', { of: { muted: true, volume: 0 } }],
	['reconnecting', 'F', 'full screen'],
	['replay', 'ArrowLeft', 'currentTime 20'],
	['replay', 'ArrowRight', 'currentTime 40'],
	['playing', 'ArrowLeft', ''],
	['playing', 'ArrowUp', 'volume 0.6'],
	['replay', 'ArrowDown', 'volume 0.4'],
	['playing', 'ArrowUp', 'volume 1', { of: { volume: 0.95 } }],
	['playing', 'ArrowDown', 'volume 0', { of: { volume: 0.05 } }],
	['playing', 'ArrowUp', 'unmute, volume 0.6', { of: { muted: true } }],
	['playing', 'x', ''],
	['playing', ' ', '', { on: '[role=tab]' }],
	['playing', 'ArrowUp', '', { on: '[role=tabpanel]' }],
	['playing', 'm', 'muted true', { on: '[role=tabpanel]' }],
	['playing', ' ', '', { on: '.stage button' }],
	['playing', 'ArrowUp', 'volume 0.6', { on: '.stage button' }],
	// The browser's own controls.
	['replay', ' ', '', { on: 'video' }],
	['replay', 'm', 'muted true', { on: 'video' }],
	['playing', 'f', '', { more: { ctrlKey: true } }],
	['playing', 'm', '', { more: { altKey: true } }],
	['playing', 'm', '', { more: { metaKey: true } }],
	['playing', 'ArrowUp', '', { more: { shiftKey: true } }],
	['replay', 'ArrowLeft', 'currentTime 20', { more: { repeat: true } }],
];
for (const [status, key, does, where] of presses)
	it(`should ${does || 'do nothing'} on "${key}" while ${status}${where ? ` (${JSON.stringify(where)})` : ''}`, async () => {
		const { on, of, more } = { ...HERE, ...where };
		const { press } = await pageWith(status, of);
		assert.is(press(key, on, more), does && `${does}, prevented`);
	});

it('should do once what a key held down does', async () =>
	assert.is((await pageWith('playing')).press('m', 'body', { repeat: true }), 'prevented'));

it('should close the drawer on "Escape", wherever the focus is in it, and return that to what opened it', async () => {
	const { page, press } = await pageWith('cover');
	page.hydrated.value = true;
	await settle();
	const focused = () => document.activeElement!.getAttribute('aria-label') || document.activeElement!.id;
	page.toggleDrawer();
	document.querySelector<HTMLElement>('#tab-news')!.focus();
	press('m');
	assert.equal([page.drawer.value, focused()], [true, 'tab-news']);
	press('Escape', '[role=tab]');
	assert.equal([page.drawer.value, focused()], [false, '互动']);
	document.querySelector<HTMLElement>('#tab-news')!.focus();
	press('Escape', '[role=tab]');
	assert.is(focused(), 'tab-news', 'a drawer that is closed');
});

it('should leave everything to an open dialog', async () => {
	const { page, press } = await pageWith('playing');
	page.toggleDrawer();
	page.notice.open({ kind: 'open-in-browser' });
	assert.is(press('m'), '');
	press('Escape');
	assert.ok(page.drawer.value, 'and the drawer open');
});

it('should say how far it skips, and how loud it is', async () => {
	const { page, press } = await pageWith('replay');
	for (const [key, text] of [
		['ArrowLeft', '后退 10 秒'],
		['ArrowRight', '前进 10 秒'],
		['ArrowUp', '音量 60%'],
	] as const) {
		press(key);
		assert.is(page.notice.toast.value, text);
	}
});

for (const [fine, on, fills] of [
	[true, '.stage', true],
	[true, 'video', true],
	[true, 'video[controls]', false],
	[true, '.stage button', false],
	[true, '.seek', false],
	[true, '.tabs', false],
	[false, '.stage', false],
] as const)
	it(`should ${fills ? '' : 'not '}fill the screen on a double click on ${on} by ${fine ? 'a mouse' : 'a finger'}`, async () => {
		globalThis.matchMedia = (query: string) => ({ matches: fine && query === '(pointer: fine)' }) as MediaQueryList;
		const { page } = await pageWith('playing');
		const [selector, controls] = on.split('[');
		document.querySelector('.stage')!.append(Object.assign(document.createElement('p'), { className: 'seek' }));
		const target = Object.assign(document.querySelector(selector!)!, { controls: !!controls });
		let filled = false;
		Object.assign(document.documentElement, { requestFullscreen: () => (filled = true) });
		shortcutsOf(page)({ type: 'dblclick', target } as unknown as Event);
		assert.is(filled, fills);
	});

async function openChat(moderator: boolean) {
	const { page, view, comments } = await renderView(ChatPanel, { moderator });
	page.show('chat');
	await comments[0]!.resolve(commentList(3, 1));
	const buttons = [...view.querySelectorAll<HTMLElement>('li button')];
	const list = view.querySelector<HTMLElement>('.scroller')!;
	list.focus();
	stop = followShortcuts(document.createElement('video'), page);
	return { list, buttons, press: (key: string) => fire(document.activeElement!, 'keydown', { key }) };
}

it('should go from row to row by arrow keys, and stop at the ends', async () => {
	const { buttons, press } = await openChat(true);
	for (const [key, at, scrolls] of [
		['ArrowDown', 0, false],
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
