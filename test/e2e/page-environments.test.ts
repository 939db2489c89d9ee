/** The built page in WeChat, in QQ, in the provider's app, and in a browser on a phone with and without that app. */
import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { JSAPI_TICKET } from '../origin/calls/handlers.ts';
import { calls, callsReach, CHROME, injectApp, injectWeChat, NATIVE, WECHAT } from '../support/app-web-views.ts';
import { playing } from '../support/picture.ts';
import { openSite, type Site } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('page environments');

let site: Site;
/** A deployment that has an app to open, and plays only in listed browsers. */
let siteWithApp: Site;
it.before(async () => {
	site = await openSite();
	siteWithApp = await openSite({
		config: {
			app: { scheme: 'liveapp://live', downloadUrl: 'https://app.example.com/get' },
			rts: { tryUnlisted: false },
		},
	});
});
it.before.each(() => site.origin.reset());
it.after.each(async () => {
	await site.closePages();
	await siteWithApp.closePages();
});
it.after(async () => {
	await site?.close();
	await siteWithApp?.close();
});

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

it('should play and only log where WeChat’s signature cannot be fetched', async () => {
	site.origin.setFault({ path: '/juvenile/wxjs/', times: -1, status: 500 });
	const said: string[] = [];
	const { page, problems } = await site.visit('?id=5', {
		userAgent: WECHAT,
		before: async (page) => {
			await injectWeChat(page);
			page.on('console', (message) => said.push(message.text()));
		},
	});
	await until(() => said.some((text) => text.startsWith('Sharing is not set')));
	await playing(page);
	assert.is(await page.locator('.toast p').count(), 0);
	assert.equal(problems, []);
});

it('should show in WeChat how to open the browser, and close that on a tap', async () => {
	const { page } = await site.visit('?id=0', { userAgent: WECHAT, before: injectWeChat });
	for (const name of ['关注', '打开App']) {
		await page.getByRole('button', { name, exact: true }).tap();
		const dialog = page.getByRole('dialog', { name: '请在浏览器中打开' });
		await dialog.waitFor();
		const image = await dialog.locator('img').boundingBox();
		assert.is(image!.width, 390);
		await dialog.tap();
		await dialog.waitFor({ state: 'hidden' });
	}
});

const moreRequests = ({ origin }: Site) => origin.requests().filter(({ path }) => path?.startsWith('/more.'));

it('should play only in listed browsers where the deployment says so', async () => {
	siteWithApp.origin.reset();
	const { page: listed } = await siteWithApp.visit('?id=1', { userAgent: CHROME });
	await playing(listed);
	const { page: unlisted } = await siteWithApp.visit('?id=1', { userAgent: `${CHROME} UCBrowser/15.0` });
	await unlisted.getByText('当前浏览器无法播放').waitFor();
	assert.is(moreRequests(siteWithApp).length, 2);
});

it('should try others elsewhere, and load no table for it', async () => {
	const { page } = await site.visit('?id=1', { userAgent: `${CHROME} UCBrowser/15.0` });
	await playing(page);
	// Later it comes in spare time.
	const [signalling] = site.origin.requests().filter(({ path }) => path === '/live/demo');
	assert.ok(moreRequests(site).every(({ time }) => time > signalling!.time));
});

it('should follow, log in and open news through the bridge inside the app, without a promotion header', async () => {
	const { page } = await site.visit('?id=0', { userAgent: NATIVE, before: injectApp });
	assert.is(await page.getByRole('button', { name: '打开App', exact: true }).count(), 0);
	await page.getByText('新年音乐会').first().waitFor();
	await page.getByRole('button', { name: '关注' }).tap();
	await callsReach(page, 'follow');
	const [[method, params] = []] = await calls(page);
	assert.is(method, 'follow');
	assert.is(params!.liveId, '0');
	assert.ok(params!.organizationId);

	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('button', { name: '登录后参与互动' }).tap();
	await callsReach(page, 'login');
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await page.getByRole('link', { name: '机器人大赛' }).tap();
	await callsReach(page, 'openNews');
	assert.equal(
		(await calls(page)).map(([method]) => method),
		['follow', 'login', 'openNews'],
	);
});

it.run();
