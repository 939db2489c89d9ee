import { mock } from 'node:test';
import { button, fire, reset, settle, setup } from '../../support/render.tsx';
import { renderStage, THREE } from '../../support/stage.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PlayerState } from '../../../src/models/player-model.ts';

const it = suite('stage controls');
it.before.each(() => setup());
it.after.each(async () => {
	mock.timers.reset();
	await reset();
});

/** The same with a clock that the test moves. */
async function renderTimedStage(state: Partial<PlayerState>) {
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
		// The stage itself takes it from taps, whose click must not find other controls than its touch.
		await during(async () => void (await fire(stage, 'focusin')));
		assert.is(faded(), true);
		const button = stage.querySelector('button')!;
		await during(async () => (what === 'a stall' ? setPlayer({ status: 'stalled' }) : void (await fire(button, what))));
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

for (const [hidden, statuses] of [
	[false, ['playing', 'stalled', 'blocked', 'replay']],
	[true, ['cover', 'connecting', 'reconnecting', 'paused', 'ended', 'failed']],
] as const)
	it(`should ${hidden ? 'hide the video from' : 'name the video to'} screen readers while it has ${hidden ? 'no' : 'a'} source`, async () => {
		const { video, setPlayer } = await renderStage({ status: hidden ? 'playing' : 'cover' });
		for (const status of statuses) {
			await setPlayer({ status });
			assert.is(video.getAttribute('aria-hidden'), `${hidden}`, status);
		}
	});

it('should pause a broadcast and go on, by the button or a tap anywhere but on the volume', async () => {
	const { stage, named, setPlayer, actions } = await renderStage({ status: 'playing' });
	await fire(named('暂停')!, 'click');
	await setPlayer({ status: 'paused' });
	assert.equal([named('暂停'), !!named('静音'), !!named('全屏')], [null, true, true]);
	await fire(named('播放')!, 'click');
	await fire(named('音量')!, 'click');
	await fire(stage, 'click');
	await fire(named('已暂停，点击继续')!, 'click');
	assert.equal(actions, ['pause', 'play', 'play', 'play']);
});

it('should leave a replay to the browser’s controls from its first frame until the page has its own, but under a message', async () => {
	const { video, page, setPlayer, stage } = await renderStage({ status: 'replay' });
	const states = [
		[{ readyState: 1 }, {}, false, true],
		[{ readyState: 2 }, {}, true, false],
		[{ readyState: 0 }, {}, true, false],
		[{ readyState: 2 }, { status: 'failed', failure: 'media' }, false, false],
		[{ readyState: 2 }, { status: 'replay', failure: '' }, true, false],
	] as const;
	for (const [media, state, controls, loads] of states) {
		Object.assign(video, media);
		await setPlayer(state);
		await fire(video, 'loadeddata');
		assert.equal([video.controls, /加载中/.test(stage.textContent!)], [controls, loads]);
	}
	page.replayControls.value = () => null;
	await settle();
	assert.is(video.controls, false);
});

it('should turn on the sound that has no volume', async () => {
	const { named, video } = await renderStage({ status: 'playing' });
	const slider = named('音量') as HTMLInputElement;
	slider.value = '0';
	await fire(slider, 'input');
	await fire(video, 'volumechange');
	await fire(named('打开声音')!, 'click');
	assert.equal([video.volume, video.muted], [1, false]);
});

for (const [what, value, expected] of [
	['leave a muted video without sound as its slider is at the end', 0, []],
	['set the volume, which a mouse does, and turn the sound on by it', 0.4, ['unmute']],
] as const)
	it(`should ${what}`, async () => {
		const { named, video, actions } = await renderStage({ status: 'playing' });
		video.muted = true;
		await fire(video, 'volumechange');
		const slider = named('音量') as HTMLInputElement;
		assert.is(+slider.value, 0);
		slider.value = `${value}`;
		await fire(slider, 'input');
		assert.equal([video.volume, video.muted, actions], [value, true, expected]);
	});

it('should fill the screen, and say how to leave it, which alone it offers while it reconnects and once it is over', async () => {
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
	await setPlayer({ status: 'ended', qualities: THREE, quality: 0 });
	assert.equal([!!named('退出全屏'), named('画质：自动 · 高清')], [true, null]);
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

for (const [status, how, sounds] of [
	['playing', 'click', true],
	['stalled', 'click', true],
	['replay', 'click', true],
	['playing', 'touchend', false],
	['replay', 'touchend', false],
] as const)
	it(`should ${sounds ? '' : 'not '}turn the sound on at the ${how} of a first tap on a muted video (${status})`, async () => {
		const { video, actions, faded } = await renderStage({ status, autoplayMuted: true });
		await fire(video, 'touchstart');
		await fire(video, how);
		assert.equal([actions, faded()], [sounds ? ['unmute'] : [], false]);
	});

it('should pause a replay and play it by the click of a mouse, not by a finger, nor on the volume', async () => {
	const { video, stage } = await renderStage({ status: 'replay' });
	const calls: string[] = [];
	Object.assign(video, { paused: false, pause: () => calls.push('pause'), play: () => calls.push('play') });
	for (const type of ['click', 'touchstart', 'click']) await fire(video, type);
	Object.assign(video, { paused: true });
	await fire(video, 'click');
	const volume = document.createElement('input');
	stage.append(volume);
	await fire(volume, 'click');
	assert.equal(calls, ['pause', 'play']);
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
