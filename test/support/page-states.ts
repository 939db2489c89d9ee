/** States of the page for `test/screenshots.ts`, by captions. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { makeComments } from '../origin/data/seed-comments.ts';
import { DEMO_TOKEN, MODERATOR_ID, VIEWER_ID } from '../origin/demo.ts';
import type { Origin } from '../origin/index.ts';
import { enlargeText } from './layout-checks.ts';

type Step = (page: Page, origin: Origin) => Promise<unknown>;

/** One state: the address, what the visitor does, and what the origin does before. */
export type State = [query: string, steps: Step[], before?: (origin: Origin) => unknown];

const shown =
	(text: string): Step =>
	(page) =>
		page.getByText(text, { exact: true }).first().waitFor();
const there =
	(selector: string): Step =>
	(page) =>
		page.locator(selector).first().waitFor({ state: 'attached' });
const press =
	(name: string, role: 'button' | 'tab' | 'menuitemradio' = 'button'): Step =>
	(page) =>
		page.getByRole(role, { name }).first().dispatchEvent('click');
const enlarge: Step = (page) => enlargeText(page, 2);
const plays: Step = (page) => page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
const playing = [plays, there('.controls')];
/** Waits until a second of the best video has played and the controls over it have faded. */
const playsAlone: Step = async (page) => {
	await page.waitForFunction(() => {
		const { videoWidth = 0, currentTime = 0 } = document.querySelector('video') ?? {};
		return videoWidth >= 640 && currentTime > 1;
	});
	await page.locator('.controls').waitFor();
	await page.locator('.stage').dispatchEvent('mousemove');
};
/** On a phone on its side, tabs and their panels are in a drawer. */
const openDrawer: Step = async (page) => {
	const drawer = page.locator('.drawer-toggle');
	await drawer.waitFor({ state: 'attached' });
	if (await drawer.isVisible()) await drawer.dispatchEvent('click');
};
const tab =
	(name: string): Step =>
	async (page, origin) => {
		await openDrawer(page, origin);
		await press(name, 'tab')(page, origin);
		await page.locator('.panel:not([aria-hidden])').locator('li, .empty').first().waitFor();
	};
const CHAT = tab('互动空间');
const NEWS = tab('相关资讯');

/** Scrolls as a reader does until the list, which may still be loading, is left behind by the replay. */
export const leaveReplayChat = (page: Page): Promise<unknown> =>
	page.waitForFunction(() => {
		const box = document.querySelector('#panel-chat .scroller')!;
		box.dispatchEvent(new Event('wheel'));
		box.scrollTop = 300;
		return document.querySelector('.below-chip, .unread');
	});

/** A phone's keyboard takes 260 px. */
const type =
	(text: string): Step =>
	async (page) => {
		const field = page.getByRole('textbox');
		await field.fill(text);
		await field.focus();
		const { width, height } = page.viewportSize()!;
		await page.setViewportSize({ width, height: Math.max(height - 260, 180) });
	};
const hideControls: Step = (page) =>
	page
		.locator('.stage')
		.dispatchEvent('mousemove')
		.then(() => page.waitForTimeout(4500));
const to =
	(seconds: number): Step =>
	(page) =>
		page.evaluate((seconds) => void (document.querySelector('video')!.currentTime = seconds), seconds);
/** Nothing more arrives of a recording, which goes on beyond what is loaded. */
const cutOff: Step = async (page, origin) => {
	origin.setLink({ kbps: 0 });
	await page.evaluate(() => (document.querySelector('video')!.currentTime = 100));
};
const offline: Step = (page) => page.context().setOffline(true);

const fails = (status: number) => (origin: Origin) =>
	origin.setFault({ path: '/juvenile/api/live/detail', times: -1, status });
const as = (userId: string, id = 0) => `?id=${id}&userId=${userId}&token=${DEMO_TOKEN}`;
const TABLE = `<h2>赛程</h2><table><tr>${'<th>上午场次</th>'.repeat(9)}</tr>${`<tr>${'<td>机器人</td>'.repeat(9)}</tr>`.repeat(3)}</table><p>以现场公布为准。</p>`;
const UPRIGHT = { id: '7', originRts: 'artc://{host}/live/demo_upright' };
/** Without markup, and without emoji, which not every machine has a font for. */
const comments = makeComments(24, 1, 0)
	.map(({ nickname, content }) => ({ nickname, content }))
	.filter(({ nickname, content }) => !/[<\p{Extended_Pictographic}]/u.test(nickname + content));

/** Of README's picture, by captions, in the order in which they are shown. */
export const PICTURE: Record<string, { state: State; options?: BrowserContextOptions }> = {
	Live: { state: ['?id=1', [playsAlone]] },
	Chat: { state: [as(VIEWER_ID, 1), [CHAT, playsAlone], (origin) => origin.pushComments(1, comments)] },
	'Replay, related news': { state: ['?id=3', [NEWS, playsAlone]], options: { colorScheme: 'dark' } },
	'Before the start, in WeChat': {
		state: ['?id=0', [(page) => page.getByRole('tab').first().waitFor()]],
		options: { userAgent: userAgentOf('WeChat, Android, 2026') },
	},
};

export const STATES: Record<string, State> = {
	live: ['?id=1', playing],
	'upright live': ['?id=7', playing, (origin) => origin.setLive(UPRIGHT)],
	qualities: ['?id=1', [plays, press('画质'), there('[role=menu]')]],
	paused: ['?id=1', [...playing, press('暂停'), shown('已暂停，点击继续')]],
	replay: ['?id=3', [there('.controls')]],
	'replay, playing': ['?id=9', [plays, there('.controls'), hideControls]],
	'replay, qualities': ['?id=9', [...playing, press('画质'), there('[role=menu]')]],
	'replay, speeds': ['?id=9', [...playing, press('播放速度'), there('[role=menu]')]],
	'replay, chapters': ['?id=15', [...playing, there('.mark'), press('章节'), there('[role=menu]')]],
	'replay, captions': ['?id=15', [...playing, there('.captions-toggle'), press('字幕'), there('.caption')]],
	'replay, chat': ['?id=15', [...playing, there('.mark'), CHAT]],
	'replay, chat left': ['?id=15', [...playing, there('.mark'), to(100), CHAT, leaveReplayChat]],
	'replay, share sheet': [
		'?id=15',
		[...playing, to(61), openDrawer, press('直播介绍', 'tab'), press('分享'), there('[role=dialog]')],
	],
	'replay, over': ['?id=15', [...playing, to(125.9), there('.replay-over')]],
	'replay, loading': ['?id=9', [shown('加载中…')], (origin) => origin.setLink({ kbps: 0 })],
	'replay, waiting': ['?id=9', [...playing, cutOff, shown('网络较慢，缓冲中…')]],
	'replay, offline': ['?id=9', [...playing, offline, cutOff, shown('网络已断开，恢复后自动继续')]],
	'replay, failed': [
		'?id=3',
		[shown('视频加载失败，请重试')],
		(origin) => origin.setLive({ id: '3', playbackUrl: '{origin}/media/none.mp4' }),
	],
	'replay, sound alone': [
		'?id=9',
		[...playing, press('画质'), press('只听声音', 'menuitemradio'), shown('正在收听声音 · 省流量')],
	],
	'replay, captions of sound alone': [
		'?id=15',
		[
			...playing,
			press('画质'),
			press('只听声音', 'menuitemradio'),
			shown('正在收听声音 · 省流量'),
			press('字幕'),
			there('.caption'),
		],
	],
	'replay, muted': [
		'?id=9',
		[...playing, (page) => page.evaluate(() => (document.querySelector('video')!.muted = true))],
	],
	'upright replay': ['?id=8', [there('.controls')]],
	'not started': ['?id=0', [shown('直播尚未开始，开播后自动播放')]],
	'starts soon': [
		'?id=0',
		[there('[role=timer]')],
		(origin) => origin.setLive({ id: '0', startTime: Date.now() + 1_500_000 }),
	],
	'starts tomorrow': [
		'?id=0',
		[(page) => page.getByRole('button', { name: '添加到日历' }).waitFor()],
		(origin) => origin.setLive({ id: '0', startTime: Date.now() + 100_000_000 }),
	],
	ended: ['?id=2', [shown('观看回放')]],
	unknown: ['?id=404404', [shown('没有找到这场直播')]],
	'no id': ['', [shown('链接不完整，请重新打开分享的链接')]],
	'403, chat': ['?id=1', [shown('暂无观看权限，请重新登录或联系主办方'), CHAT], fails(403)],
	'503, news': ['?id=1', [NEWS], fails(503)],
	chat: [as(VIEWER_ID), [CHAT]],
	'ready phrases': [as(VIEWER_ID, 1), [CHAT, ...playing, type('')]],
	'too long a message': [as(VIEWER_ID, 1), [CHAT, type('很长的一段话，'.repeat(80))]],
	offline: ['?id=1', [...playing, offline]],
	'offline from the start': [
		'?id=1',
		[shown('服务暂时不可用，请稍后重试'), offline, shown('网络已断开，恢复后自动继续')],
		fails(503),
	],
	deletion: [as(MODERATOR_ID), [CHAT, press('删除'), there('[role=dialog]')]],
	news: ['?id=0', [NEWS]],
	'a table': ['?id=0', [there('.rich table')], (origin) => origin.setLive({ id: '0', description: TABLE })],
	'an image': [
		'?id=0',
		[(page) => page.locator('.rich img[role]').first().dispatchEvent('click'), there('[role=dialog]')],
	],
	'phrases at 200 %': [as(VIEWER_ID, 1), [CHAT, type(''), enlarge]],
	'countdown at 200 %': [
		'?id=0',
		[there('[role=timer]'), enlarge],
		(origin) => origin.setLive({ id: '0', startTime: Date.now() + 1_500_000 }),
	],
	'qualities at 200 %': ['?id=1', [plays, press('画质'), there('[role=menu]'), enlarge]],
	'replay at 200 %': ['?id=9', [...playing, enlarge]],
	'text at 200 %': ['?id=1', [...playing, enlarge]],
	'chat at 200 %': [as(VIEWER_ID), [CHAT, enlarge]],
	'news at 200 %': ['?id=0', [NEWS, enlarge]],
};
