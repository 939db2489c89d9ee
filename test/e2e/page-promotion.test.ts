/**
 * The promotion header, the footer, and that neither moves anything. Which user agents are promoted is tested in
 * `test/unit/visit`, who has a footer in `test/unit/view`.
 */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PHONE } from '../support/browser.ts';
import { playing } from '../support/picture.ts';
import { openSite, type Site, startupDone } from '../support/site.ts';

const it = suite('promotion and footer');
const WECHAT =
	'Mozilla/5.0 (Linux; Android 13; PJA110 Build/TP1A.220905.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.173 Mobile Safari/537.36 XWEB/1420193 MMWEBSDK/20251006 MMWEBID/3782 MicroMessenger/8.0.66.2980(0x28004252) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64';
const CHROME = PHONE.userAgent!;
/** The provider's app, whose web view is WeChat's. */
const APP = `${WECHAT} LiveApp/3.2.1`;

let site: Site;
it.before(async () => void (site = await openSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

/** Records what moves without a tap, from the first paint on. */
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

/** Waits until nothing more is to come that could move the page, and asserts that nothing did. */
async function assertNoShifts(page: Page) {
	await startupDone(page);
	await page.evaluate(
		() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))),
	);
	const shifts = await page.evaluate(
		() => (self as unknown as { shifts: { value: number; nodes: string[] }[] }).shifts,
	);
	assert.ok(shifts.reduce((sum, { value }) => sum + value, 0) < 0.02, JSON.stringify(shifts));
}

const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const ORGANIZATION = '阳光实验小学';

for (const [who, query, userAgent, has] of [
	['in WeChat on a broadcast', '?id=1', WECHAT, 'header'],
	['with a token in WeChat on a cover', '?id=0&userId=42&token=demo', WECHAT, 'header'],
	['with a token in Chrome on a broadcast', '?id=1&userId=42&token=demo', CHROME, 'footer'],
	['in Chrome on a cover', '?id=0', CHROME, 'neither'],
	['with a token in the app’s own web view on WeChat’s core', '?id=0&userId=42&token=demo', APP, 'footer'],
] as const) {
	it(`should have ${has === 'neither' ? 'neither header nor footer' : `the ${has} alone`} for a visitor ${who}, and move nothing`, async () => {
		// As on a slow connection, where the parts come one by one.
		site.origin.setFault({ path: '/juvenile/api/live/detail', times: 1, delayMs: 300 });
		const { page, problems } = await site.visit(query, { userAgent, before: watchShifts });
		await page.getByText(ORGANIZATION).first().waitFor();
		if (query.startsWith('?id=1')) await playing(page);
		assert.is(await header(page).isVisible(), has === 'header');
		if (has === 'header') {
			await header(page).getByText('阳光校园', { exact: true }).waitFor();
			await header(page).getByText('看直播，聊精彩').waitFor();
			await header(page).getByRole('button', { name: '打开App' }).waitFor();
			const { y, height } = (await header(page).boundingBox())!;
			assert.ok(y + height <= (await page.locator('.stage').boundingBox())!.y);
		}
		if (has === 'footer') {
			await footer(page).getByText(ORGANIZATION).waitFor();
			await footer(page).getByRole('button', { name: '复制邀请码 YG2024' }).waitFor();
			const { y, height } = (await footer(page).boundingBox())!;
			assert.ok(Math.abs(y + height - 844) < 1);
		} else assert.is(await footer(page).count(), 0);
		await assertNoShifts(page);
		assert.equal(problems, []);
	});
}

it('should have the header at the first paint, before any script of the bundle', async () => {
	site.origin.setFault({ path: '/app.', times: 2, hang: true });
	const { page } = await site.visit('?id=0', { userAgent: WECHAT });
	assert.ok(await header(page).isVisible());
	const { page: plain } = await site.visit('?id=0', { userAgent: CHROME });
	assert.not(await header(plain).isVisible());
});

it('should cut long names and codes off at their end, also what is written from right to left', async () => {
	const titles = ['阳光实验小学'.repeat(9), 'مدرسة الشمس '.repeat(9)];
	site.origin.setLive({ id: '0', organizationTitle: titles[0], inviteCode: 'A1B2C3D4E5F6'.repeat(9) });
	const { page } = await site.visit('?id=0&token=demo');
	await footer(page).waitFor();
	for (const organizationTitle of titles) {
		for (const selector of ['.organization-title', '.footer-title'])
			await page.locator(selector).evaluate((element, title) => (element.textContent = title), organizationTitle);
		for (const selector of ['.organization-title', '.footer-title', '.footer .link'])
			assert.ok(
				await page.locator(selector).evaluate((element) => {
					const start = document.createRange();
					start.setStart(element.firstChild!, 0);
					start.setEnd(element.firstChild!, 2);
					const { left, right } = start.getBoundingClientRect();
					const box = element.getBoundingClientRect();
					return left >= box.left && right <= box.right;
				}),
				`${selector}: ${organizationTitle}`,
			);
	}
});

it('should keep token and user id out of the URL, and through a reload', async () => {
	const { page } = await site.visit('?id=0&userId=42&token=demo');
	await footer(page).waitFor();
	assert.match(page.url(), /\/\?id=0$/);
	await page.reload();
	await footer(page).waitFor();
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('textbox').waitFor();
});

it.run();
