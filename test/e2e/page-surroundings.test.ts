/** The built page in what surrounds it: WeChat, QQ, the provider's app, a browser with and without the app. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { JSAPI_TICKET } from '../origin/calls/handlers.ts';
import { JWEIXIN } from '../support/jweixin.ts';
import { playing } from '../support/picture.ts';
import { openSite } from '../support/site.ts';

const it = suite('surroundings of the page');

const chrome =
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36';
const wechat = `${chrome.replace('(Linux; Android 10; K)', '(Linux; Android 13; PJA110; wv)')} XWEB/1420193 MMWEBSDK/20251006 MicroMessenger/8.0.66.2980(0x28004252) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`;
const qq = `${chrome} V1_AND_SQ_9.2.66_13188_YYB_D QQ/9.2.66.33870 NetType/WIFI WebP/0.3.0`;
const native = `${chrome} LiveApp/3.2`;

type Calls = [name: string, params: Record<string, unknown>][];
const calls = (page: Page) => page.evaluate(() => (self as unknown as { calls: Calls }).calls);

/** What a WeChat client injects, as far as sharing uses it. */
const bridge = async (page: Page) => {
	await page.route('https://res.wx.qq.com/open/js/jweixin-1.6.0.js', (route) =>
		route.fulfill({ contentType: 'text/javascript', body: JWEIXIN }),
	);
	await page.route('https://open.weixin.qq.com/**', (route) => route.fulfill({ status: 204 }));
	await page.addInitScript(() => {
		const calls: unknown[] = [];
		Object.assign(self, {
			calls,
			WeixinJSBridge: {
				on() {},
				invoke(name: string, params: object, answer: (result: object) => void) {
					calls.push([name, JSON.parse(JSON.stringify(params))]);
					setTimeout(answer, 10, { err_msg: name === 'getNetworkType' ? 'network_type:wifi' : `${name}:ok` });
				},
			},
		});
	});
};

it('should set WeChat’s cards for friends and timeline, with a true signature and no token', async () => {
	const { origin, visit, close } = await openSite();
	try {
		const { page, problems } = await visit('?id=1&userId=42&token=demo&from=timeline', {
			userAgent: wechat,
			before: bridge,
		});
		await page.waitForFunction(
			() => (self as unknown as { calls: Calls }).calls.some(([name]) => name === 'updateTimelineShareData'),
			undefined,
			{ timeout: 15_000 },
		);
		const made = await calls(page);
		const of = (name: string) => made.find(([made]) => made === name)![1];
		for (const name of ['updateAppMessageShareData', 'updateTimelineShareData']) {
			assert.is(of(name).title, '第十二届校园科技文化节 · 现场直播');
			assert.match(of(name).imgUrl as string, /^http:\/\/127\.0\.0\.1/);
			assert.is(of(name).link, `${origin.url}/?id=1`);
			assert.not.match(JSON.stringify(of(name)), /token|userId|demo\b/);
		}
		assert.is(of('updateAppMessageShareData').desc, '小小发明家，大大中国梦。阳光实验小学邀您云端同行。');
		// Android: the address as it is now is what was signed.
		const asked = new URLSearchParams(
			origin.requests().find(({ path }) => path === '/juvenile/wxjs/getWechatShareToken')!.body,
		).get('url');
		assert.is(asked, `${origin.url}/?id=1&from=timeline`);
		const { verifyNonceStr, verifyTimestamp, verifySignature } = of('preVerifyJSAPI');
		const signed = `jsapi_ticket=${JSAPI_TICKET}&noncestr=${verifyNonceStr}&timestamp=${verifyTimestamp}&url=${asked}`;
		assert.is(verifySignature, createHash('sha1').update(signed).digest('hex'));
		assert.equal(problems, []);
	} finally {
		await close();
	}
});

it('should stay quiet where WeChat’s signature cannot be had', async () => {
	const { origin, visit, close } = await openSite();
	try {
		origin.setFault({ path: '/juvenile/wxjs/', times: -1, status: 500 });
		const { page, problems } = await visit('?id=1', { userAgent: wechat, before: bridge });
		const said: string[] = [];
		page.on('console', (message) => said.push(message.text()));
		await page.waitForEvent('console', {
			predicate: (message) => message.text().startsWith('Sharing is not set'),
			timeout: 25_000,
		});
		await playing(page);
		assert.is(await page.locator('.toast p').count(), 0);
		assert.equal(problems, []);
	} finally {
		await close();
	}
});

it('should tell QQ what to share', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1&userId=42&token=demo', {
			userAgent: qq,
			before: async (page) => {
				await page.route('https://open.mobile.qq.com/**', (route) =>
					route.fulfill({
						contentType: 'text/javascript',
						body: 'window.calls=[];window.mqq={data:{setShareInfo(info){calls.push(["setShareInfo",info])}}}',
					}),
				);
			},
		});
		await page.waitForFunction(() => (self as unknown as { calls?: Calls }).calls?.length, undefined, {
			timeout: 15_000,
		});
		const [[, info]] = (await calls(page)) as [Calls[0]];
		assert.match(info.share_url as string, /\?id=1$/);
		assert.match(info.image_url as string, /^https?:/);
		assert.ok((info.title as string).length > 5);
	} finally {
		await close();
	}
});

it('should show in WeChat how to open the browser, and close that with a tap', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1', { userAgent: wechat, before: bridge });
		for (const name of ['关注', '打开App']) {
			await page.getByRole('button', { name, exact: true }).tap();
			const dialog = page.getByRole('dialog', { name: '请在浏览器中打开' });
			await dialog.waitFor();
			const picture = await dialog.locator('img').boundingBox();
			assert.is(picture!.width, 390);
			await dialog.tap();
			await dialog.waitFor({ state: 'hidden' });
		}
	} finally {
		await close();
	}
});

for (const comesUp of [false, true])
	it(`should ${comesUp ? 'stay where the app comes up' : 'go to the download page where the app does not come up'}`, async () => {
		const { visit, close } = await openSite({
			config: { app: { scheme: 'liveapp://live', downloadUrl: 'https://app.example.com/get' } },
		});
		try {
			const { page } = await visit('?id=1', {
				before: async (page) => {
					await page.route('https://app.example.com/**', (route) =>
						route.fulfill({ contentType: 'text/html', body: '<title>下载</title>' }),
					);
				},
			});
			await playing(page);
			const download = page.waitForRequest('https://app.example.com/get', { timeout: 8000 }).then(
				() => true,
				() => false,
			);
			await page.getByRole('button', { name: '关注' }).tap();
			if (comesUp)
				await page.evaluate(() => {
					Object.defineProperty(document, 'hidden', { configurable: true, value: true });
					document.dispatchEvent(new Event('visibilitychange'));
				});
			assert.is(await download, !comesUp);
		} finally {
			await close();
		}
	});

it('should say what to do where no app is configured', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1');
		await page.getByRole('button', { name: '关注' }).tap();
		await page.getByText('请打开阳光校园App').waitFor();
	} finally {
		await close();
	}
});

/** The provider's app: an object with `postMessage`, which refuses every second picture. */
const inject = async (page: Page) => {
	await page.addInitScript(() => {
		const calls: unknown[] = [];
		let saved = 0;
		Object.assign(self, {
			calls,
			LiveApp: {
				postMessage(text: string) {
					const { id, method, params } = JSON.parse(text);
					calls.push([method, params]);
					const answer = method === 'saveImage' && saved++ ? { code: 1, message: 'permission denied' } : { code: 0 };
					setTimeout(
						() =>
							(self as unknown as { LiveAppCallback: (id: string, answer: object) => void }).LiveAppCallback(
								id,
								answer,
							),
						50,
					);
				},
			},
		});
	});
};

it('should follow through the bridge inside the app, without a header', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1', { userAgent: native, before: inject });
		assert.is(await page.getByRole('button', { name: '打开App', exact: true }).count(), 0);
		await page.getByText('第十二届校园科技文化节').first().waitFor();
		await page.getByRole('button', { name: '关注' }).tap();
		await page.waitForFunction(() => (self as unknown as { calls: Calls }).calls.length > 0);
		const [[method, params]] = (await calls(page)) as [Calls[0]];
		assert.is(method, 'follow');
		assert.is(params.liveId, '1');
		assert.ok(params.organizationId);
	} finally {
		await close();
	}
});

it('should save a picture that is held inside the app, and say how that went', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1', { userAgent: native, before: inject });
		await playing(page);
		const picture = page.locator('.rich img').first();
		await picture.scrollIntoViewIfNeeded();
		await page.waitForFunction(() => (document.querySelector('.rich img') as HTMLImageElement).naturalWidth > 0);
		// The late script, which watches for long presses, is there when it has set its style.
		await page.waitForFunction(() => !!self.livePage!.deferred);
		const touch = await page.context().newCDPSession(page);
		const hold = async (milliseconds: number) => {
			const box = (await picture.boundingBox())!;
			await touch.send('Input.dispatchTouchEvent', {
				type: 'touchStart',
				touchPoints: [{ x: box.x + 60, y: box.y + 40 }],
			});
			await page.waitForTimeout(milliseconds);
			await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
		};
		await hold(250);
		await page.waitForTimeout(700);
		assert.equal(await calls(page), []);
		await hold(900);
		await page.getByText('保存成功!').waitFor();
		const [[method, params]] = (await calls(page)) as [Calls[0]];
		assert.is(method, 'saveImage');
		assert.match(params.url as string, /^http:\/\/127\.0\.0\.1:\d+\/media\/pictures\//);
		await hold(900);
		await page.getByText('保存失败，请重试!').waitFor();
	} finally {
		await close();
	}
});

it('should leave a held picture to the browser outside the app', async () => {
	const { visit, close } = await openSite();
	try {
		const { page } = await visit('?id=1', { before: inject });
		await playing(page);
		await page.waitForFunction(() => !!self.livePage!.deferred);
		const box = (await page.locator('.rich img').first().boundingBox())!;
		const touch = await page.context().newCDPSession(page);
		await touch.send('Input.dispatchTouchEvent', {
			type: 'touchStart',
			touchPoints: [{ x: box.x + 60, y: box.y + 40 }],
		});
		await page.waitForTimeout(900);
		await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
		assert.equal(await calls(page), []);
		assert.is(await page.locator('.toast p').count(), 0);
	} finally {
		await close();
	}
});

it.run();
