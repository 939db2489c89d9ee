/** Runs axe on every state of the page, in the light and the dark scheme. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import type { Origin } from '../origin/index.ts';
import { onePage, openTab } from '../support/one-page.ts';
import { playing } from '../support/picture.ts';

const it = suite('page accessibility');

const DETAIL = '/juvenile/api/live/detail';
const MEMBER = '&userId=42&token=demo';
const MODERATOR = '&userId=7001&token=demo';
/** Lets the query decide what the browser refuses: `autoplay=muted` to play with sound, `autoplay=none` to play at all. */
const refuseAutoplay = (page: Page) =>
	page.addInitScript(() => {
		const allowed = new URLSearchParams(location.search).get('autoplay');
		const { play } = HTMLMediaElement.prototype;
		if (allowed)
			HTMLMediaElement.prototype.play = function () {
				return allowed === 'muted' && this.muted
					? play.call(this)
					: Promise.reject(new DOMException('no', 'NotAllowedError'));
			};
	});

/** Runs axe on the page as it is; a line per violation. */
async function violations(page: Page): Promise<string[]> {
	await page.waitForFunction(() =>
		document
			.getAnimations()
			.every((animation) => animation.playState !== 'running' || !(animation instanceof CSSTransition)),
	);
	if (!(await page.evaluate(() => 'axe' in self))) await page.evaluate(axe.source);
	const results = await page.evaluate(() =>
		(self as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
	);
	return results.violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
	);
}

async function assertAccessible(state: string, page: Page) {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		assert.equal(await violations(page), [], `${state}, ${colorScheme}`);
	}
}

type Step = (page: Page, origin: Origin) => unknown;
const shown =
	(text: string): Step =>
	(page) =>
		page.getByText(text).waitFor();
const there =
	(selector: string): Step =>
	(page) =>
		page.locator(selector).waitFor();
const button =
	(name: string): Step =>
	(page) =>
		page.getByRole('button', { name }).waitFor();
const tap =
	(name: string): Step =>
	(page) =>
		page.getByRole('button', { name }).first().tap();
/** A tab whose list has come. */
const tab =
	(name: string): Step =>
	(page) =>
		openTab(page, name);
/** A tab that has no list. */
const emptyTab =
	(name: string): Step =>
	async (page) => {
		await page.getByRole('tab', { name }).tap();
		await page.getByRole('tabpanel', { name }).waitFor();
	};
const plays: Step = (page) => playing(page);
const loading: Step = (page) =>
	page.waitForFunction(() => document.querySelector('.status')!.textContent === '加载中…');
const write: Step = (page) => page.getByRole('textbox').fill('加油');
const becomes =
	(fields: object): Step =>
	(_page, origin) =>
		origin.setLive({ id: '404404', ...fields });

/** Visits by name: the address, states in order with the steps from one to the next, and what the origin does before. */
const VISITS: Record<
	string,
	[query: string, states: Record<string, Step[]>, arrange?: (origin: Origin) => void, userAgent?: string]
> = {
	'while the answer is under way': [
		'?id=0',
		{ loading: [loading] },
		(origin) => origin.setFault({ path: DETAIL, times: 1, hang: true }),
	],
	'of an unknown broadcast that is announced, changes and ends': [
		'?id=404404',
		{
			'an error': [shown('没有找到这场直播')],
			'not started': [becomes({ status: 0 }), (page) => page.reload(), shown('直播尚未开始')],
			'the introduction, empty': [becomes({ description: '' }), shown('主办方还没有填写介绍')],
			ended: [becomes({ status: 2 }), shown('直播已结束')],
			'the chat, empty': [emptyTab('互动空间'), shown('还没有消息')],
		},
	],
	'of a broadcast': ['?id=1', { live: [plays], 'the chat, long': [tab('互动空间')] }],
	'of a broadcast that the browser plays muted': ['?id=5&autoplay=muted', { muted: [button('点击开启声音')] }],
	'of a broadcast that the browser refuses to play': ['?id=5&autoplay=none', { refused: [button('点击播放')] }],
	'of a replay': ['?id=3', { replay: [plays] }],
	'with chat and news': [
		'?id=0',
		{ introduction: [shown('直播尚未开始')], 'the chat': [tab('互动空间')], 'the news': [tab('相关资讯')] },
	],
	'with a chat that fails and no news': [
		'?id=0',
		{
			'the chat, failed': [emptyTab('互动空间'), shown('加载失败')],
			'the news, empty': [emptyTab('相关资讯'), shown('暂无资讯')],
		},
		(origin) => {
			origin.setFault({ path: '/juvenile/api/live/comment/page', times: -1, status: 400 });
			origin.setNews([]);
		},
	],
	'of a member whose message is not sent': [
		`?id=0${MEMBER}`,
		{
			'the footer': [there('.footer')],
			'logged in': [tab('互动空间'), there('textarea')],
			'a toast': [write, tap('发送'), shown('发送失败')],
		},
		(origin) => origin.setFault({ path: '/juvenile/api/stream/chat/save', times: -1, status: 500 }),
	],
	'of a moderator': [
		`?id=0${MODERATOR}`,
		{ 'the chat of a moderator': [tab('互动空间')], 'the dialog': [tap('删除'), there('[role=dialog]')] },
	],
	'in WeChat': [
		'?id=0',
		{
			'the promotion header': [shown('直播尚未开始'), button('打开App')],
			'the image that shows how to leave WeChat': [tap('打开App'), there('[role=dialog]')],
		},
		undefined,
		userAgentOf('WeChat, Android'),
	],
};

const one = onePage(it, {}, refuseAutoplay);
for (const [name, [query, states, arrange, userAgent]] of Object.entries(VISITS))
	it(`should have nothing that axe objects to on a visit ${name}: ${Object.keys(states).join('; ')}`, async () => {
		const { site, open } = one;
		arrange?.(site.origin);
		const apart = userAgent ? await site.visit(query, { userAgent }) : null;
		const page = apart?.page ?? (await open(query));
		for (const [state, steps] of Object.entries(states)) {
			for (const step of steps) await step(page, site.origin);
			await assertAccessible(state, page);
		}
		await apart?.close();
	});

it('should find what axe objects to', async () => {
	const page = await one.open('?id=0');
	await page.getByText('直播尚未开始').waitFor();
	await page.evaluate(() => {
		const button = document.createElement('button');
		button.style.cssText = 'color:#999;background:#aaa';
		document
			.querySelector('.introduction')!
			.append(
				button,
				Object.assign(document.createElement('p'), { textContent: '看不清', style: 'color:#ccc;background:#fff' }),
			);
	});
	const found = await violations(page);
	for (const rule of ['button-name', 'color-contrast'])
		assert.ok(
			found.some((line) => line.startsWith(rule)),
			`${rule}: ${found}`,
		);
});

it.run();
