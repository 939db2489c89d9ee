// time limit: 300 s
/** The page's main journeys under its Content-Security-Policy, in everything it opens in: no violation may be reported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { USER_AGENTS } from '../fixtures/user-agents.ts';
import { playing } from '../support/picture.ts';
import { root } from '../support/run-file.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('policy');

// The copy is a CommonJS module; the file on WeChat's host sets these two globals.
const JWEIXIN = `(function () { var module = { exports: {} };
${readFileSync(join(root, 'node_modules/weixin-js-sdk/index.js'), 'utf8')}
window.wx = window.jWeixin = module.exports; })();`;

/** QQ's script, as far as the page calls it: it reaches the client through a hidden frame. */
const QQAPI = `mqq = { data: { setShareInfo(info) {
	window.shareInfo = info;
	var frame = document.createElement('iframe');
	frame.style.display = 'none';
	frame.src = 'jsbridge://data/setShareInfo?p=' + encodeURIComponent(JSON.stringify(info));
	document.documentElement.appendChild(frame);
} } };`;

let site: Site;
it.before(async () => {
	site = await openSite({
		config: { app: { scheme: 'liveapp://live', universalLink: '', downloadUrl: '' }, rts: { hlsFallback: true } },
	});
});
it.after(() => site?.close());
it.before.each(() => site.origin.reset());

const userAgentOf = (name: string) => USER_AGENTS.find((known) => known.name === name)!.userAgent;

/** Opens the page, noting each violation from both sides: the event in the page and the report in the console. */
async function open(query: string, { userAgent, inject }: { userAgent?: string; inject?: () => void } = {}) {
	const violations: string[] = [];
	const foreign: string[] = [];
	const opened = await site.visit(query, {
		...(userAgent ? { userAgent } : {}),
		async before(page) {
			await page.exposeFunction('violated', (what: string) => void violations.push(what));
			await page.addInitScript(() =>
				addEventListener(
					'securitypolicyviolation',
					(event) =>
						(self as any).violated(
							`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
						),
					true,
				),
			);
			if (inject) await page.addInitScript(inject);
			page.on(
				'console',
				(message) => /Content.Security.Policy|Refused to/i.test(message.text()) && violations.push(message.text()),
			);
			await page.context().route(
				(url) => url.origin !== site.origin.url,
				(route) => {
					const url = route.request().url();
					foreign.push(url);
					if (url.includes('jweixin')) return route.fulfill({ contentType: 'text/javascript', body: JWEIXIN });
					if (url.includes('qqapi')) return route.fulfill({ contentType: 'text/javascript', body: QQAPI });
					return route.fulfill({ status: 204 });
				},
			);
		},
	});
	return { ...opened, violations, foreign };
}

async function fine({ page, violations, problems, close }: Awaited<ReturnType<typeof open>>) {
	await page.waitForTimeout(300);
	assert.equal(violations, []);
	assert.equal(problems, []);
	await close();
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).tap();
const deferredIsLoaded = (page: Page) =>
	page.waitForFunction(() => window.livePage?.deferred, undefined, { timeout: 20_000 });

it('should let a moderator watch, read, write, delete and look at the news', async () => {
	const opened = await open('?id=1&userId=7001&token=demo');
	const { page } = opened;
	await playing(page);
	await deferredIsLoaded(page);
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
	await page.waitForFunction(() =>
		[...document.querySelectorAll<HTMLImageElement>('.news img')].slice(0, 2).every((image) => image.naturalWidth > 0),
	);
	await page.locator('.footer .link').tap();
	await page.getByText(/已复制|复制失败/).waitFor();
	// The usage reports are pictures.
	assert.ok(site.origin.requests().some(({ path }) => path === '/track'));
	await fine(opened);
});

for (const [id, what] of [
	[0, 'a cover'],
	[2, 'the end'],
	[3, 'a replay'],
	[5, 'a live at a plain address'],
] as const)
	it(`should show ${what}`, async () => {
		const opened = await open(`?id=${id}`);
		await deferredIsLoaded(opened.page);
		if (id > 2) await playing(opened.page);
		await opened.page.locator('.rich').waitFor();
		await fine(opened);
	});

it('should play by HLS where real time cannot work', async () => {
	const opened = await open('?id=1', {
		inject: () => {
			Object.defineProperty(self, 'RTCPeerConnection', { value: undefined });
		},
	});
	await opened.page.waitForFunction(
		() => /\.m3u8/.test(document.querySelector('video')!.getAttribute('src') || ''),
		undefined,
		{ timeout: 20_000 },
	);
	await fine(opened);
});

for (const name of ['WeChat, Android', 'WeChat, iOS 26'])
	it(`should share in ${name}, whose client calls through hidden frames`, async () => {
		const opened = await open('?id=0&userId=42&token=demo', {
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
		await opened.page.waitForFunction(() => (self as any).calls.includes('updateTimelineShareData'), undefined, {
			timeout: 20_000,
		});
		assert.ok(opened.foreign.includes('https://res.wx.qq.com/open/js/jweixin-1.6.0.js'));
		// A real tap would wait for the frames, which lead nowhere outside the client.
		await opened.page.getByRole('button', { name: '关注' }).dispatchEvent('click');
		await opened.page.getByRole('dialog').waitFor();
		await fine(opened);
	});

it('should load the script from the backup host', async () => {
	const opened = await open('?id=0', { userAgent: userAgentOf('WeChat, Android') });
	await deferredIsLoaded(opened.page);
	await opened.page.evaluate(
		() =>
			new Promise((resolve) =>
				Object.assign(document.head.appendChild(document.createElement('script')), {
					onload: resolve,
					src: 'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js',
				}),
			),
	);
	await fine(opened);
});

it('should share in QQ, whose script calls through a hidden frame', async () => {
	const opened = await open('?id=0', { userAgent: userAgentOf('QQ, Android with X5') });
	await opened.page.waitForFunction(() => (self as any).shareInfo, undefined, { timeout: 20_000 });
	await fine(opened);
});

/** The shapes of a native app's bridge, each injected before the page; they note the methods called. */
const bridges: [name: string, inject: () => void][] = [
	[
		'an iOS message handler',
		() =>
			Object.assign(self, {
				webkit: {
					messageHandlers: {
						LiveApp: {
							postMessage: ({ id, method }: any) => (
								((self as any).called = method),
								setTimeout(() => (self as any).LiveAppCallback(id, { code: 0 }))
							),
						},
					},
				},
			}),
	],
	[
		'an Android interface',
		() =>
			Object.assign(self, {
				LiveApp: {
					follow: (json: string) => (
						((self as any).called = 'follow'),
						setTimeout(() => (self as any).LiveAppCallback(JSON.parse(json).id, '{"code":0}'))
					),
				},
			}),
	],
	...(
		['https://__wvjb_queue_message__', 'wvjbscheme://__WVJB_QUEUE_MESSAGE__', 'yy://__QUEUE_MESSAGE__/'] as const
	).map((address): [string, () => void] => [
		`WebViewJavascriptBridge through ${address}`,
		// A function of the page knows nothing of the test's variables.
		new Function(`
			self.WebViewJavascriptBridge = { callHandler(method, params, answer) {
				const frame = document.createElement('iframe');
				frame.style.display = 'none';
				frame.src = '${address}';
				document.documentElement.appendChild(frame);
				self.called = method;
				setTimeout(answer, 0, '{"code":0}');
			} };`) as () => void,
	]),
	[
		'Flutter',
		() =>
			Object.assign(self, {
				flutter_inappwebview: { callHandler: async (method: string) => (((self as any).called = method), { code: 0 }) },
			}),
	],
	[
		'React Native',
		() =>
			Object.assign(self, {
				ReactNativeWebView: {
					postMessage: (json: string) => (
						((self as any).called = JSON.parse(json).method),
						setTimeout(() => (self as any).LiveAppCallback(JSON.parse(json).id, { code: 0 }))
					),
				},
			}),
	],
];
for (const [name, inject] of bridges)
	it(`should call the native app by ${name}`, async () => {
		const opened = await open('?id=0', {
			userAgent:
				'Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 LiveApp/3.2',
			inject,
		});
		await deferredIsLoaded(opened.page);
		await opened.page.getByRole('button', { name: '关注' }).tap();
		await opened.page.waitForFunction(() => (self as any).called === 'follow');
		await fine(opened);
	});

it('should block inline and foreign scripts, eval, forms, bases, plugins and workers, and have it noticed', async () => {
	const attempts: [directive: string, attempt: () => unknown][] = [
		['script-src-elem', () => (document.body.appendChild(document.createElement('script')).text = 'self.ran = 1')],
		[
			'script-src-elem',
			() =>
				void Object.assign(document.body.appendChild(document.createElement('script')), {
					src: 'https://evil.example/x.js',
				}),
		],
		[
			'script-src-attr',
			() => (
				document.body.appendChild(document.createElement('p')).setAttribute('onclick', 'self.ran = 1'),
				document.body.lastElementChild!.dispatchEvent(new Event('click'))
			),
		],
		// In a task of its own, for the tool's evaluation lets eval through.
		[
			'script-src',
			() =>
				setTimeout(() => {
					try {
						new Function('self.ran = 1')();
					} catch {
						/* blocked */
					}
				}),
		],
		['script-src-elem', () => void (location.href = 'javascript:self.ran = 1')],
		[
			'form-action',
			() =>
				Object.assign(document.body.appendChild(document.createElement('form')), {
					action: 'https://evil.example/',
				}).submit(),
		],
		[
			'base-uri',
			() => Object.assign(document.head.appendChild(document.createElement('base')), { href: 'https://evil.example/' }),
		],
		[
			'object-src',
			() =>
				Object.assign(document.body.appendChild(document.createElement('object')), { data: 'https://evil.example/x' }),
		],
		[
			'worker-src',
			() => {
				try {
					new Worker('https://evil.example/w.js');
				} catch {
					/* another host */
				}
				try {
					new Worker(URL.createObjectURL(new Blob(['1'])));
				} catch {
					/* blocked */
				}
			},
		],
		[
			'style-src-elem',
			() =>
				Object.assign(document.head.appendChild(document.createElement('link')), {
					rel: 'stylesheet',
					href: 'https://evil.example/s.css',
				}),
		],
		['font-src', () => new FontFace('x', 'url(https://evil.example/f.woff2)').load().catch(() => {})],
		[
			'frame-src',
			() => Object.assign(document.body.appendChild(document.createElement('iframe')), { src: 'http://evil.example/' }),
		],
	];
	const { page, violations, foreign, close } = await open('?id=0');
	await deferredIsLoaded(page);
	for (const [directive, attempt] of attempts) {
		violations.length = 0;
		// As a string: playwright's own evaluation is not subject to the policy, what it sets off is.
		await page.evaluate(`void (${attempt})()`);
		const end = Date.now() + 3000;
		while (!violations.some((violation) => violation.startsWith(directive)) && Date.now() < end)
			await page.waitForTimeout(20);
		assert.match(violations.join('\n'), directive, `${attempt} reported ${violations}`);
	}
	assert.is(await page.evaluate('self.ran'), undefined);
	assert.equal(
		foreign.filter((url) => url.includes('evil')),
		[],
	);
	await close();
});

it('should name no host but those of WeChat and QQ for scripts, and allow neither eval nor inline', async () => {
	const { page, close } = await open('?id=0');
	const policy = await page.locator('meta[http-equiv]').getAttribute('content');
	const directives = Object.fromEntries(
		policy!.split(';').map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)]),
	);
	assert.equal(
		directives['script-src']!.filter((source) => !/^'sha256-/.test(source)),
		["'self'", 'https://res.wx.qq.com', 'https://res2.wx.qq.com', 'https://open.mobile.qq.com'],
	);
	assert.equal(
		[directives['default-src'], directives['base-uri'], directives['form-action']],
		[["'none'"], ["'none'"], ["'none'"]],
	);
	// Nothing before it in the document could have loaded anything.
	assert.equal(
		await page.evaluate(() => [...document.head.children].slice(0, 3).map(({ outerHTML }) => outerHTML.slice(0, 44))),
		[
			'<meta charset="utf-8">',
			'<meta name="referrer" content="strict-origin',
			'<meta http-equiv="Content-Security-Policy" c',
		],
	);
	await close();
});

it.run();
