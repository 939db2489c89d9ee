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

const showTab = async (page: Page, name: string) => {
	await page.getByRole('tab', { name }).tap();
	await page.getByRole('tabpanel', { name }).waitFor();
};
const shown = (text: string) => (page: Page) => page.getByText(text).waitFor();

/** States of one visit by name, in order; each function brings the page there from the one before. */
type States = Record<string, (page: Page, origin: Origin) => Promise<unknown>>;

interface Visit {
	query: string;
	userAgent?: string;
	/** Arranges the origin before the visit. */
	arrange?: (origin: Origin) => void;
	states: States;
}

/** Visits that show the states, by name. */
const VISITS: Record<string, Visit> = {
	'while the answer is under way': {
		query: '?id=0',
		arrange: (origin) => origin.setFault({ path: DETAIL, times: 1, hang: true }),
		states: {
			loading: (page) => page.waitForFunction(() => document.querySelector('.status')!.textContent === '加载中…'),
		},
	},
	'of an unknown broadcast that is announced, changes and ends': {
		query: '?id=404404',
		states: {
			'an error': shown('没有找到这场直播'),
			'not started': async (page, origin) => {
				origin.setLive({ id: '404404', status: 0 });
				await page.reload();
				await page.getByText('直播尚未开始').waitFor();
			},
			'the introduction, empty': async (page, origin) => {
				origin.setLive({ id: '404404', description: '' });
				await page.getByText('主办方还没有填写介绍').waitFor();
			},
			ended: async (page, origin) => {
				origin.setLive({ id: '404404', status: 2 });
				await page.getByText('直播已结束').waitFor();
			},
			'the chat, empty': async (page) => {
				await showTab(page, '互动空间');
				await page.getByText('还没有消息').waitFor();
			},
		},
	},
	'of a broadcast': {
		query: '?id=1',
		states: { live: (page) => playing(page), 'the chat, long': (page) => openTab(page, '互动空间') },
	},
	'of a broadcast that the browser plays muted': {
		query: '?id=5&autoplay=muted',
		states: { muted: (page) => page.getByRole('button', { name: '点击开启声音' }).waitFor() },
	},
	'of a broadcast that the browser refuses to play': {
		query: '?id=5&autoplay=none',
		states: { refused: (page) => page.getByRole('button', { name: '点击播放' }).waitFor() },
	},
	'of a replay': { query: '?id=3', states: { replay: (page) => playing(page) } },
	'with chat and news': {
		query: '?id=0',
		states: {
			introduction: shown('直播尚未开始'),
			'the chat': (page) => openTab(page, '互动空间'),
			'the news': (page) => openTab(page, '相关资讯'),
		},
	},
	'with a chat that fails and no news': {
		query: '?id=0',
		arrange: (origin) => {
			origin.setFault({ path: '/juvenile/api/live/comment/page', times: -1, status: 400 });
			origin.setNews([]);
		},
		states: {
			'the chat, failed': async (page) => {
				await showTab(page, '互动空间');
				await page.getByText('加载失败').waitFor();
			},
			'the news, empty': async (page) => {
				await showTab(page, '相关资讯');
				await page.getByText('暂无资讯').waitFor();
			},
		},
	},
	'of a member whose message is not sent': {
		query: `?id=0${MEMBER}`,
		arrange: (origin) => origin.setFault({ path: '/juvenile/api/stream/chat/save', times: -1, status: 500 }),
		states: {
			'the footer': (page) => page.locator('.footer').waitFor(),
			'logged in': async (page) => {
				await openTab(page, '互动空间');
				await page.getByRole('textbox').waitFor();
			},
			'a toast': async (page) => {
				await page.getByRole('textbox').fill('加油');
				await page.getByRole('button', { name: '发送' }).tap();
				await page.getByText('发送失败').waitFor();
			},
		},
	},
	'of a moderator': {
		query: `?id=0${MODERATOR}`,
		states: {
			'the chat of a moderator': (page) => openTab(page, '互动空间'),
			'the dialog': async (page) => {
				await page.getByRole('button', { name: '删除' }).first().tap();
				await page.getByRole('dialog').waitFor();
			},
		},
	},
	'in WeChat': {
		query: '?id=0',
		userAgent: userAgentOf('WeChat, Android'),
		states: {
			'the promotion header': async (page) => {
				await page.getByText('直播尚未开始').waitFor();
				await page.getByRole('button', { name: '打开App' }).waitFor();
			},
			'the image that shows how to leave WeChat': async (page) => {
				await page.getByRole('button', { name: '打开App' }).tap();
				await page.getByRole('dialog').waitFor();
			},
		},
	},
};

const one = onePage(it, {}, refuseAutoplay);
for (const [name, { query, userAgent, arrange, states }] of Object.entries(VISITS))
	it(`should have nothing that axe objects to on a visit ${name}: ${Object.keys(states).join('; ')}`, async () => {
		const { site, open } = one;
		arrange?.(site.origin);
		const apart = userAgent ? await site.visit(query, { userAgent }) : null;
		const page = apart?.page ?? (await open(query));
		for (const [state, reach] of Object.entries(states)) {
			await reach(page, site.origin);
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
