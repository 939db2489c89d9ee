/** A touch on an image of the introduction: it opens large, or the provider's app saves it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { calls, callsReach, injectApp, injectWeChat, NATIVE, WECHAT } from '../support/app-web-views.ts';
import { openSite, type Site, type VisitOptions, startupDone } from '../support/site.ts';

const it = suite('page images');

let site: Site;
it.before(async () => void (site = await openSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

/** Opens the page where images can be held: an image of the introduction is there, and startup done. */
async function openWithImage(options: VisitOptions) {
	const { page } = await site.visit('?id=0', options);
	await startupDone(page);
	const image = page.locator('.rich img').first();
	await image.scrollIntoViewIfNeeded();
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.rich img')!.naturalWidth > 0);
	const touch = await page.context().newCDPSession(page);
	return {
		page,
		/** Holds a finger on the image until the promise is settled. */
		async hold(until: Promise<unknown>) {
			const box = (await image.boundingBox())!;
			await touch.send('Input.dispatchTouchEvent', {
				type: 'touchStart',
				touchPoints: [{ x: box.x + 60, y: box.y + 40 }],
			});
			await until;
			await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
		},
	};
}

it('should show an image large on a tap or by keyboard, until Back, Escape, its button or a tap', async () => {
	const { page } = await openWithImage({});
	const image = page.locator('.rich img[role=button]');
	const viewer = page.getByRole('dialog', { name: '查看图片' });
	const button = viewer.getByRole('button', { name: '关闭' });
	for (const [open, close] of [
		[() => image.tap(), () => viewer.tap()],
		[() => image.tap(), () => button.tap()],
		[() => image.press('Enter'), () => page.keyboard.press('Escape')],
		[() => image.press('Space'), () => page.goBack()],
	] as const) {
		await open();
		await viewer.waitFor();
		const box = await viewer.locator('img').boundingBox();
		assert.equal([box!.width, box!.height], Object.values(page.viewportSize()!));
		assert.is(await viewer.locator('img').getAttribute('referrerpolicy'), 'no-referrer');
		const { width, height } = (await button.boundingBox())!;
		assert.equal([width, height], [44, 44]);
		assert.ok(await button.evaluate((element) => element === document.activeElement));
		await close();
		await viewer.waitFor({ state: 'detached' });
	}
	assert.ok(await image.evaluate((element) => element === document.activeElement));
	assert.match(page.url(), /id=/);
	assert.is(site.origin.requests().filter(({ path }) => path?.startsWith('/more.')).length, 1);
});

it("should show an image in WeChat's own viewer there", async () => {
	const { page } = await openWithImage({ userAgent: WECHAT, before: injectWeChat });
	await page.locator('.rich img[role=button]').tap();
	await callsReach(page, 'imagePreview');
	const [, { current, urls }] = (await calls(page)).find(([name]) => name === 'imagePreview')!;
	assert.match(current as string, /^http:\/\/127\.0\.0\.1:\d+\/media\/pictures\//);
	assert.ok((urls as string[]).includes(current as string));
	assert.is(await page.getByRole('dialog').count(), 0);
});

it('should save an image that is held inside the app, and show the outcome', async () => {
	const { page, hold } = await openWithImage({ userAgent: NATIVE, before: injectApp });
	// Shorter than a long press; what would come of it comes within the other half of the time.
	await hold(page.waitForTimeout(250));
	await page.waitForTimeout(350);
	assert.equal(await calls(page), []);
	await hold(page.getByText('保存成功!').waitFor());
	const called = await calls(page);
	assert.is(called.length, 1);
	const [[method, params] = []] = called;
	assert.is(method, 'saveImage');
	assert.match(params!.url as string, /^http:\/\/127\.0\.0\.1:\d+\/media\/pictures\//);
	await hold(page.getByText('保存失败，请重试!').waitFor());
});

it('should leave a held image to the browser where there is no app', async () => {
	const { page, hold } = await openWithImage({});
	const prevented = () =>
		page.locator('.rich img').evaluate((image) => {
			const menu = new Event('contextmenu', { bubbles: true, cancelable: true });
			return !image.dispatchEvent(menu);
		});
	await hold(prevented().then((result) => assert.not(result)));
	assert.is(await page.locator('.toast p').count(), 0);
});

it.run();
