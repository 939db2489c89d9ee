/** The chat where the keyboard leaves the page little room. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onePage, openTab } from '../support/one-page.ts';
import { chooseQuality } from '../support/reconnect.ts';

const it = suite('page typing');
const one = onePage(it);

const LONG = '老师们辛苦了，感谢学校提供这样的平台。'.repeat(8);
const SIGNALLING = '/live/demo';

const status = (text: string) => (page: Page) => page.locator('.status').getByText(text).waitFor();
const moving = (page: Page) => page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2);
const setLive = (fields: object) => one.site.origin.setLive({ id: '1', ...fields });

const STATES: Record<string, { query: string; before?: () => void; reach: (page: Page) => Promise<unknown> }> = {
	'has not begun': { query: '?id=0', reach: status('直播尚未开始') },
	'is connecting': {
		query: '?id=1',
		before: () => one.site.origin.setFault({ path: SIGNALLING, times: -1, hang: true }),
		reach: status('直播加载中…'),
	},
	'is playing': { query: '?id=5', reach: moving },
	'is paused': {
		query: '?id=5',
		async reach(page) {
			await moving(page);
			await page.getByRole('button', { name: '暂停' }).click();
			await page.getByRole('button', { name: '已暂停，点击继续' }).waitFor();
		},
	},
	'has failed': { query: '?id=1', before: () => setLive({ originRts: '' }), reach: status('直播暂时无法播放') },
	'is over': { query: '?id=2', reach: (page) => page.getByRole('button', { name: '观看回放' }).waitFor() },
	'plays sound alone': {
		query: '?id=1',
		async reach(page) {
			await moving(page);
			await chooseQuality(page, '只听声音');
			await page.locator('#cover').waitFor();
		},
	},
	'plays an upright video': {
		query: '?id=8',
		reach: (page) => page.waitForFunction(() => document.documentElement.classList.contains('upright')),
	},
};

for (const [state, { query, before, reach }] of Object.entries(STATES))
	it(`should show rows and the whole field over the keyboard while the player ${state}`, async () => {
		before?.();
		one.site.origin.pushComments(query.slice(4), [{ nickname: '小宇', content: '加油！' }]);
		const page = await one.open(`${query}&userId=42&token=demo`);
		await reach(page);
		await openTab(page, '互动空间');
		const field = page.getByRole('textbox');
		await field.focus();
		for (const [width, height] of [
			[360, 278],
			[360, 370],
		] as const) {
			await page.setViewportSize({ width, height });
			await page.getByRole('tablist').waitFor({ state: 'hidden' });
			for (const text of ['', LONG]) {
				await field.fill(text);
				const seen = await page.evaluate(() => {
					const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
					const list = box('#panel-chat .scroller');
					const row = box('.comments li');
					return {
						list: list.height,
						field: box('.composer textarea').height,
						bottom: box('.composer').bottom,
						shown: row.top >= list.top && row.bottom <= list.bottom,
						above: row.top - list.top,
					};
				});
				const what = `${width}x${height}, ${text.length} characters: ${JSON.stringify(seen)}`;
				assert.ok(seen.list >= 90 && seen.shown && seen.above < 10, what);
				assert.is(seen.field, text ? 92 : 44, what);
				assert.ok(seen.bottom <= height + 0.5, what);
			}
		}
		if (state === 'is connecting') one.site.origin.setFault({ path: SIGNALLING, times: 0 });
	});

it('should say that it sends, and make the field low again once that is done', async () => {
	const page = await one.open('?id=0&userId=42&token=demo');
	await openTab(page, '互动空间');
	const field = page.getByRole('textbox');
	const height = () => field.evaluate((field) => field.getBoundingClientRect().height);
	await field.fill('一二三四五六七八九十'.repeat(3));
	assert.is(await height(), 68);
	one.site.origin.setFault({ path: '/juvenile/api/stream/chat/save', times: 1, delayMs: 1500 });
	await page.getByRole('button', { name: '发送' }).tap();
	const button = page.getByRole('button', { name: '发送中…' });
	await button.waitFor();
	await button.tap({ force: true });
	await page.getByText('用户42：').waitFor();
	assert.is(await page.getByText('用户42：').count(), 1);
	await page.waitForFunction(() => !document.querySelector('textarea')!.value);
	assert.is(await height(), 44);
	await page.getByRole('button', { name: '发送', exact: true }).waitFor();
});

it('should keep the rows in place when the number of messages comes', async () => {
	one.site.origin.setFault({ path: '/juvenile/api/stream/chat/findByPage', times: 1, delayMs: 1500 });
	const page = await one.open('?id=0');
	await openTab(page, '互动空间');
	const row = page.locator('.comments li').first();
	const before = await row.boundingBox();
	assert.is(await page.locator('.chat-total').textContent(), '');
	await page.getByText('共 4 条消息').waitFor();
	assert.equal(await row.boundingBox(), before);
});

it.run();
