/**
 * The promotion header, the way out of WeChat, the footer, and that none moves anything. Which user agents are promoted
 * is tested in `test/unit/visit`, who has a footer in `test/unit/view`.
 */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { PHONE } from '../support/browser.ts';
import { SIZES } from '../support/layout-checks.ts';
import { noteShifts, shifted } from '../support/layout-shift.ts';
import { playing } from '../support/picture.ts';
import { siteFor, startupDone } from '../support/site.ts';

const it = suite('promotion and footer');
const WECHAT = userAgentOf('WeChat, Android');
const CHROME = PHONE.userAgent!;

const site = siteFor(it);

/** Waits until nothing more is to come that could move the page, and asserts that nothing did. */
async function assertNoShifts(page: Page) {
	await startupDone(page);
	await page.evaluate(
		() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))),
	);
	assert.is(await shifted(page), '');
}

const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.locator('.footer');
const ORGANIZATION = '阳光实验小学';

for (const [who, query, userAgent, has] of [
	['in WeChat on a broadcast', '?id=1', WECHAT, 'header'],
	['with a token in Chrome on a broadcast', '?id=1&userId=42&token=demo', CHROME, 'footer'],
	['in Chrome on a cover', '?id=0', CHROME, 'neither'],
] as const) {
	it(`should have ${has === 'neither' ? 'neither header nor footer' : `the ${has} alone`} for a visitor ${who}, and move nothing`, async () => {
		// As on a slow connection, where the parts come one by one.
		site.origin.setFault({ path: '/juvenile/api/live/detail', times: 1, delayMs: 300 });
		const { page, problems } = await site.visit(query, { userAgent, before: noteShifts });
		await page.getByText(ORGANIZATION).first().waitFor();
		if (query.startsWith('?id=1')) await playing(page);
		assert.is(await header(page).isVisible(), has === 'header');
		if (has === 'header') {
			await header(page).getByText('阳光校园', { exact: true }).waitFor();
			await header(page).getByText('看直播，聊精彩').waitFor();
			const edge = async (name: string) => (await header(page).getByRole('button', { name }).boundingBox())!;
			const { x, width } = await edge('打开App');
			assert.ok(x + width <= (await edge('关闭')).x, 'beside the close button');
			const { y, height } = (await header(page).boundingBox())!;
			assert.ok(y + height <= (await page.locator('.stage').boundingBox())!.y);
		}
		if (has === 'footer') {
			await footer(page).getByText(ORGANIZATION).waitFor();
			// The last of what is above it.
			await page.locator('.rich').waitFor();
			await footer(page).getByRole('button', { name: '复制邀请码 YG2024' }).waitFor();
			const distance = await footer(page).evaluate(
				(footer) =>
					footer.getBoundingClientRect().top - document.querySelector('.introduction')!.getBoundingClientRect().bottom,
			);
			assert.ok(distance >= -17, 'at the end of the introduction');
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

it('should point at the menu in the upper right corner, full width on a phone', async () => {
	const { page } = await site.visit('?id=0', { userAgent: WECHAT });
	await page.getByText('直播尚未开始').waitFor();
	await page.getByRole('button', { name: '打开App' }).tap();
	const image = page.getByRole('dialog').locator('img');
	await image.waitFor();
	for (const [width, height] of [...SIZES, [844, 390], [640, 360]] as const) {
		await page.setViewportSize({ width, height });
		const { x, y, width: wide, height: high } = (await image.boundingBox())!;
		const widest = Math.min(width, 480);
		assert.equal([y, x + wide, wide], [0, width, widest], `${width}x${height}`);
		// A video higher than a phone on its side is drawn smaller, in the corner.
		assert.ok(Math.abs(high - Math.min(height, widest / 1.2)) < 1, `${width}x${height}: ${high}`);
		const drawn = await image.evaluate((image) => getComputedStyle(image));
		assert.equal([drawn.objectFit, drawn.objectPosition], ['contain', '100% 0%']);
	}
	await page.goBack();
	await page.getByRole('dialog').waitFor({ state: 'detached' });
	await page.getByText('直播尚未开始').waitFor();
	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('button', { name: '打开App' }).tap();
	await image.waitFor();
	await page.touchscreen.tap(100, 300);
	await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('should have the footer in place of the header inside an app that only its bridge tells, also on the next visit', async () => {
	const { page } = await site.visit('?id=0&userId=42&token=demo', {
		userAgent: WECHAT,
		before: (page) => page.addInitScript(() => Object.assign(self, { LiveApp: { postMessage() {} } })),
	});
	await footer(page).waitFor();
	assert.not(await header(page).isVisible());
	await page.reload({ waitUntil: 'commit' });
	await page.locator('.stage').waitFor();
	assert.not(await header(page).isVisible());
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

it.run();
