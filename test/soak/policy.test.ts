/** The page's main journeys, and bridges into native apps, most of which call through hidden frames, under its Content-Security-Policy. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PROVIDER_APP, userAgentOf } from '../fixtures/user-agents.ts';
import { playing } from '../support/picture.ts';
import { assertNoViolation, openPolicyPage, type PolicyPage, SENTINEL, violation } from '../support/policy-page.ts';
import { openSite, siteFor, startupDone } from '../support/site.ts';
import { toastShown } from '../support/toast.ts';
import { finger } from '../support/touch.ts';
import { until, within } from '../support/until.ts';

const it = suite('policy');

const site = siteFor(it, {
	config: { rts: { hlsFallback: true }, app: { scheme: 'liveapp://live', universalLink: '', downloadUrl: '' } },
});

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).tap();

it('should let a moderator watch, read, write, delete and look at the news', async () => {
	const opened = await openPolicyPage(site, '?id=1&userId=7001&token=demo');
	const { page } = opened;
	await playing(page);
	await startupDone(page);
	await page.locator('.rich img').first().waitFor();
	await tab(page, '互动空间');
	await page.locator('.comments li').first().waitFor();
	await page.getByLabel('说点什么').fill('很好看');
	await page.getByRole('button', { name: '发送' }).tap();
	const sent = page.locator('.comments li', { hasText: '很好看' });
	await sent.waitFor();
	await sent.getByRole('button', { name: '删除' }).tap();
	await page.getByRole('dialog').getByRole('button', { name: '确认' }).tap();
	await sent.waitFor({ state: 'detached' });
	await tab(page, '相关资讯');
	await page.locator('.news li').first().waitFor();
	// Once the stream has played for 5 s, and the link was measured.
	await page.waitForFunction(
		() =>
			[...document.querySelectorAll<HTMLImageElement>('.news img')].slice(0, 2).every((one) => one.naturalWidth > 0),
		undefined,
		within(10_000),
	);
	await tab(page, '直播介绍');
	await page.locator('.footer .link').tap();
	await toastShown(page, '复制');
	// The usage reports are images.
	await until(() => site.origin.requests().some(({ path }) => path === '/track'), 'a report');
	await assertNoViolation(opened);
});

it('should show a replay, and a broadcast at a plain URL', async () => {
	const opened = await openPolicyPage(site, '?id=3');
	const { page } = opened;
	for (const id of [3, 5]) {
		if (id === 5) await page.goto(`${site.origin.url}/?id=5`);
		await startupDone(page);
		await playing(page);
		await page.locator('.rich').waitFor();
	}
	await assertNoViolation(opened);
});

it('should play by HLS where real time cannot work', async () => {
	const opened = await openPolicyPage(site, '?id=1', {
		inject: () => {
			Object.defineProperty(self, 'RTCPeerConnection', { value: undefined });
			// Its list has no server: the element may have it only for a moment.
			const { createObjectURL } = URL;
			URL.createObjectURL = (source) => {
				Object.assign(self, { isFed: source instanceof MediaSource });
				return createObjectURL(source);
			};
		},
	});
	await until(() => opened.foreign.some((url) => url.includes('.m3u8')), 'its list is requested');
	await opened.page.waitForFunction(() => (self as unknown as { isFed?: boolean }).isFed);
	await assertNoViolation(opened);
});

/** What a page may not do, as it could write it: the directive that blocks it, and the code. */
const BLOCKED = [
	['script-src-elem', `add('script', { text: 'self.ran = 1' })`],
	['script-src-elem', `add('script', { src: 'https://evil.example/x.js' })`],
	['script-src-attr', `add('p', {}).setAttribute('onclick', 'self.ran = 1'), document.body.lastElementChild.click()`],
	// In a task of its own, for the tool's evaluation lets eval through.
	['script-src', `setTimeout(() => new Function('self.ran = 1')())`],
	['script-src-elem', `location.href = 'javascript:self.ran = 1'`],
	['form-action', `add('form', { action: 'https://evil.example/' }).submit()`],
	['base-uri', `add('base', { href: 'https://evil.example/' })`],
	['object-src', `add('object', { data: 'https://evil.example/x' })`],
	['worker-src', `setTimeout(() => new Worker(URL.createObjectURL(new Blob(['1']))))`],
	['style-src-elem', `add('link', { rel: 'stylesheet', href: 'https://evil.example/s.css' })`],
	['font-src', `new FontFace('x', 'url(https://evil.example/f.woff2)').load().catch(() => {})`],
	['frame-src', `add('iframe', { src: 'http://evil.example/' })`],
] as const;

it('should block inline and foreign scripts, eval, forms, bases, plugins, workers and answers of the API as scripts, and report each', async () => {
	const opened = await openPolicyPage(site, '?id=0');
	const { page, violations, foreign } = opened;
	await startupDone(page);
	await page.evaluate(
		'self.add = (tag, fields) => document.body.appendChild(Object.assign(document.createElement(tag), fields)); 0',
	);
	for (const [directive, attempt] of BLOCKED) {
		violations.length = 0;
		// As a string: playwright's own evaluation is not subject to the policy, what it sets off is.
		await page.evaluate(`${attempt}; 0`);
		await violation(opened, directive);
	}
	assert.is(await page.evaluate('self.ran'), undefined);
	assert.equal(
		foreign.filter((url) => url.includes('evil')),
		[],
	);
	// A script that markup names is refused from the page's own host as well.
	await page.evaluate(() => {
		const srcdoc = '<script src="/juvenile/script.js"></script>';
		return new Promise((onload) =>
			document.body.appendChild(Object.assign(document.createElement('iframe'), { srcdoc, onload })),
		);
	});
	await until(() => /juvenile\/script\.js[^]*strict-dynamic/.test(violations.join('\n')), 'it is refused');
	assert.not(site.origin.requests().some(({ path }) => path === '/juvenile/script.js'));
	// Frames of an app's bridge only.
	violations.length = 0;
	await assertFrames(opened, true);
});

/** In a report other hosts have no path, and other schemes no name. */
const reported = (url: string) => (/^http.*evil/.test(url) ? new URL(url).origin : url.startsWith('http') ? url : '');

it('should share in WeChat, whose client calls through hidden frames', async () => {
	const opened = await openPolicyPage(site, '?id=0&userId=42&token=demo', {
		userAgent: userAgentOf('WeChat, Android'),
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
async function assertFrames(opened: PolicyPage, bridge: boolean) {
	const ofBridge = ['https://evil.example/', 'wvjbscheme://x', 'yy://x'];
	const others = ['http://evil.example/', 'data:text/html,x', opened.page.url(), 'mailto:x@evil.example'];
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

it('should open frames of no address without an app', async () => {
	const other = await openSite({ config: { app: { userAgentToken: '' } } });
	try {
		await assertFrames(await openPolicyPage(other, '?id=0'), false);
	} finally {
		await other.close();
	}
});

it('should call the native app through the hidden frame of every queue, and have it save an image that is held', async () => {
	const opened = await openPolicyPage(site, '?id=0', { userAgent: PROVIDER_APP });
	const { page, violations } = opened;
	await startupDone(page);
	for (const queue of [
		'https://__wvjb_queue_message__',
		'wvjbscheme://__WVJB_QUEUE_MESSAGE__',
		'yy://__QUEUE_MESSAGE__/',
	]) {
		await page.evaluate((src) => {
			const host = self as any;
			const callHandler = (method: string, params: unknown, answer: (json: string) => void) => {
				const frame = document.createElement('iframe');
				frame.style.display = 'none';
				document.documentElement.appendChild(Object.assign(frame, { src }));
				Object.assign(host, { called: `${method} ${src}`, params });
				setTimeout(answer, 0, `{"code":${host.code || 0}}`);
			};
			host.WebViewJavascriptBridge = { callHandler };
		}, queue);
		await page.getByRole('button', { name: '关注' }).dispatchEvent('click');
		await page
			.waitForFunction((queue) => (self as any).called === `follow ${queue}`, queue)
			.catch(() => assert.unreachable(`${queue} was not called: ${violations}`));
	}
	const image = page.locator('.rich img[role=button]');
	await image.scrollIntoViewIfNeeded();
	for (const [code, outcome] of ['保存成功!', '保存失败，请重试!'].entries()) {
		await page.evaluate((code) => Object.assign(self, { code }), code);
		const { x, y } = (await image.boundingBox())!;
		const { lift } = await finger(page, [x + 60, y + 40]);
		await toastShown(page, outcome);
		await lift();
	}
	assert.match(JSON.stringify(await page.evaluate('params')), /"http:\/\/127\.0\.0\.1:\d+\/media\/pictures\//);
	await assertNoViolation(opened);
});

it.run();
