/** The web views of apps, as the page sees them: their user agents, and what they inject. */
import type { Page } from 'playwright-core';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { PHONE } from './browser.ts';
import { JWEIXIN } from './share-scripts.ts';

export const WECHAT = userAgentOf('WeChat, Android');
/** The provider's app on Android. */
export const NATIVE = `${PHONE.userAgent} LiveApp/3.2`;

export type Calls = [name: string, params: Record<string, unknown>][];
/** Calls of the page on the injected objects. */
export const calls = (page: Page) => page.evaluate(() => (self as unknown as { calls: Calls }).calls);
export const callsReach = (page: Page, name: string) =>
	page.waitForFunction(
		(name) => (self as unknown as { calls?: Calls }).calls?.some(([called]) => called === name),
		name,
	);

/** Injects what a WeChat client does, as far as sharing uses it. */
export const injectWeChat = async (page: Page) => {
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

/** Injects the provider's app: an object with `postMessage`, which refuses every second image. */
export const injectApp = async (page: Page) => {
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
					const page = self as unknown as { LiveAppCallback: (id: string, answer: object) => void };
					setTimeout(() => page.LiveAppCallback(id, answer), 50);
				},
			},
		});
	});
};
