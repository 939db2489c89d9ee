// time limit: 300 s
/** Token and user id leave the page in the calls that need them and nowhere else, whatever the page was opened in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleMessage, Page, Request } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { USER_AGENTS } from '../fixtures/user-agents.ts';
import { root } from '../support/run-file.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('privacy');

const JWEIXIN = `(function () { var module = { exports: {} };
${readFileSync(join(root, 'node_modules/weixin-js-sdk/index.js'), 'utf8')}
window.wx = window.jWeixin = module.exports; })();`;

const TOKEN = 'SECRETTOKEN+a/b=';
const USER = '880042001';
const QUERY = `userId=${USER}&token=${encodeURIComponent(TOKEN)}`;
/** Either of the two in any spelling that keeps their letters. */
const secret = /SECRETTOKEN|880042001|U0VDUkVUVE9LRU4|ODgwMDQyMDAx/i;

const native =
	'Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 LiveApp/3.2';
const named = (name: string) => USER_AGENTS.find((known) => known.name === name)!.userAgent;
const environments: [name: string, userAgent: string][] = [
	['Chrome', named('Chrome, Android')],
	['WeChat on Android', named('WeChat, Android')],
	['WeChat on iOS', named('WeChat, iOS 26')],
	['QQ', named('QQ, Android with X5')],
	['Safari', USER_AGENTS.find(({ expected }) => expected.app === 'safari' && expected.os === 'ios')!.userAgent],
	['the native app', native],
];

let site: Site;
it.before(async () => {
	site = await openSite({ config: { moderators: [USER], chatPollInterval: 1000 } });
});
it.after(() => site?.close());
it.before.each(() => site.origin.reset());

/** What a call's form may carry them in; everything else of the text is given back. */
function withoutWhatIsAllowed(form: string, path: string, wrong: string[]): string {
	const fields = new URLSearchParams(form);
	const packet = fields.get('packet');
	if (packet !== null) {
		const { token, userId, recData, ...rest } = JSON.parse(packet);
		if (token !== TOKEN || userId !== USER) wrong.push(`${path} was asked as ${token}, ${userId}`);
		fields.delete('packet');
		for (const [name, value] of Object.entries({ ...Object(recData), ...rest })) {
			const allowed =
				(path.endsWith('/save') && name === 'userId') || (path.endsWith('/getWechatShareToken') && name === 'url');
			if (!allowed) fields.append(`packet.${name}`, String(value));
		}
	}
	if (path.endsWith('/getWechatShareToken')) fields.delete('url');
	return [...fields].join('\n');
}

/** What leaks in a request, a sentence each. */
function leaks({
	method,
	url,
	headers,
	body,
}: {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: string;
}): string[] {
	const wrong: string[] = [];
	const { pathname, search, origin, hash } = new URL(url);
	const isCall = origin === site.origin.url && pathname.startsWith('/juvenile/');
	const [query, content] = isCall
		? [search.slice(1), body].map((form) => withoutWhatIsAllowed(form, pathname, wrong))
		: [search, body];
	for (const [what, text] of Object.entries({
		path: pathname + hash,
		query,
		body: content,
		headers: JSON.stringify(headers),
	}))
		if (secret.test(text!) || secret.test(decodeURIComponent(text!.replace(/%(?![0-9a-f]{2})/gi, '%25'))))
			wrong.push(`${what} of ${method} ${url.slice(0, 300)}`);
	// The origin alone, at most: `strict-origin`.
	if (headers['referer'] && headers['referer'] !== `${site.origin.url}/`)
		wrong.push(`referer ${headers['referer']} of ${method} ${pathname}`);
	return wrong;
}

/** Everything a person or a log could read of a console message, also inside the objects it names. */
const spelledOut = async (message: ConsoleMessage) => {
	const inside = await Promise.all(
		message.args().map((argument) =>
			argument
				.evaluate((value: any) => {
					const seen = new Set<unknown>();
					const walk = (thing: any, depth: number): string => {
						if (thing === null || typeof thing !== 'object') return String(thing);
						if (depth > 3 || seen.has(thing)) return '';
						seen.add(thing);
						const names = [
							...Object.getOwnPropertyNames(thing),
							...(thing instanceof Request || thing instanceof Response ? ['url', 'referrer'] : []),
						];
						return names.map((name) => `${name}=${walk(thing[name], depth + 1)}`).join(' ');
					};
					return walk(value, 0);
				})
				.catch(() => ''),
		),
	);
	return [message.text(), ...inside].join('\n');
};

interface OpenPage {
	page: Page;
	requests: Request[];
	/** What the console has said. */
	said: () => Promise<string[]>;
	problems: string[];
	close: () => Promise<void>;
}

async function open(query: string, userAgent: string): Promise<OpenPage> {
	const requests: Request[] = [];
	const said: Promise<string>[] = [];
	const opened = await site.visit(query, {
		userAgent,
		async before(page) {
			page.context().on('request', (request) => requests.push(request));
			page.on('console', (message) => said.push(spelledOut(message)));
			await page.context().route(
				(url) => url.origin !== site.origin.url,
				(route) => {
					const url = route.request().url();
					if (url.includes('jweixin')) return route.fulfill({ contentType: 'text/javascript', body: JWEIXIN });
					if (url.includes('qqapi'))
						return route.fulfill({
							contentType: 'text/javascript',
							body: 'mqq = { data: { setShareInfo: info => told.push(["setShareInfo", info]) } }',
						});
					return route.fulfill({ status: 204 });
				},
			);
			await page.addInitScript(() => {
				const told: unknown[] = [];
				const tell = (...what: unknown[]) => void told.push(JSON.parse(JSON.stringify(what)));
				Object.assign(self, {
					told,
					...(navigator.userAgent.includes('MicroMessenger') && {
						WeixinJSBridge: {
							on() {},
							invoke(call: string, params: object, answer: (result: object) => void) {
								tell(call, params);
								// The first signature is refused, so that both addresses get signed and reported.
								const again = told.filter((what) => (what as string[])[0] === 'preVerifyJSAPI').length > 1;
								const verdict =
									call === 'getNetworkType'
										? 'network_type:wifi'
										: `${call}:${again ? 'ok' : 'fail_invalid signature'}`;
								setTimeout(answer, 10, { err_msg: verdict });
							},
						},
					}),
					...(navigator.userAgent.includes('LiveApp') && {
						LiveApp: {
							postMessage: (json: string) => (
								tell(json),
								setTimeout(() => (self as any).LiveAppCallback(JSON.parse(json).id, { code: 0 }))
							),
						},
					}),
				});
				const { open } = self;
				self.open = (...details) => (tell(details), open.apply(self, details));
				const { sendBeacon } = navigator;
				navigator.sendBeacon = (...details) => (tell(details.map(String)), sendBeacon.apply(navigator, details));
			});
		},
	});
	return { ...opened, requests, said: () => Promise.all(said) };
}

/** Looks everywhere once more, and closes. `entry`: how many of the document's requests held the secrets because a person opened it so. */
async function nothingLeaked({ page, requests, said, problems, close }: OpenPage, entry = 1) {
	const wrong: string[] = [];
	const isEntry = (url: string, method: string) =>
		method === 'GET' && new URL(url).pathname === '/' && secret.test(url);
	const inBrowser = await Promise.all(
		requests.map(async (request) => ({
			method: request.method(),
			url: request.url(),
			headers: await request.allHeaders().catch(() => request.headers()),
			body: request.postData() ?? '',
		})),
	);
	const atOrigin = site.origin.requests().map(({ method, path, query, headers, body }) => ({
		method,
		url: `${site.origin.url}${path}${query && `?${query}`}`,
		headers,
		body,
	}));
	for (const [where, list] of [
		['browser', inBrowser],
		['origin', atOrigin],
	] as const) {
		assert.is(
			list.filter(({ method, url }) => isEntry(url, method)).length,
			entry,
			`documents asked for with the token, seen by the ${where}`,
		);
		for (const request of list)
			if (!isEntry(request.url, request.method)) wrong.push(...leaks(request).map((what) => `${where}: ${what}`));
	}
	assert.ok(atOrigin.some(({ url }) => new URL(url).pathname === '/juvenile/api/live/detail'));

	for (const text of await said()) if (secret.test(text)) wrong.push(`console: ${text.slice(0, 500)}`);
	const places = await page.evaluate(() => ({
		address: location.href,
		title: document.title,
		history: JSON.stringify(history.state),
		cookie: document.cookie,
		// The configuration names the moderators, of whom this visitor is one.
		document: document.documentElement.outerHTML.replace(document.getElementById('config')!.outerHTML, ''),
		'local storage': JSON.stringify({ ...localStorage }),
		'session storage': JSON.stringify(Object.entries(sessionStorage).filter(([name]) => !name.startsWith('visit:'))),
		'names of the window': Object.keys(self).join(' ') + self.name,
		'share data and native calls': JSON.stringify(
			(self as any).told.filter(([name]: [string]) => name !== 'preVerifyJSAPI'),
		),
		'verified signature': JSON.stringify((self as any).told),
	}));
	for (const [name, text] of Object.entries(places))
		if (secret.test(text)) wrong.push(`${name}: ${text.slice(0, 500)}`);
	await close();
	assert.equal(wrong, []);
	assert.equal(problems, []);
}

const member = (page: Page) => page.getByLabel('说点什么');
const deferredIsLoaded = (page: Page) =>
	page.waitForFunction(() => window.livePage?.deferred, undefined, { timeout: 20_000 });

for (const [name, userAgent] of environments)
	it(`should keep them private in ${name}`, async () => {
		const opened = await open(`?id=1&${QUERY}&from=singlemessage#top`, userAgent);
		const { page } = opened;
		await deferredIsLoaded(page);
		assert.is(page.url(), `${site.origin.url}/?id=1&from=singlemessage#top`);
		await page.locator('.rich').waitFor();
		if (/MicroMessenger/.test(userAgent))
			await page.waitForFunction(
				() => (self as any).told.filter(([name]: [string]) => name === 'updateTimelineShareData').length > 1,
				undefined,
				{ timeout: 20_000 },
			);
		if (/ QQ\//.test(userAgent)) await page.waitForFunction(() => (self as any).told.length);

		// Writing and deleting are refused to this token: what the person and the console are told names neither.
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await page.locator('.comments li').first().waitFor();
		await member(page).fill('你好');
		await page.getByRole('button', { name: '发送' }).tap();
		await page.getByText('发送失败').waitFor();
		await page.getByRole('button', { name: '删除' }).first().tap();
		await page.getByRole('button', { name: '确认' }).tap();
		await page.getByText('删除失败').waitFor();
		await page.getByRole('tab', { name: '相关资讯' }).tap();
		await page.locator('.news li').first().waitFor();
		await page.getByRole('button', { name: '关注' }).tap();
		await page.waitForTimeout(500);

		await page.reload();
		await deferredIsLoaded(page);
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await member(page).waitFor();
		await page.waitForTimeout(500);
		await nothingLeaked(opened);
	});

it('should keep them private in every other browser and app there is a user agent of, also where the app is opened', async () => {
	const others = USER_AGENTS.filter(({ userAgent }) => !environments.some(([, known]) => known === userAgent));
	assert.ok(others.length > 30);
	const usual = site;
	site = await openSite({
		config: {
			moderators: [USER],
			app: {
				scheme: 'liveapp://live',
				universalLink: 'https://app.example.com/live',
				downloadUrl: 'https://app.example.com/get',
			},
		},
	});
	try {
		let linksFollowed = 0;
		for (const { userAgent } of others) {
			await site.origin.reset();
			const opened = await open(`?id=0&${QUERY}`, userAgent);
			const { page, requests } = opened;
			await deferredIsLoaded(page);
			await page.getByRole('button', { name: '关注' }).tap();
			await page.waitForTimeout(300);
			linksFollowed += requests.filter((request) => request.url().startsWith('https://app.example.com/')).length;
			await nothingLeaked(opened);
		}
		assert.ok(linksFollowed > 3, `the app's link was followed ${linksFollowed} times`);
	} finally {
		await site.close();
		site = usual;
	}
});

it('should keep them private when the detail call and all others fail', async () => {
	for (const fault of [
		{ status: 500 },
		{ status: 401, body: { message: `token ${TOKEN} of ${USER} is not known` } },
		{ body: '<html>' },
		{ cut: true },
	]) {
		await site.origin.reset();
		site.origin.setFault({ path: '/juvenile/', times: -1, ...fault });
		const opened = await open(`?id=1&${QUERY}`, named('WeChat, Android'));
		const { page } = opened;
		await page.getByRole('button', { name: '重试' }).first().waitFor({ timeout: 20_000 });
		await page.getByRole('button', { name: '重试' }).first().tap();
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await page.getByText('加载失败').first().waitFor({ timeout: 20_000 });
		await member(page).fill('你好');
		await page.getByRole('button', { name: '发送' }).tap();
		await page.getByText('发送失败').waitFor({ timeout: 20_000 });
		await page.waitForTimeout(500);
		await nothingLeaked(opened);
	}
});

for (const [what, query, shown] of [
	['in the hash', `#/?id=1&${QUERY}`, '#/?id=1'],
	['in another order', `?token=${encodeURIComponent(TOKEN)}&id=1&userId=${USER}`, '?id=1'],
	['given twice', `?id=1&${QUERY}&${QUERY}`, '?id=1'],
	['in query and hash', `?id=1&${QUERY}#/?${QUERY}`, '?id=1#/'],
	['empty first', `?id=1&token=&userId=&${QUERY}`, '?id=1'],
] as const)
	it(`should take them out of the address when they are ${what}`, async () => {
		const opened = await open(query, named('WeChat, iOS 26'));
		await deferredIsLoaded(opened.page);
		assert.is(opened.page.url(), `${site.origin.url}/${shown}`);
		await opened.close();
	});

it('should follow a link of the introduction without a referrer', async () => {
	const opened = await open(`?id=1&${QUERY}`, named('Chrome, Android'));
	const { page } = opened;
	await deferredIsLoaded(page);
	const followed = page
		.context()
		.waitForEvent('request', { predicate: (request) => request.url().startsWith('https://www.example.com/') });
	await page.locator('.rich a').tap();
	assert.is((await (await followed).allHeaders())['referer'], undefined);
	await nothingLeaked(opened);
});

it('should know a visitor of another live no longer, nor one of another tab', async () => {
	const opened = await open(`?id=1&${QUERY}`, named('Chrome, Android'));
	const { page } = opened;
	await deferredIsLoaded(page);
	await page.goto(`${site.origin.url}/?id=3`);
	await deferredIsLoaded(page);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByText('打开App参与互动').waitFor();
	const other = await page.context().newPage();
	await other.goto(`${site.origin.url}/?id=1`);
	await other.getByRole('tab', { name: '互动空间' }).tap();
	await other.getByText('打开App参与互动').waitFor();
	await opened.close();
});

it('should notice a leak, so that its silence means something', () => {
	const url = (rest: string) => `${site.origin.url}/${rest}`;
	const packet = encodeURIComponent(JSON.stringify({ token: TOKEN, userId: USER, recData: {}, versionNo: '1' }));
	const fine = {
		method: 'POST',
		url: url('juvenile/api/live/comment/page'),
		headers: { referer: url('') },
		body: `sign=abc&packet=${packet}`,
	};
	assert.equal(leaks(fine), []);
	assert.is(leaks({ ...fine, url: url('track?x=SECRETTOKEN'), body: '' }).length, 1);
	assert.is(
		leaks({
			...fine,
			url: 'https://open.weixin.qq.com/sdk/report?u=http%253A%252F%252Fx%252F%253FuserId%253D880042001',
			body: '',
		}).length,
		1,
	);
	assert.is(leaks({ ...fine, headers: { referer: url('?id=1') } }).length, 1);
	assert.is(leaks({ ...fine, headers: { cookie: USER } }).length, 1);
	assert.is(leaks({ ...fine, body: `${fine.body}&url=${encodeURIComponent(url(`?${QUERY}`))}` }).length, 1);
	assert.is(leaks({ ...fine, url: url(`juvenile/${USER}`) }).length, 1);
	assert.is(leaks({ ...fine, url: url('track'), body: fine.body }).length, 1);
});

it('should set the referrer policy before anything else in the head', async () => {
	const opened = await open('?id=0', named('Chrome, Android'));
	const html = await opened.page.evaluate(() => fetch('./').then((answer) => answer.text()));
	assert.match(
		html,
		/^<!doctype html>\s*<html[^>]*><head><meta charset="utf-8"><meta name="referrer" content="strict-origin">/,
	);
	await opened.close();
});

it.run();
