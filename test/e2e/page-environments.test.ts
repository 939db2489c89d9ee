/** The built page in WeChat and in the provider's app, and a touch on an image of the introduction. */
import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { JSAPI_TICKET } from '../origin/calls/handlers.ts';
import { calls, callsReach, injectApp, injectWeChat, NATIVE, WECHAT } from '../support/app-web-views.ts';
import { siteFor, startupDone, type VisitOptions } from '../support/site.ts';
import { finger } from '../support/touch.ts';

const it = suite('page environments');

const site = siteFor(it);

it('should set WeChat’s cards for friends and timeline, with a valid signature and no token', async () => {
	const { page, problems } = await site.visit('?id=0&userId=42&token=demo&from=timeline', {
		userAgent: WECHAT,
		before: injectWeChat,
	});
	await callsReach(page, 'updateTimelineShareData');
	const called = await calls(page);
	const paramsOf = (name: string) => called.find(([made]) => made === name)![1];
	for (const name of ['updateAppMessageShareData', 'updateTimelineShareData']) {
		assert.is(paramsOf(name).title, '新年音乐会：童声里的四季');
		assert.match(paramsOf(name).imgUrl as string, /^http:\/\/127\.0\.0\.1/);
		assert.is(paramsOf(name).link, `${site.origin.url}/?id=0`);
		assert.not.match(JSON.stringify(paramsOf(name)), /token|userId|demo\b/);
	}
	assert.is(paramsOf('updateAppMessageShareData').desc, '十二月三十一日晚七点，不见不散。');
	// Android: the current address is the one to sign.
	const signedUrl = new URLSearchParams(
		site.origin.requests().find(({ path }) => path === '/juvenile/wxjs/getWechatShareToken')!.body,
	).get('url');
	assert.is(signedUrl, `${site.origin.url}/?id=0&from=timeline`);
	const { verifyNonceStr, verifyTimestamp, verifySignature } = paramsOf('preVerifyJSAPI');
	const signed = `jsapi_ticket=${JSAPI_TICKET}&noncestr=${verifyNonceStr}&timestamp=${verifyTimestamp}&url=${signedUrl}`;
	assert.is(verifySignature, createHash('sha1').update(signed).digest('hex'));
	assert.equal(problems, []);
});

/** Opens the page where images can be held: an image of the introduction is there, and startup done. */
async function openWithImage(options?: VisitOptions) {
	const { page } = await site.visit('?id=0', options);
	await startupDone(page);
	const image = page.locator('.rich img[role=button]');
	await image.scrollIntoViewIfNeeded();
	return { page, image };
}

it('should show an image large on a tap or by keyboard, until Back, Escape, its button or a tap', async () => {
	const { page, image } = await openWithImage();
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

it('should save an image that is held inside the app, and show the outcome', async () => {
	const { page, image } = await openWithImage({ userAgent: NATIVE, before: injectApp });
	for (const outcome of ['保存成功!', '保存失败，请重试!']) {
		const { x, y } = (await image.boundingBox())!;
		const { lift } = await finger(page, [x + 60, y + 40]);
		await page.getByText(outcome).waitFor();
		await lift();
	}
	const [[method, params] = []] = await calls(page);
	assert.is(method, 'saveImage');
	assert.match(params!.url as string, /^http:\/\/127\.0\.0\.1:\d+\/media\/pictures\//);
});

it.run();
