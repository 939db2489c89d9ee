import { fire, render, renderView, reset, settle, setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../support/read-live.ts';
import type { Live, Page } from '../../../src/models/page-model.ts';
import type { PlayerStatus } from '../../../src/models/player-model.ts';
import { rtsError } from '../../../src/rts/play/errors.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { HeadImage } from '../../../src/view/stage/head-image.tsx';
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
		actions,
		status: view.querySelector('.status')!,
		/** Names of the buttons there are, the follow button left out. */
		buttons: () => allButtons().flatMap((one) => (/^(关注|互动)$/.test(nameOf(one)) ? [] : [nameOf(one)])),
		click(name: string) {
			const found = allButtons().find((button) => nameOf(button) === name)!;
			return fire(found, 'click');
		},
	};
}

const liveWith = (fields: object = {}) =>
	readLive({ id: 1, status: 1, organizationTitle: '阳光实验小学', peopleCount: 986, ...fields });
const show = async (page: Page, live: Live | Error) => {
	await page.live.load(() => (live instanceof Error ? Promise.reject(live) : Promise.resolve(live)));
	await settle();
};
const setPlayer = async (page: Page, status: PlayerStatus, fields: Partial<PlayerState> = {}) => {
	const failure = status === 'failed' ? 'connection' : '';
	page.player.state.value = { ...INITIAL_STATE, status, failure, ...fields };
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
	assert.equal([status.textContent, status.className], ['直播尚未开始，开播后自动播放', 'status']);
	assert.is(view.querySelectorAll('[role=region] .badge, .viewers').length, 2);
	assert.is(view.querySelector('.viewers')!.textContent, '直播中986人观看');
});

/** Buttons over the video and the actions they take, by what was fetched and what the player does. */
const offers: [what: string, Live | Error, PlayerStatus, Partial<PlayerState>, Record<string, string>][] = [
	['a retry after a refusal', Object.assign(new Error('no'), { status: 503 }), 'idle', {}, { 重试: 'retry' }],
	['a replay', liveWith({ status: 2, playbackUrl: 'https://a/r.mp4' }), 'ended', {}, { 观看回放: 'watchReplay' }],
	[
		'app and address in a browser that cannot play',
		liveWith(),
		'failed',
		{ failure: 'unsupported' },
		{ 打开App: 'openApp', 复制链接: 'copyAddress' },
	],
];
it('should lead from a live that is missing to the app, without one or inside it back, if there is a page before', async () => {
	const { page, buttons } = await renderStage();
	for (const [newsInApp, insideApp, length, name] of [
		[true, false, 2, '打开App'],
		[true, true, 2, '返回'],
		[false, false, 2, '返回'],
		[false, false, 1, undefined],
	] as const) {
		Object.assign(history, { length });
		Object.assign(page, { newsInApp });
		page.insideApp.value = insideApp;
		await show(page, Object.assign(new Error('no'), { status: 404 }));
		assert.equal(buttons(), name ? [name] : []);
	}
});

it('should offer the address alone inside the app, which cannot open itself', async () => {
	const { page, view, buttons } = await renderStage();
	page.insideApp.value = true;
	await show(page, liveWith());
	await setPlayer(page, 'failed', { failure: 'unsupported' });
	assert.equal(buttons(), ['复制链接']);
	assert.is(view.querySelector('.status p')!.textContent, '当前浏览器无法播放，请换个浏览器观看');
});

for (const [what, live, state, fields, expected] of offers)
	it(`should offer ${what}`, async () => {
		const { page, buttons, click, actions } = await renderStage();
		await show(page, live);
		await setPlayer(page, state, fields);
		assert.equal(buttons(), Object.keys(expected));
		for (const name of buttons()) await click(name);
		assert.equal(actions, Object.values(expected));
	});

/** Message, spinner, and buttons while sound is on, in each state of the player. */
const states: [PlayerStatus, string, boolean, string[]][] = [
	['idle', '', false, []],
	['cover', '直播尚未开始，开播后自动播放', false, []],
	['ended', '直播已结束', false, []],
	['replay', '加载中…', true, []],
	['connecting', '直播加载中…', true, []],
	['playing', '', false, ['暂停', '静音', '全屏']],
	['stalled', '网络较慢，缓冲中…', true, ['重试', '暂停', '静音', '全屏']],
	['paused', '已暂停，点击继续', false, ['已暂停，点击继续', '播放', '静音', '全屏']],
	['blocked', '点击播放', false, ['点击播放']],
	['reconnecting', '正在重新连接…', true, ['重试']],
	['failed', '直播暂时无法播放，恢复后将自动继续', false, ['重试']],
];
for (const [state, message, busy, names] of states) {
	const offered = ['playing', 'stalled', 'replay'].includes(state);
	it(`should show ${message || 'no message'} with ${names.join(' and ') || 'no button'} while the player is ${state}, and ${offered ? '' : 'not '}offer sound that was muted for autoplay`, async () => {
		const { page, status, buttons, click, actions } = await renderStage();
		await show(page, liveWith());
		await setPlayer(page, state);
		assert.is(status.querySelector('p')?.textContent ?? '', message);
		const outage = ['stalled', 'reconnecting'].includes(state) ? ' outage' : '';
		const onTop = state === 'replay' ? ' on-top' : '';
		assert.is(status.className, `status${message ? '' : ' status-none'}${busy ? ' busy' : ''}${onTop}${outage}`);
		assert.equal(buttons(), names);
		await setPlayer(page, state, { autoplayMuted: true });
		assert.is(buttons().includes('点击开启声音'), offered);
		if (offered) await click('点击开启声音');
		assert.equal(actions, offered ? ['unmute'] : []);
	});
}

for (const [reason, text, busy] of [
	['no-frame', '正在等待画面…', ' busy'],
	['camera-off', '主播暂时关闭了画面', ''],
] as const)
	it(`should keep ${text} until the first frame as a message that waits, which a picture over it hides`, async () => {
		const { page, view, status } = await renderStage();
		await show(page, liveWith());
		Object.defineProperty(view.querySelector('video')!, 'videoWidth', { value: 0 });
		await setPlayer(page, 'playing', { reason });
		assert.is(status.className, `status${busy}`);
		await setPlayer(page, 'playing');
		assert.equal([status.textContent, status.className], [text, 'status busy on-top']);
	});

it('should offer an organization to follow once the broadcast is known, by its name or its id', async () => {
	const { page, view, click, actions } = await renderStage();
	const text = () => view.querySelector('.organization')?.textContent;
	assert.is(text(), undefined, 'startup');
	await show(page, Object.assign(new Error('no'), { status: 404 }));
	assert.is(text(), undefined);
	void page.live.load(() => new Promise(() => {}));
	await settle();
	assert.is(text(), undefined, 'a retry under way');
	for (const [fields, expected] of [
		[{ organizationId: 3001, organizationTitle: '' }, '关注'],
		[{ organizationTitle: '' }, undefined],
		[{}, '阳光实验小学关注'],
	] as const) {
		await show(page, liveWith(fields));
		assert.is(text(), expected);
	}
	await show(page, new Error('offline'));
	assert.is(text(), '阳光实验小学关注', 'it stays known');
	await click('关注');
	assert.equal(actions, ['openApp']);
});

it('should keep video and cover, and what the player has set on them, through every state', async () => {
	const { page, view } = await renderStage();
	const video = view.querySelector('video')!;
	const cover = view.querySelector('#cover')!;
	assert.ok(video.parentElement!.hasAttribute('hidden'));
	assert.ok(cover.hasAttribute('hidden'));
	// As the player does it.
	const kept = [video, video.parentElement!, cover];
	for (const element of kept) element.removeAttribute('hidden');
	video.setAttribute('src', 'https://example.com/replay.mp4');
	cover.setAttribute('src', 'https://example.com/cover.png');
	const read = () =>
		kept.map((element) => [element.isConnected, element.getAttribute('src'), element.hasAttribute('hidden')]);
	const set = read();
	await show(page, liveWith());
	for (const [state] of states) {
		await setPlayer(page, state, { autoplayMuted: true });
		assert.equal(read(), set, state);
	}
});

/** Badges, by the status of broadcast and player. */
const badges: [status: number, playing: PlayerStatus, text: string][] = [
	[0, 'cover', '即将开始'],
	[1, 'playing', '直播中'],
	[1, 'stalled', '直播中'],
	[1, 'failed', ''],
	[2, 'ended', ''],
	[2, 'replay', '回放'],
	[3, 'replay', '回放'],
	// Left to a click.
	[1, 'blocked', '直播中'],
	[3, 'blocked', '回放'],
	[4, 'blocked', '直播中'],
];
for (const [status, playing, text] of badges)
	it(`should say ${text || 'nothing'} of a broadcast with status ${status} while the player is ${playing}`, async () => {
		const { page, view } = await renderStage();
		await show(page, liveWith({ status }));
		await setPlayer(page, playing);
		assert.is(view.querySelector('.badge')?.textContent ?? '', text);
		assert.is(!!view.querySelector('.badge.live'), playing === 'playing', 'grey while the picture stands still');
	});

it('should hide a cover that cannot be loaded, until one has', async () => {
	const { view } = await renderStage();
	const cover = view.querySelector<HTMLElement>('#cover')!;
	for (const [type, naturalWidth, visibility] of [
		['error', 0, 'hidden'],
		['load', 320, ''],
	] as const) {
		Object.assign(cover, { complete: true, naturalWidth });
		await fire(cover, type);
		assert.is(cover.style.visibility || '', visibility);
	}
});

it('should show the number of an error under the message, and what finds its cause, once nothing retries', async () => {
	const { page, view } = await renderStage();
	const error = rtsError(10102, 'play failed', 'T1');
	await show(page, liveWith());
	for (const [status, fields, text] of [
		['reconnecting', { failure: 'connection', reason: 10102, error }, undefined],
		['failed', { failure: 'connection', reason: 10102, error }, '错误码 10102 检测原因'],
		['failed', { failure: 'media', reason: 'media' }, ' 检测原因'],
	] as const) {
		await setPlayer(page, status, fields);
		assert.is(view.querySelector('[href="./diagnose.html?id=1"]')?.textContent, text);
	}
});

it('should show the head image at the width it has, and a disc without one that loads or before playback has started up', async () => {
	const { page, view } = await renderView(({ page }) => <HeadImage page={page} url="https://a/1.png" />);
	/** URL of the image, or the name of another element. */
	const shown = () => {
		const head = view.querySelector('.head')!;
		return head.getAttribute('src') ?? head.localName;
	};
	assert.is(shown(), 'span', 'startup');
	page.startupDone.value = true;
	await settle();
	assert.is(shown(), 'https://a/1.png?w=28');
	await fire(view.querySelector('img')!, 'error');
	assert.is(shown(), 'span', 'it has failed');
	for (const [url, expected] of [
		['https://a/2.png', 'https://a/2.png?w=28'],
		['', 'span'],
		[undefined, 'span'],
	] as const) {
		await render(<HeadImage page={page} url={url} />);
		assert.is(shown(), expected);
	}
});

it.run();
