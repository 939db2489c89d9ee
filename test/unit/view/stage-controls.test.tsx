import { mock } from 'node:test';
import { button, fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../support/read-live.ts';
import type { PlayerView } from '../../../src/models/player-model.ts';
import { Stage } from '../../../src/view/stage/stage.tsx';

const it = suite('stage controls');
it.before.each(() => setup());
it.after.each(async () => {
	mock.timers.reset();
	await reset();
});

const THREE = [
	{ name: '高清', kbps: 1130, address: '', audioOnly: false },
	{ name: '流畅', kbps: 130, address: '', audioOnly: false },
	{ name: '只听声音', kbps: 40, address: '', audioOnly: true },
];

/** The stage with its controls, while a live is on and the player in this state. */
async function renderStage(state: Partial<PlayerView>, { fields = {}, metered = false } = {}) {
	const { page, view, actions } = await renderView(Stage, { metered });
	const video = view.querySelector('video')!;
	await page.live.load(async () => readLive({ id: 1, status: 1, ...fields }));
	const setPlayer = async (next: Partial<PlayerView>) => {
		page.player.reported.value = { ...page.player.reported.value, ...next };
		await settle();
	};
	await setPlayer(state);
	page.startupDone.value = true;
	await settle();
	const stage = view.querySelector('.stage')!;
	return {
		stage,
		page,
		actions,
		setPlayer,
		video,
		named: (name: string) => view.querySelector<HTMLElement>(`[aria-label="${name}"]`),
		faded: () => stage.classList.contains('faded'),
	};
}

/** The same with a clock that the test moves. */
async function renderTimedStage(state: Partial<PlayerView>) {
	mock.timers.enable({ apis: ['setTimeout'] });
	const rendered = renderStage(state);
	const tick = setInterval(() => mock.timers.tick(0), 1);
	const stage = await rendered.finally(() => clearInterval(tick));
	return {
		...stage,
		/** Whether the controls are faded so many milliseconds later. */
		fadedAfter: (milliseconds: number) => (mock.timers.tick(milliseconds), stage.faded()),
		/** Does something that waits for a rendering. */
		async during<T>(act: () => Promise<T>) {
			const tick = setInterval(() => mock.timers.tick(0), 1);
			await act().finally(() => clearInterval(tick));
		},
	};
}

it('should turn the sound off, and on again, but offer it once while autoplay has muted it', async () => {
	const { stage, named, video, actions, setPlayer } = await renderStage({ status: 'playing' });
	await fire(named('静音')!, 'click');
	assert.is(video.muted, true);
	await fire(video, 'volumechange');
	assert.is(named('静音'), null);
	await fire(named('打开声音')!, 'click');
	assert.equal(actions, ['unmute']);
	await setPlayer({ autoplayMuted: true });
	assert.ok(button(stage, '点击开启声音'));
	assert.equal([named('静音'), named('打开声音')], [null, null]);
});

for (const [status, quality, fades] of [
	['playing', 0, true],
	['replay', 0, true],
	['stalled', 0, false],
	['cover', 0, false],
	['reconnecting', 0, false],
	['playing', 2, false],
] as const)
	it(`should ${fades ? '' : 'not '}fade after four seconds while the player is ${status}${quality ? ', with sound only' : ''}`, async () => {
		const { fadedAfter, video, during } = await renderTimedStage({ status, qualities: THREE, quality });
		Object.assign(video, { paused: false });
		await during(async () => void (await fire(video, 'play')));
		assert.equal([fadedAfter(3999), fadedAfter(1)], [false, fades]);
	});

for (const what of ['click', 'focusin', 'a stall'])
	it(`should come back on ${what}${what === 'a stall' ? '' : ', and fade again four seconds later'}`, async () => {
		const { stage, faded, fadedAfter, setPlayer, during } = await renderTimedStage({ status: 'playing' });
		assert.is(fadedAfter(4000), true);
		await during(async () => (what === 'a stall' ? setPlayer({ status: 'stalled' }) : void (await fire(stage, what))));
		assert.equal([faded(), fadedAfter(4000)], [false, what !== 'a stall']);
	});

for (const [where, selector, status, actions] of [
	['anywhere', '.stage', 'blocked', ['unmute']],
	['on the play button', '[aria-label=点击播放]', 'blocked', ['unmute']],
	['anywhere', '.stage', 'playing', []],
] as const)
	it(`should ${actions.length ? 'play once' : 'not play'} on a tap ${where} while ${status}`, async () => {
		const rendered = await renderStage({ status });
		await fire(document.querySelector(selector)!, 'click');
		assert.equal(rendered.actions, actions);
	});

it('should pause a broadcast and go on, by the button or a tap anywhere', async () => {
	const { stage, named, setPlayer, actions } = await renderStage({ status: 'playing' });
	await fire(named('暂停')!, 'click');
	await setPlayer({ status: 'paused' });
	assert.equal([named('暂停'), !!named('静音'), !!named('全屏')], [null, true, true]);
	await fire(named('播放')!, 'click');
	await fire(stage, 'click');
	await fire(named('已暂停，点击继续')!, 'click');
	assert.equal(actions, ['pause', 'play', 'play', 'play']);
});

it('should take the browser’s controls away under the message of a replay that has failed, and give them back', async () => {
	const { video, setPlayer } = await renderStage({ status: 'replay' });
	for (const [state, controls] of [
		[{}, true],
		[{ status: 'failed', failure: 'media' }, false],
		[{ status: 'replay', failure: '' }, true],
	] as const) {
		await setPlayer(state);
		assert.is(video.controls, controls);
	}
});

/** The chip of the qualities; '' for none. */
const chips: [what: string, state: Partial<PlayerView>, text: string][] = [
	['an automatic choice', { quality: 1 }, '自动 · 流畅'],
	['a choice by hand', { quality: 1, picked: '流畅' }, '流畅'],
	['a stream that is being connected', { status: 'connecting' }, '自动 · 高清'],
	['a stream that is connected anew', { status: 'reconnecting', quality: 2 }, '自动 · 只听声音'],
	['a stream without another quality', { qualities: THREE.slice(0, 1) }, ''],
	['a replay', { status: 'replay' }, ''],
	['a broadcast that has not begun', { status: 'cover' }, ''],
];
for (const [what, state, text] of chips)
	it(`should show ${text || 'no chip'} for ${what}`, async () => {
		const { stage } = await renderStage({ status: 'playing', qualities: THREE, quality: 0, ...state });
		assert.is(stage.querySelector('.controls .chip:not(.icon-button)')?.textContent ?? '', text);
	});

for (const [metered, costs] of [
	[true, ['约 8 MB/分钟', '约 1 MB/分钟', '锁屏也能听 · 约 0.3 MB/分钟']],
	[false, ['', '', '锁屏也能听']],
] as const)
	it(`should open a menu of the qualities ${metered ? 'with' : 'without'} what they cost`, async () => {
		const state = { status: 'playing', qualities: THREE, quality: 0, picked: '', failedQualities: [] } as const;
		const { stage, named, actions, setPlayer } = await renderStage(state, { metered });
		const rows = () => [...stage.querySelectorAll<HTMLElement>('[role=menuitemradio]')];
		const checked = () => rows().map((row) => row.getAttribute('aria-checked') === 'true');
		await fire(named('画质：自动 · 高清')!, 'click');
		const shown = rows().map((row) => row.querySelector('small')?.textContent ?? '');
		assert.equal(
			[shown, checked()],
			[
				['随网络变化', ...costs],
				[true, false, false, false],
			],
		);
		assert.is(stage.querySelector('.menu-heading')!.textContent, '画质本次已用 38 MB');
		assert.is(document.activeElement, rows()[0]);
		await fire(rows()[2]!, 'click');
		assert.equal([rows().length, actions], [0, ['choose 1']]);
		await setPlayer({ quality: 1, picked: '流畅', failedQualities: ['高清'] });
		await fire(named('画质：流畅')!, 'click');
		assert.equal(checked(), [false, true, false]);
		await fire(rows()[0]!, 'click');
		assert.equal(actions, ['choose 1', 'choose -1']);
	});

/** Toasts, by what is shown before and what comes. */
const toasts: [before: Partial<PlayerView>, next: Partial<PlayerView>, metered: boolean, text: string][] = [
	[{}, { quality: 1, notice: 'lower' }, false, '网络较慢，已切换到流畅'],
	[{}, { quality: 2, notice: 'sound' }, false, '网络较慢，先听声音，恢复后自动显示画面'],
	[{}, { quality: 1, notice: 'restored' }, false, '网络已恢复，正在显示画面'],
	[{}, { quality: 1, notice: '' }, false, ''],
	[{ qualities: THREE.slice(0, 1) }, {}, true, '正在使用移动数据，约 8 MB/分钟'],
	[{ qualities: [{ ...THREE[0]!, kbps: 400 }] }, {}, true, ''],
	[{ qualities: THREE.slice(0, 1) }, {}, false, ''],
];
for (const [before, next, metered, text] of toasts)
	it(`should say ${text || 'nothing'} once${metered ? ' on mobile data' : ''} after ${JSON.stringify(next)}`, async () => {
		const state = { status: 'playing', qualities: THREE, quality: 0, notice: '', ...before } as const;
		const { page, setPlayer } = await renderStage(state, { metered });
		await setPlayer(next);
		assert.is(page.notice.toast.value, text);
		page.notice.toast.value = '';
		await setPlayer({ status: 'stalled' });
		await setPlayer({ status: 'playing' });
		assert.is(page.notice.toast.value, '');
	});

it('should fill the screen, and say how to leave it, which alone it offers while it reconnects', async () => {
	const { stage, named, setPlayer } = await renderStage({ status: 'playing' });
	Object.assign(document.documentElement, {
		async requestFullscreen() {
			Object.assign(document, { fullscreenElement: stage });
			document.dispatchEvent(new Event('fullscreenchange'));
		},
	});
	const iconOf = (name: string) => named(name)!.querySelector('path')!.getAttribute('d');
	const icon = iconOf('全屏');
	await fire(named('全屏')!, 'click');
	assert.is(named('全屏'), null);
	assert.is.not(iconOf('退出全屏'), icon);
	await setPlayer({ status: 'reconnecting' });
	assert.equal([!!named('退出全屏'), named('暂停'), named('静音')], [true, null, null]);
	Object.assign(document, { fullscreenElement: null });
	await fire(document, 'fullscreenchange');
	assert.equal([named('全屏'), named('退出全屏')], [null, null]);
	await setPlayer({ status: 'playing' });
	assert.equal([iconOf('全屏'), named('退出全屏')], [icon, null]);
});

it('should hide what lies over the video on a second tap, and show it on the next', async () => {
	const { stage, faded } = await renderStage({ status: 'playing' });
	const tap = async () => {
		for (const type of ['touchstart', 'mousemove', 'click']) await fire(stage, type, { changedTouches: [{}] });
		return faded();
	};
	assert.equal([await tap(), await tap(), await tap()], [true, false, true]);
	await fire(stage, 'mousemove');
	assert.is(faded(), false, 'a mouse');
	await fire(stage, 'click');
	assert.is(faded(), false, 'the click of a mouse');
});

for (const [status, how, above, moved, sounds] of [
	['playing', 'click', 100, 0, true],
	['stalled', 'click', 100, 0, true],
	['replay', 'click', 100, 0, true],
	['replay', 'touchend', 100, 9, true],
	['replay', 'touchend', 100, 40, false],
	['playing', 'touchend', 100, 0, false],
	// The browser's own controls.
	['replay', 'click', 70, 0, false],
	['replay', 'touchend', 70, 0, false],
] as const)
	it(`should ${sounds ? '' : 'not '}turn the sound on at the ${how} of a first tap ${above} pixels above the end of a muted video, ${moved} pixels on (${status})`, async () => {
		const { video, actions, faded } = await renderStage({ status, autoplayMuted: true });
		const at = (clientX: number) => ({ clientX, clientY: -above, changedTouches: [{ clientX, clientY: -above }] });
		await fire(video, 'touchstart', at(0));
		await fire(video, how, at(moved));
		assert.equal([actions, faded()], [sounds ? ['unmute'] : [], false]);
	});

it('should keep the controls of a replay while it is paused, and fade them once it goes on', async () => {
	const { video, fadedAfter, during } = await renderTimedStage({ status: 'replay' });
	for (const paused of [true, false]) {
		Object.assign(video, { paused });
		await during(async () => void (await fire(video, paused ? 'pause' : 'play')));
		assert.is(fadedAfter(4000), !paused);
	}
});

it('should open the drawer with the chat, and keep the news in it', async () => {
	const { named, page } = await renderStage({ status: 'playing' });
	assert.is(named('互动'), null, 'before hydration');
	page.hydrated.value = true;
	await settle();
	const state = () => [page.drawer.value, page.tab.value, named('互动')!.getAttribute('aria-expanded')];
	assert.is(state()[2], 'false');
	await fire(named('互动')!, 'click');
	assert.equal(state(), [true, 'chat', 'true']);
	await fire(named('互动')!, 'click');
	assert.equal(state(), [false, 'chat', 'false']);
	page.show('news');
	await fire(named('互动')!, 'click');
	assert.equal(state(), [true, 'news', 'true']);
});

it.run();
