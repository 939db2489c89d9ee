import { fire, renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../../src/api/live.ts';
import type { Live, Page } from '../../../src/models/page-model.ts';
import type { PlayerStatus } from '../../../src/models/player-model.ts';
import { INITIAL_STATE } from '../../../src/player/core/state.ts';
import { Stage } from '../../../src/view/stage/stage.tsx';

const it = suite('stage');
it.before.each(() => setup());
it.after.each(reset);

const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent!.trim();

async function renderStage() {
	const { page, view, actions } = await renderView(Stage);
	page.startupDone.value = true;
	await settle();
	const allButtons = () => [...view.querySelectorAll('button')];
	return {
		page,
		view,
		/** The actions that actions have run. */
		actions,
		status: view.querySelector('.status')!,
		/** Names of the buttons there are, the follow button left out. */
		buttons: () =>
			allButtons()
				.map(nameOf)
				.filter((name) => name !== '关注' && name !== '互动'),
		click: (name: string) =>
			fire(
				allButtons().find((button) => nameOf(button) === name)!,
				'click',
			),
	};
}

const liveWith = (fields: object = {}) =>
	readLive({ id: 1, status: 1, organizationTitle: '阳光实验小学', peopleCount: 986, ...fields });
const show = async (page: Page, live: Live | Error) => {
	await page.live.load(() => (live instanceof Error ? Promise.reject(live) : Promise.resolve(live)));
	await settle();
};
const setPlayer = async (page: Page, status: PlayerStatus, autoplayMuted = false) => {
	page.player.reported.value = {
		...INITIAL_STATE,
		status,
		failure: status === 'failed' ? 'connection' : '',
		autoplayMuted,
	};
	await settle();
};

it('should show a busy loading message, no badge, no viewer count and no button until the broadcast is known', async () => {
	const { page, view, status, buttons } = await renderStage();
	assert.is(status.textContent, '加载中…');
	assert.equal([status.className, status.getAttribute('role')], ['status busy', 'status']);
	assert.is(view.querySelector('[role=region] .badge, .viewers'), null);
	assert.equal(buttons(), []);
	await show(page, liveWith());
	await setPlayer(page, 'cover');
	assert.is(status.textContent, '直播尚未开始，开播后自动播放');
	assert.is(status.className, 'status');
	assert.is(view.querySelectorAll('[role=region] .badge, .viewers').length, 2);
});

it('should show why the broadcast cannot be loaded, with a retry', async () => {
	const { page, status, buttons, click, actions } = await renderStage();
	await show(page, Object.assign(new Error('no'), { status: 503 }));
	assert.is(status.querySelector('p')!.textContent, '服务暂时不可用，请稍后重试');
	assert.equal(buttons(), ['重试']);
	await click('重试');
	assert.equal(actions, ['retry']);
});

it('should offer the replay after the end', async () => {
	const { page, buttons, click, actions } = await renderStage();
	await show(page, liveWith({ status: 2, playbackUrl: 'https://example.com/r.mp4' }));
	await setPlayer(page, 'ended');
	assert.equal(buttons(), ['观看回放']);
	await click('观看回放');
	assert.equal(actions, ['watchReplay']);
});

it('should offer app and address in a browser that cannot play', async () => {
	const { page, buttons, click, actions } = await renderStage();
	await show(page, liveWith());
	page.player.reported.value = { ...page.player.reported.value, status: 'failed', failure: 'unsupported' };
	await settle();
	assert.equal(buttons(), ['打开App', '复制链接']);
	await click('打开App');
	await click('复制链接');
	assert.equal(actions, ['openApp', 'copyAddress']);
});

/** Message, spinner, and buttons while sound is on, in each state of the player. */
const states: [PlayerStatus, string, boolean, string[]][] = [
	['idle', '', false, []],
	['cover', '直播尚未开始，开播后自动播放', false, []],
	['ended', '直播已结束', false, []],
	['replay', '', false, []],
	['connecting', '直播加载中…', true, []],
	['playing', '', false, ['暂停', '静音', '全屏']],
	['stalled', '网络较慢，缓冲中…', true, ['重试', '暂停', '静音', '全屏']],
	['paused', '已暂停，点击继续', false, ['已暂停，点击继续', '播放', '静音', '全屏']],
	['blocked', '点击播放', false, ['点击播放']],
	['reconnecting', '正在重新连接…', true, ['重试']],
	['failed', '直播暂时无法播放，恢复后将自动继续', false, ['重试']],
];
for (const [state, message, busy, names] of states)
	it(`should show ${message || 'no message'} with ${names.join(' and ') || 'no button'} while the player is ${state}`, async () => {
		const { page, status, buttons } = await renderStage();
		await show(page, liveWith());
		await setPlayer(page, state);
		assert.is(status.querySelector('p')?.textContent ?? '', message);
		const outage = ['stalled', 'reconnecting'].includes(state) ? ' outage' : '';
		assert.is(status.className, `status${message ? '' : ' status-none'}${busy ? ' busy' : ''}${outage}`);
		assert.equal(buttons(), names);
	});

for (const [state] of states) {
	const offered = state === 'playing' || state === 'stalled' || state === 'replay';
	it(`should ${offered ? '' : 'not '}offer sound while the player is ${state} and was muted for autoplay`, async () => {
		const { page, buttons, click, actions } = await renderStage();
		await show(page, liveWith());
		await setPlayer(page, state, true);
		assert.is(buttons().includes('点击开启声音'), offered);
		if (!offered) return;
		await click('点击开启声音');
		assert.equal(actions, ['unmute']);
	});
}

it('should show organization, its head image at the size of 36 pixels, and a follow button', async () => {
	const { page, view, click, actions } = await renderStage();
	page.startupDone.value = true;
	await show(page, liveWith({ headPic: 'https://oss.example.com/head.png' }));
	assert.is(view.querySelector('.organization-title')!.textContent, '阳光实验小学');
	assert.is(view.querySelector('.organization img')!.getAttribute('src'), 'https://oss.example.com/head.png?w=36');
	await click('关注');
	assert.equal(actions, ['openApp']);
});

it('should offer no organization to follow while the broadcast cannot be fetched, and one once it can', async () => {
	const { page, view } = await renderStage();
	assert.not(view.querySelector('.organization'), 'startup');
	await show(page, Object.assign(new Error('no'), { status: 404 }));
	assert.not(view.querySelector('.organization'));
	void page.live.load(() => new Promise(() => {}));
	await settle();
	assert.not(view.querySelector('.organization'), 'a retry under way');
	await show(page, liveWith());
	assert.ok(view.querySelector('.organization'));
	await show(page, new Error('offline'));
	assert.ok(view.querySelector('.organization'), 'it stays known');
});

it('should offer no organization to follow that has no name', async () => {
	const { page, view } = await renderStage();
	await show(page, liveWith({ organizationTitle: '' }));
	assert.not(view.querySelector('.organization'));
});

it('should keep the place of a head image that there is not', async () => {
	const { page, view } = await renderStage();
	page.startupDone.value = true;
	await show(page, liveWith({ headPic: '' }));
	assert.is(view.querySelector('.organization img'), null);
	assert.ok(view.querySelector('.organization span.head'));
});

for (const [count, text] of [
	[0, '0'],
	[9999, '9999'],
	[10_000, '1.0万'],
	[12_399, '1.2万'],
	['10万+', '10万+'],
] as const)
	it(`should show ${count} viewers as ${text}`, async () => {
		const { page, view } = await renderStage();
		await show(page, liveWith({ peopleCount: count }));
		assert.is(view.querySelector('.viewers')!.textContent, `直播中${text}人观看`);
	});

it('should keep video and cover, and what the player has set on them, through every state', async () => {
	const { page, view } = await renderStage();
	const video = view.querySelector('video')!;
	const cover = view.querySelector('#cover')!;
	assert.ok(video.parentElement!.hasAttribute('hidden'));
	assert.ok(cover.hasAttribute('hidden'));
	// As the player does it.
	video.setAttribute('src', 'https://example.com/replay.mp4');
	video.parentElement!.removeAttribute('hidden');
	cover.setAttribute('src', 'https://example.com/cover.png');
	cover.removeAttribute('hidden');
	await show(page, liveWith());
	for (const [state] of states) {
		await setPlayer(page, state, true);
		assert.is(view.querySelector('video'), video, state);
		assert.is(view.querySelector('#cover'), cover, state);
		assert.is(video.getAttribute('src'), 'https://example.com/replay.mp4', state);
		assert.not(video.parentElement!.hasAttribute('hidden'), state);
		assert.is(cover.getAttribute('src'), 'https://example.com/cover.png', state);
		assert.not(cover.hasAttribute('hidden'), state);
	}
});

for (const [status, badge] of [
	[1, '直播中'],
	[2, '回放'],
	[3, '回放'],
	[4, '直播中'],
] as const)
	it(`should say ${badge} where playback of status ${status} is left to a click`, async () => {
		const { page, view } = await renderStage();
		await show(page, liveWith({ status }));
		await setPlayer(page, 'blocked');
		assert.is(view.querySelector('.badge')!.textContent, badge);
	});

it.run();
