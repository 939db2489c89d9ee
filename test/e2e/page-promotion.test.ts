import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PHONE } from '../support/browser.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('promotion and footer');
const WECHAT =
	'Mozilla/5.0 (Linux; Android 13; PJA110 Build/TP1A.220905.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.173 Mobile Safari/537.36 XWEB/1420193 MMWEBSDK/20251006 MMWEBID/3782 MicroMessenger/8.0.66.2980(0x28004252) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64';
const SAFARI =
	'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1';
const CHROME = PHONE.userAgent!;
const APP = `${CHROME} LiveApp/3.2.1`;

let site: Site;
it.before(async () => void (site = await openSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

/** Adds up what moved without a press, from the first paint on. */
const watchShifts = async (page: Page) => {
	await page.addInitScript(() => {
		const shifts: { value: number; nodes: string[] }[] = [];
		Object.assign(self, { shifts });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & {
				value: number;
				hadRecentInput: boolean;
				sources: { node: Node | null }[];
			})[])
				if (!entry.hadRecentInput)
					shifts.push({
						value: entry.value,
						nodes: entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 60) : '?')),
					});
		}).observe({ type: 'layout-shift', buffered: true });
	});
};
const shifts = (page: Page) =>
	page.evaluate(() => (self as unknown as { shifts: { value: number; nodes: string[] }[] }).shifts);

const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const known = (page: Page) => page.getByRole('heading', { name: '第十二届校园科技文化节 · 现场直播' }).waitFor();

for (const [who, userAgent, promoted] of [
	['WeChat', WECHAT, true],
	['Safari', SAFARI, true],
	['Chrome', CHROME, false],
	['the app’s own web view', APP, false],
	['the app’s own web view on WeChat’s core', `${WECHAT} LiveApp/3.2.1`, false],
] as const) {
	it(`should ${promoted ? '' : 'not '}promote the app in ${who}, and move nothing`, async () => {
		for (const id of [1, 0]) {
			// A link on which the pieces come one by one.
			site.origin.setFault({ path: '/juvenile/api/live/detail', times: 1, delayMs: 300 });
			const { page, problems } = await site.visit(`?id=${id}`, { userAgent, before: watchShifts });
			await page.getByText('阳光实验小学').first().waitFor();
			await page.waitForTimeout(1500);
			assert.is(await header(page).isVisible(), promoted);
			if (promoted) {
				await header(page).getByText('阳光校园', { exact: true }).waitFor();
				await header(page).getByText('看直播，聊精彩').waitFor();
				await header(page).getByRole('button', { name: '打开App' }).waitFor();
				assert.ok(
					(await header(page).boundingBox())!.y + (await header(page).boundingBox())!.height <=
						(await page.locator('.stage').boundingBox())!.y,
				);
			}
			const all = await shifts(page);
			const sum = all.reduce((total, { value }) => total + value, 0);
			assert.ok(sum < 0.02, `id=${id}: ${sum} ${JSON.stringify(all)}`);
			assert.equal(problems, []);
		}
	});
}

it('should move nothing when the page is opened by somebody who is logged in', async () => {
	const { page } = await site.visit('?id=1&userId=42&token=demo', { before: watchShifts });
	await known(page);
	await footer(page).waitFor();
	await page.waitForTimeout(1500);
	const all = await shifts(page);
	assert.ok(all.reduce((total, { value }) => total + value, 0) < 0.02, JSON.stringify(all));
});

it('should have the header at the first paint, before any script of the bundle', async () => {
	site.origin.setFault({ path: '/app.', times: 1, hang: true });
	const { page } = await site.visit('?id=1', { userAgent: WECHAT });
	assert.ok(await header(page).isVisible());
	const { page: plain } = await site.visit('?id=1', { userAgent: CHROME });
	assert.not(await header(plain).isVisible());
});

for (const [who, query, userAgent, shown] of [
	['somebody with a token, in Chrome', '&userId=42&token=demo', CHROME, true],
	['somebody with a token alone, in Chrome', '&token=demo', CHROME, true],
	['somebody with a token, in the app', '&userId=42&token=demo', APP, true],
	['a visitor, in Chrome', '', CHROME, false],
	['a user id alone, in Chrome', '&userId=42', CHROME, false],
	['somebody with a token, in WeChat', '&userId=42&token=demo', WECHAT, false],
	['somebody with a token, in Safari', '&userId=42&token=demo', SAFARI, false],
	['a visitor, in WeChat', '', WECHAT, false],
] as const) {
	it(`should ${shown ? '' : 'not '}have a footer for ${who}`, async () => {
		const { page } = await site.visit(`?id=1${query}`, { userAgent });
		await known(page);
		if (shown) {
			await footer(page).getByText('阳光实验小学').waitFor();
			await footer(page).getByRole('button', { name: '邀请码 YG2024 · 复制' }).waitFor();
			const { y, height } = (await footer(page).boundingBox())!;
			assert.ok(Math.abs(y + height - 844) < 1);
		} else assert.is(await footer(page).count(), 0);
	});
}

it('should have a footer without an invitation where the live has none', async () => {
	site.origin.setLive({ id: '1', inviteCode: '' });
	const { page } = await site.visit('?id=1&token=demo');
	await footer(page).getByText('阳光实验小学').waitFor();
	assert.is(await footer(page).getByRole('button').count(), 0);
});

it('should keep token and user id out of the address, and through a reload', async () => {
	const { page } = await site.visit('?id=1&userId=42&token=demo');
	await footer(page).waitFor();
	assert.match(page.url(), /\/\?id=1$/);
	await page.reload();
	await footer(page).waitFor();
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('textbox').waitFor();
});

it.run();
