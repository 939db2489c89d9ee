// time limit: 300 s
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playing } from '../support/picture.ts';
import { openSite, type Site, type VisitOptions } from '../support/site.ts';

const it = suite('accessibility');
const MEMBER = '&userId=42&token=demo';
const MODERATOR = '&userId=7001&token=demo';
const WECHAT =
	'Mozilla/5.0 (Linux; Android 13; PJA110 Build/TP1A.220905.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.173 Mobile Safari/537.36 XWEB/1420193 MMWEBSDK/20251006 MMWEBID/3782 MicroMessenger/8.0.66.2980(0x28004252) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64';

let site: Site;
it.before(async () => void (site = await openSite({ config: { chatPollInterval: 0 } })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

/** What axe has against the page as it is, a line each. */
async function violations(page: Page): Promise<string[]> {
	await page.waitForFunction(() =>
		document
			.getAnimations()
			.every((animation) => animation.playState !== 'running' || !(animation instanceof CSSTransition)),
	);
	await page.evaluate(axe.source);
	const results = await page.evaluate(() =>
		(self as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
	);
	return results.violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
	);
}

const open = async (page: Page, name: string) => {
	await page.getByRole('tab', { name }).tap();
	await page.getByRole('tabpanel', { name }).waitFor();
};

const chat = async (page: Page) => {
	await open(page, '互动空间');
	await page.getByRole('listitem').first().waitFor();
};

interface State {
	query: string;
	/** Arranges the origin before the visit. */
	arrange?: () => void;
	/** Brings the page into the state. */
	reach: (page: Page) => Promise<unknown>;
	options?: VisitOptions;
}

const states: Record<string, State> = {
	loading: {
		query: '?id=1',
		arrange: () => site.origin.setFault({ path: '/juvenile/api/live/detail', times: 1, hang: true }),
		reach: (page) => page.waitForFunction(() => document.querySelector('.status')!.textContent === '加载中…'),
	},
	live: { query: '?id=1', reach: playing },
	'live, muted by the browser': {
		query: '?id=1',
		options: {
			before: async (page) =>
				void (await page.addInitScript(() => {
					const { play } = HTMLMediaElement.prototype;
					HTMLMediaElement.prototype.play = function () {
						return this.muted ? play.call(this) : Promise.reject(new DOMException('no', 'NotAllowedError'));
					};
				})),
		},
		reach: (page) => page.getByRole('button', { name: '点击打开声音' }).waitFor(),
	},
	'live, refused by the browser': {
		query: '?id=1',
		options: {
			before: async (page) =>
				void (await page.addInitScript(
					() => (HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'))),
				)),
		},
		reach: (page) => page.getByRole('button', { name: '点击播放' }).waitFor(),
	},
	replay: { query: '?id=3', reach: playing },
	'not started': { query: '?id=0', reach: (page) => page.getByText('直播尚未开始').waitFor() },
	ended: { query: '?id=2', reach: (page) => page.getByText('直播已结束').waitFor() },
	'an error': { query: '?id=404404', reach: (page) => page.getByText('没有找到这场直播').waitFor() },
	'the introduction, empty': {
		query: '?id=0',
		arrange: () => site.origin.setLive({ id: '0', description: '' }),
		reach: (page) => page.getByText('主办方还没有填写介绍').waitFor(),
	},
	'the chat': { query: '?id=0', reach: chat },
	'the chat, empty': {
		query: '?id=2',
		reach: async (page) => {
			await open(page, '互动空间');
			await page.getByText('没有更多了').waitFor();
		},
	},
	'the chat, long': { query: '?id=1', reach: chat },
	'the chat, failed': {
		query: '?id=0',
		arrange: () => site.origin.setFault({ path: '/juvenile/api/live/comment/page', times: -1, status: 400 }),
		reach: async (page) => {
			await open(page, '互动空间');
			await page.getByText('加载失败').waitFor();
		},
	},
	'the news': {
		query: '?id=0',
		reach: async (page) => {
			await open(page, '相关资讯');
			await page.getByRole('listitem').first().waitFor();
		},
	},
	'the news, empty': {
		query: '?id=0',
		arrange: () => site.origin.setNews([]),
		reach: async (page) => {
			await open(page, '相关资讯');
			await page.getByRole('tabpanel').getByText('没有更多了').waitFor();
		},
	},
	'somebody logged in': {
		query: `?id=0${MEMBER}`,
		reach: async (page) => {
			await chat(page);
			await page.getByRole('textbox').waitFor();
			await page.getByRole('contentinfo').waitFor();
		},
	},
	'a moderator': { query: `?id=0${MODERATOR}`, reach: chat },
	'the dialog': {
		query: `?id=0${MODERATOR}`,
		reach: async (page) => {
			await chat(page);
			await page.getByRole('button', { name: '删除' }).first().tap();
			await page.getByRole('dialog').waitFor();
		},
	},
	'a toast': {
		query: `?id=0${MEMBER}`,
		arrange: () => site.origin.setFault({ path: '/juvenile/api/stream/chat/save', times: -1, status: 500 }),
		reach: async (page) => {
			await chat(page);
			await page.getByRole('textbox').fill('加油');
			await page.getByRole('button', { name: '发送' }).tap();
			await page.getByText('发送失败').waitFor();
		},
	},
	'the promotion header': {
		query: '?id=1',
		options: { userAgent: WECHAT },
		reach: (page) => page.getByRole('button', { name: '打开App' }).waitFor(),
	},
	'the picture that tells how to leave WeChat': {
		query: '?id=0',
		options: { userAgent: WECHAT },
		reach: async (page) => {
			await page.getByText('直播尚未开始').waitFor();
			await page.getByRole('button', { name: '打开App' }).tap();
			await page.getByRole('dialog').waitFor();
		},
	},
};

for (const [name, { query, arrange, reach, options }] of Object.entries(states)) {
	it(`should have nothing that axe objects to: ${name}`, async () => {
		arrange?.();
		const { page } = await site.visit(query, options);
		await reach(page);
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			assert.equal(await violations(page), [], colorScheme);
		}
	});
}

it('should see what axe objects to', async () => {
	const { page } = await site.visit('?id=0');
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
