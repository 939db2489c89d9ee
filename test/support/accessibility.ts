/** Runs axe on states of the page, in the light and the dark scheme. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { playing } from './picture.ts';
import { openSite, type Site } from './site.ts';

const DETAIL = '/juvenile/api/live/detail';
const MEMBER = '&userId=42&token=demo';
const MODERATOR = '&userId=7001&token=demo';
const WECHAT =
	'Mozilla/5.0 (Linux; Android 13; PJA110 Build/TP1A.220905.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.173 Mobile Safari/537.36 XWEB/1420193 MMWEBSDK/20251006 MMWEBID/3782 MicroMessenger/8.0.66.2980(0x28004252) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64';

let site: Site;
let page: Page;

/** Gives a suite an origin and a page. */
export function withAccessibilitySite(it: Test): void {
	it.before(async () => {
		site = await openSite({ config: { livePollInterval: 300, chatPollInterval: 0 } });
		({ page } = await site.visit('icon.svg', { before: refuseAutoplay }));
	});
	it.before.each(async () => {
		await page.goto('about:blank');
		await site.origin.reset();
	});
	it.after(() => site?.close());
}

/** Opens the page of the suite, which keeps the viewport and media of a test; by way of an empty one, so that nothing counts as a reload. */
export const open = async (query: string) => {
	await page.goto('about:blank');
	await page.goto(`${site.origin.url}/${query}`);
	return page;
};

/** Lets the query decide what the browser refuses: `autoplay=muted` to play with sound, `autoplay=none` to play at all. */
async function refuseAutoplay(page: Page) {
	await page.addInitScript(() => {
		const allowed = new URLSearchParams(location.search).get('autoplay');
		const { play } = HTMLMediaElement.prototype;
		if (allowed)
			HTMLMediaElement.prototype.play = function () {
				return allowed === 'muted' && this.muted
					? play.call(this)
					: Promise.reject(new DOMException('no', 'NotAllowedError'));
			};
	});
}

/** Runs axe on the page as it is; a line per violation. */
export async function violations(page: Page): Promise<string[]> {
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

const openTab = async (page: Page, name: string) => {
	await page.getByRole('tab', { name }).tap();
	await page.getByRole('tabpanel', { name }).waitFor();
};
const openFilledTab = async (page: Page, name: string) => {
	await openTab(page, name);
	await page.getByRole('tabpanel', { name }).getByRole('listitem').first().waitFor();
};
const shown = (text: string) => (page: Page) => page.getByText(text).waitFor();

/** States of one visit by name, in order; each function brings the page there from the one before. */
type States = Record<string, (page: Page) => Promise<unknown>>;

export interface Visit {
	query: string;
	userAgent?: string;
	/** Arranges the origin before the visit. */
	arrange?: () => void;
	states: States;
}

/** Visits that show the states, by name. */
export const VISITS: Record<string, Visit> = {
	'while the answer is under way': {
		query: '?id=0',
		arrange: () => site.origin.setFault({ path: DETAIL, times: 1, hang: true }),
		states: {
			loading: (page) => page.waitForFunction(() => document.querySelector('.status')!.textContent === '加载中…'),
		},
	},
	'of an unknown broadcast that is announced, changes and ends': {
		query: '?id=404404',
		states: {
			'an error': shown('没有找到这场直播'),
			'not started': async (page) => {
				site.origin.setLive({ id: '404404', status: 0 });
				await page.reload();
				await page.getByText('直播尚未开始').waitFor();
			},
			'the introduction, empty': async (page) => {
				site.origin.setLive({ id: '404404', description: '' });
				await page.getByText('主办方还没有填写介绍').waitFor();
			},
			ended: async (page) => {
				site.origin.setLive({ id: '404404', status: 2 });
				await page.getByText('直播已结束').waitFor();
			},
			'the chat, empty': async (page) => {
				await openTab(page, '互动空间');
				await page.getByText('还没有消息').waitFor();
			},
		},
	},
	'of a broadcast': {
		query: '?id=1',
		states: { live: playing, 'the chat, long': (page) => openFilledTab(page, '互动空间') },
	},
	'of a broadcast that the browser plays muted': {
		query: '?id=5&autoplay=muted',
		states: { muted: (page) => page.getByRole('button', { name: '点击开启声音' }).waitFor() },
	},
	'of a broadcast that the browser refuses to play': {
		query: '?id=5&autoplay=none',
		states: { refused: (page) => page.getByRole('button', { name: '点击播放' }).waitFor() },
	},
	'of a replay': { query: '?id=3', states: { replay: playing } },
	'with chat and news': {
		query: '?id=0',
		states: {
			introduction: shown('直播尚未开始'),
			'the chat': (page) => openFilledTab(page, '互动空间'),
			'the news': (page) => openFilledTab(page, '相关资讯'),
		},
	},
	'with a chat that fails and no news': {
		query: '?id=0',
		arrange: () => {
			site.origin.setFault({ path: '/juvenile/api/live/comment/page', times: -1, status: 400 });
			site.origin.setNews([]);
		},
		states: {
			'the chat, failed': async (page) => {
				await openTab(page, '互动空间');
				await page.getByText('加载失败').waitFor();
			},
			'the news, empty': async (page) => {
				await openTab(page, '相关资讯');
				await page.getByText('暂无资讯').waitFor();
			},
		},
	},
	'of a member whose message is not sent': {
		query: `?id=0${MEMBER}`,
		arrange: () => site.origin.setFault({ path: '/juvenile/api/stream/chat/save', times: -1, status: 500 }),
		states: {
			'logged in': async (page) => {
				await openFilledTab(page, '互动空间');
				await page.getByRole('textbox').waitFor();
				await page.getByRole('contentinfo').waitFor();
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
			'the chat of a moderator': (page) => openFilledTab(page, '互动空间'),
			'the dialog': async (page) => {
				await page.getByRole('button', { name: '删除' }).first().tap();
				await page.getByRole('dialog').waitFor();
			},
		},
	},
	'in WeChat': {
		query: '?id=0',
		userAgent: WECHAT,
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

/** Makes a test of each visit. */
export function testVisits(it: Test, visits: Record<string, Visit>): void {
	for (const [name, { query, userAgent, arrange, states }] of Object.entries(visits))
		it(`should have nothing that axe objects to on a visit ${name}: ${Object.keys(states).join('; ')}`, async () => {
			arrange?.();
			const apart = userAgent ? await site.visit(query, { userAgent }) : null;
			const visited = apart?.page ?? (await open(query));
			for (const [state, reach] of Object.entries(states)) {
				await reach(visited);
				await assertAccessible(state, visited);
			}
			await apart?.close();
		});
}
