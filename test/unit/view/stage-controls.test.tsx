import { mock } from 'node:test';
import { button, fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../../src/api/live.ts';
import type { PlayerView } from '../../../src/models/player-model.ts';
import { rtsError } from '../../../src/rts/play/errors.ts';
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
		badge: () => view.querySelector('.badge')?.textContent ?? '',
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

/** Badges, by the status of broadcast and player. */
const badges: [status: number, playing: PlayerView['status'], text: string][] = [
	[0, 'cover', '即将开始'],
	[1, 'playing', '直播中'],
	[1, 'reconnecting', '直播中'],
	[1, 'failed', ''],
	[2, 'ended', ''],
	[2, 'replay', '回放'],
	[3, 'replay', '回放'],
	[3, 'ended', ''],
];
for (const [status, playing, text] of badges)
	it(`should say ${text || 'nothing'} of a broadcast with status ${status} while the player is ${playing}`, async () => {
		const { badge, stage } = await renderStage({ status: playing }, { fields: { status } });
		assert.equal([badge(), !!stage.querySelector('.badge.live')], [text, text === '直播中']);
	});

it('should turn the sound off, and on again', async () => {
	const { named, video, actions } = await renderStage({ status: 'playing' });
	await fire(named('静音')!, 'click');
	assert.is(video.muted, true);
	await fire(video, 'volumechange', { bubbles: false });
	assert.is(named('静音'), null);
	await fire(named('打开声音')!, 'click');
	assert.equal(actions, ['unmute']);
});

it('should offer the sound once while autoplay has muted it', async () => {
	const { stage, named } = await renderStage({ status: 'playing', autoplayMuted: true });
	assert.ok(button(stage, '点击开启声音'));
	assert.equal([named('静音'), named('打开声音')], [null, null]);
});

for (const status of ['playing', 'replay', 'stalled', 'cover', 'reconnecting'] as const) {
	const fades = status === 'playing' || status === 'replay';
	it(`should ${fades ? '' : 'not '}fade after four seconds while the player is ${status}`, async () => {
		const { fadedAfter } = await renderTimedStage({ status });
		assert.equal([fadedAfter(3999), fadedAfter(1)], [false, fades]);
	});
}

it('should not fade while there is sound only', async () => {
	const { fadedAfter } = await renderTimedStage({ status: 'playing', qualities: THREE, quality: 2 });
	assert.is(fadedAfter(10_000), false);
});

for (const type of ['click', 'focusin'])
	it(`should come back on ${type}, and fade again four seconds later`, async () => {
		const { stage, faded, fadedAfter, during } = await renderTimedStage({ status: 'playing' });
		assert.is(fadedAfter(4000), true);
		await during(() => fire(stage, type));
		assert.is(faded(), false);
		assert.is(fadedAfter(4000), true);
	});

it('should come back when it no longer plays', async () => {
	const { faded, fadedAfter, setPlayer, during } = await renderTimedStage({ status: 'playing' });
	assert.is(fadedAfter(4000), true);
	await during(() => setPlayer({ status: 'stalled' }));
	assert.equal([faded(), fadedAfter(10_000)], [false, false]);
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
	assert.is(video.controls, true);
	await setPlayer({ status: 'failed', failure: 'media' });
	assert.is(video.controls, false);
	await setPlayer({ status: 'replay', failure: '' });
	assert.is(video.controls, true);
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
	[true, ['', '约 8 MB/分钟', '约 1 MB/分钟', '约 1 MB/分钟']],
	[false, ['', '', '', '']],
] as const)
	it(`should open a menu of the qualities ${metered ? 'with' : 'without'} what they cost`, async () => {
		const state = { status: 'playing', qualities: THREE, quality: 0, picked: '', failedQualities: [] } as const;
		const { stage, named, actions, setPlayer } = await renderStage(state, { metered });
		const rows = () => [...stage.querySelectorAll<HTMLElement>('[role=menuitemradio]')];
		const checked = () => rows().map((row) => row.getAttribute('aria-checked') === 'true');
		const open = async (label: string) => fire(named(`画质：${label}`)!, 'click');
		await open('自动 · 高清');
		assert.equal(
			rows().map((row) => row.querySelector('small')?.textContent ?? ''),
			costs,
		);
		assert.equal(checked(), [true, false, false, false]);
		assert.is(document.activeElement, rows()[0]);
		await fire(rows()[2]!, 'click');
		assert.equal([rows().length, actions], [0, ['choose 1']]);
		await setPlayer({ quality: 1, picked: '流畅', failedQualities: ['高清'] });
		await open('流畅');
		assert.equal(checked(), [false, true, false]);
		await fire(rows()[0]!, 'click');
		assert.equal(actions, ['choose 1', 'choose -1']);
	});

for (const [notice, quality, text] of [
	['lower', 1, '网络较慢，已切换到流畅'],
	['sound', 2, '网络较慢，先听声音，恢复后自动显示画面'],
	['restored', 1, '网络已恢复，正在显示画面'],
	['', 1, ''],
] as const)
	it(`should say ${text || 'nothing'} once after a change of quality`, async () => {
		const { page, setPlayer } = await renderStage({ status: 'playing', qualities: THREE, quality: 0, notice: '' });
		await setPlayer({ quality, notice });
		assert.is(page.notice.toast.value, text);
		page.notice.toast.value = '';
		await setPlayer({ status: 'stalled' });
		assert.is(page.notice.toast.value, '');
	});

for (const [kbps, metered, text] of [
	[1130, true, '正在使用移动数据，约 8 MB/分钟'],
	[400, true, ''],
	[1130, false, ''],
] as const)
	it(`should say ${text || 'nothing'} of ${kbps} kbit/s on ${metered ? 'mobile data' : 'another connection'}`, async () => {
		const qualities = [{ ...THREE[0]!, kbps }];
		const { page, setPlayer } = await renderStage({ status: 'playing', qualities, quality: 0 }, { metered });
		assert.is(page.notice.toast.value, text);
		page.notice.toast.value = '';
		await setPlayer({ status: 'stalled' });
		await setPlayer({ status: 'playing' });
		assert.is(page.notice.toast.value, '', 'once');
	});

for (const naturalWidth of [0, 320])
	it(`should ${naturalWidth ? 'show a cover that has loaded' : 'hide a cover that cannot be loaded'}`, async () => {
		const { stage } = await renderStage({ status: 'cover' });
		const cover = stage.querySelector<HTMLElement>('#cover')!;
		Object.assign(cover, { complete: true, naturalWidth });
		await fire(cover, naturalWidth ? 'load' : 'error');
		assert.is(cover.style.visibility || '', naturalWidth ? '' : 'hidden');
	});

it('should fill the screen, and say how to leave it', async () => {
	const { stage, named } = await renderStage({ status: 'playing' });
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
	Object.assign(document, { fullscreenElement: null });
	await fire(document, 'fullscreenchange');
	assert.is(iconOf('全屏'), icon);
	assert.equal([!!named('全屏'), named('退出全屏')], [true, null]);
});

const error = rtsError(10102, 'play failed', 'T1');
/** Details of failures for support. */
const details: [what: string, state: Partial<PlayerView>, text: string | undefined][] = [
	['the number of the error', { status: 'failed', failure: 'connection', reason: 10102, error }, '错误码 10102'],
	['nothing without a number', { status: 'failed', failure: 'media', reason: 'media' }, undefined],
	['nothing while something retries', { failure: 'connection', reason: 10102, error }, undefined],
];
for (const [what, state, text] of details)
	it(`should show ${what} under the message`, async () => {
		const { stage } = await renderStage({ status: 'reconnecting', ...state });
		assert.is(stage.querySelector('small')?.textContent, text);
	});

it('should offer to leave full screen while it reconnects, and nothing else', async () => {
	const { stage, named } = await renderStage({ status: 'reconnecting' });
	assert.is(named('全屏'), null);
	Object.assign(document, { fullscreenElement: stage });
	await fire(document, 'fullscreenchange');
	assert.equal([!!named('退出全屏'), named('暂停'), named('静音')], [true, null, null]);
	Object.assign(document, { fullscreenElement: null });
});

it('should hide what lies over the video on a second tap, and show it on the next', async () => {
	const { stage, faded } = await renderStage({ status: 'playing' });
	const tap = async () => {
		for (const type of ['touchstart', 'mousemove', 'click']) await fire(stage, type);
		return faded();
	};
	assert.equal([await tap(), await tap(), await tap()], [true, false, true]);
	await fire(stage, 'mousemove');
	assert.is(faded(), false, 'a mouse');
	await fire(stage, 'click');
	assert.is(faded(), false, 'the click of a mouse');
});

for (const [status, sound] of [
	['playing', 'unmute'],
	['stalled', 'unmute'],
	['replay', 'on'],
] as const)
	it(`should turn the sound on at the first tap anywhere on a video that plays muted (${status})`, async () => {
		const { stage, video, actions, faded } = await renderStage({ status, autoplayMuted: true });
		video.muted = true;
		for (const type of ['touchstart', 'click']) await fire(stage, type, { clientY: -100 });
		assert.equal([actions, video.muted], sound === 'unmute' ? [['unmute'], true] : [[], false]);
		assert.is(faded(), false, 'the controls show');
	});

it('should leave a tap on the browser’s own controls of a replay to them', async () => {
	const { stage, video } = await renderStage({ status: 'replay', autoplayMuted: true });
	video.muted = true;
	await fire(stage, 'click', { clientY: -10 });
	assert.is(video.muted, true);
});

it('should open the drawer with the chat, and keep the news in it', async () => {
	const { named, page } = await renderStage({ status: 'playing' });
	assert.is(named('互动'), null, 'before hydration');
	page.hydrated.value = true;
	await settle();
	const expanded = () => named('互动')!.getAttribute('aria-expanded');
	assert.is(expanded(), 'false');
	await fire(named('互动')!, 'click');
	assert.equal([page.drawer.value, page.tab.value, expanded()], [true, 'chat', 'true']);
	await fire(named('互动')!, 'click');
	assert.equal([page.drawer.value, expanded()], [false, 'false']);
	page.show('news');
	await fire(named('互动')!, 'click');
	assert.equal([page.drawer.value, page.tab.value], [true, 'news']);
});

it.run();
