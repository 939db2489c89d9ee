/** Bridges into native apps under the page's Content-Security-Policy: most call through hidden frames. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { assertNoViolation, openPolicyPage, type PolicyPage, violation } from '../support/policy-page.ts';
import { startupDone, openSite, siteFor, type Site } from '../support/site.ts';

const it = suite('policy for bridges');

/** Refused last. */
const SENTINEL = 'http://sentinel.invalid';
/** In a report other hosts have no path, and other schemes no name. */
const reported = (url: string) => (/^http.*evil/.test(url) ? new URL(url).origin : url.startsWith('http') ? url : '');

/** The provider's app on Android. */
const APP =
	'Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 LiveApp/3.2';

const site = siteFor(it, { config: { app: { scheme: 'liveapp://live', universalLink: '', downloadUrl: '' } } });

for (const name of ['WeChat, Android', 'WeChat, iOS 26'])
	it(`should share in ${name}, whose client calls through hidden frames`, async () => {
		const opened = await openPolicyPage(site, '?id=0&userId=42&token=demo', {
			userAgent: userAgentOf(name),
			inject: () => {
				const calls: string[] = [];
				const frame = (address: string) => {
					const element = document.createElement('iframe');
					element.style.display = 'none';
					element.src = address;
					document.documentElement.appendChild(element);
				};
				addEventListener('DOMContentLoaded', () =>
					['weixinping://iframe', 'weixinpreinject://iframe', 'weixin://preInjectJSBridge/ok', 'webcompt://x'].forEach(
						frame,
					),
				);
				Object.assign(self, {
					calls,
					WeixinJSBridge: {
						on() {},
						invoke(call: string, _params: object, answer: (result: object) => void) {
							calls.push(call);
							frame('weixin://dispatch_message/');
							setTimeout(answer, 10, { err_msg: call === 'getNetworkType' ? 'network_type:wifi' : `${call}:ok` });
						},
					},
				});
			},
		});
		await opened.page.waitForFunction(() => (self as any).calls.includes('updateTimelineShareData'));
		assert.ok(opened.foreign.includes('https://res.wx.qq.com/open/js/jweixin-1.6.0.js'));
		// From the backup host, which the page itself turns to only when the first one fails.
		await opened.page.evaluate(
			() =>
				new Promise((onload) =>
					Object.assign(document.head.appendChild(document.createElement('script')), {
						onload,
						src: 'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js',
					}),
				),
		);
		// A real tap would wait for the frames, which lead nowhere outside the client.
		await opened.page.getByRole('button', { name: '关注' }).dispatchEvent('click');
		await opened.page.getByRole('dialog').waitFor();
		await assertNoViolation(opened);
	});

it('should share in QQ, whose script calls through a hidden frame', async () => {
	const opened = await openPolicyPage(site, '?id=0', { userAgent: userAgentOf('QQ, Android with X5') });
	await opened.page.waitForFunction(() => (self as any).shareInfo);
	await assertNoViolation(opened);
});

/** Asserts that of frames with such addresses those of a bridge alone are let through, or none. */
async function assertFrames(site: Site, opened: PolicyPage, bridge: boolean) {
	const ofBridge = ['https://evil.example/', 'wvjbscheme://x', 'yy://x'];
	const others = ['http://evil.example/', 'data:text/html,x', `${site.origin.url}/?id=2`, 'mailto:x@evil.example'];
	await opened.page.evaluate(
		(urls) => {
			for (const src of urls) Object.assign(document.body.appendChild(document.createElement('iframe')), { src });
		},
		ofBridge.concat(others, SENTINEL),
	);
	await violation(opened, `frame-src ${SENTINEL}`);
	const refused = opened.violations
		.flatMap((what) => /^frame-src (\S*)/.exec(what)?.[1] ?? [])
		.filter((url) => url !== SENTINEL);
	const expected = (bridge ? [] : ofBridge).concat(others).map(reported);
	assert.equal(refused.sort(), expected.sort());
}

it("should open frames of an app's bridge only", async () =>
	assertFrames(site, await openPolicyPage(site, '?id=0'), true));

it('should open frames of no address without an app', async () => {
	const other = await openSite({ config: { app: { userAgentToken: '' } } });
	try {
		await assertFrames(other, await openPolicyPage(other, '?id=0'), false);
	} finally {
		await other.close();
	}
});

it('should call the native app through the hidden frame of every queue', async () => {
	const opened = await openPolicyPage(site, '?id=0', { userAgent: APP });
	const { page, violations } = opened;
	await startupDone(page);
	for (const queue of [
		'https://__wvjb_queue_message__',
		'wvjbscheme://__WVJB_QUEUE_MESSAGE__',
		'yy://__QUEUE_MESSAGE__/',
	]) {
		await page.evaluate((src) => {
			const host = self as any;
			const callHandler = (method: string, _params: unknown, answer: (json: string) => void) => {
				const frame = document.createElement('iframe');
				frame.style.display = 'none';
				document.documentElement.appendChild(Object.assign(frame, { src }));
				host.called = `${method} ${src}`;
				setTimeout(answer, 0, '{"code":0}');
			};
			host.WebViewJavascriptBridge = { callHandler };
		}, queue);
		await page.getByRole('button', { name: '关注' }).dispatchEvent('click');
		await page
			.waitForFunction((queue) => (self as any).called === `follow ${queue}`, queue)
			.catch(() => assert.unreachable(`${queue} was not called: ${violations}`));
	}
	await assertNoViolation(opened);
});

it.run();
