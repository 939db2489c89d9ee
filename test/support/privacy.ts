/** A visit with token and user id, recorded wherever they could leave the page. */
import type { ConsoleMessage, Page, Request } from 'playwright-core';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import type { Fault } from '../origin/faults.ts';
import { leaks, QUERY, SECRET, TOKEN, USER } from './leaks.ts';
import { answerShareScript } from './share-scripts.ts';
import { startupDone, type Site } from './site.ts';
import { toastShown } from './toast.ts';

/** Everything of a console message that a person or a log could read, also inside the objects it names. */
const consoleText = async (message: ConsoleMessage) => {
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

interface RecordedPage {
	page: Page;
	requests: Request[];
	messages: () => Promise<string[]>;
	problems: string[];
	close: () => Promise<void>;
}

/** Visits the page in an environment that reports what it is given: bridges, `open`, beacons. */
export async function openRecorded(site: Site, query: string, userAgent: string): Promise<RecordedPage> {
	const requests: Request[] = [];
	const messages: Promise<string>[] = [];
	const opened = await site.visit(query, {
		userAgent,
		async before(page) {
			page.context().on('request', (request) => requests.push(request));
			page.on('console', (message) => messages.push(consoleText(message)));
			await page.context().route(
				(url) => url.origin !== site.origin.url,
				(route) =>
					answerShareScript(route, 'mqq = { data: { setShareInfo: info => reported.push(["setShareInfo", info]) } }'),
			);
			await page.addInitScript(() => {
				const reported: unknown[] = [];
				const report = (...what: unknown[]) => void reported.push(JSON.parse(JSON.stringify(what)));
				Object.assign(self, {
					reported,
					...(navigator.userAgent.includes('MicroMessenger') && {
						WeixinJSBridge: {
							on() {},
							invoke(call: string, params: object, answer: (result: object) => void) {
								report(call, params);
								// The first signature is refused, so that both addresses get signed and reported.
								const again = reported.filter((what) => (what as string[])[0] === 'preVerifyJSAPI').length > 1;
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
								report(json),
								setTimeout(() => (self as any).LiveAppCallback(JSON.parse(json).id, { code: 0 }))
							),
						},
					}),
				});
				const { open } = self;
				self.open = (...details) => (report(details), open.apply(self, details));
				const { sendBeacon } = navigator;
				navigator.sendBeacon = (...details) => (report(details.map(String)), sendBeacon.apply(navigator, details));
			});
		},
	});
	return { ...opened, requests, messages: () => Promise.all(messages) };
}

/** Checks requests, console, document, storage and bridges, and closes the page. */
export async function checkNothingLeaked(
	site: Site,
	{ page, requests, messages, problems, close }: RecordedPage,
): Promise<void> {
	const wrong: string[] = [];
	const isEntry = (url: string, method: string) =>
		method === 'GET' && new URL(url).pathname === '/' && SECRET.test(url);
	const inBrowser = await Promise.all(
		requests.map(async (request) => ({
			method: request.method(),
			url: request.url(),
			headers: await request.allHeaders().catch(() => request.headers()),
			body: request.postData() ?? '',
		})),
	);
	const atOrigin = site.origin
		.requests()
		.map(({ method, path, query, headers, body }) => ({
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
			1,
			`documents requested with the token, seen by the ${where}`,
		);
		for (const request of list)
			if (!isEntry(request.url, request.method))
				wrong.push(...leaks(site.origin.url, request).map((what) => `${where}: ${what}`));
	}
	assert.ok(atOrigin.some(({ url }) => new URL(url).pathname === '/juvenile/api/live/detail'));

	for (const text of await messages()) if (SECRET.test(text)) wrong.push(`console: ${text.slice(0, 500)}`);
	const places = await page.evaluate(() => ({
		address: location.href,
		title: document.title,
		history: JSON.stringify(history.state),
		cookie: document.cookie,
		// The configuration names the moderators, of whom this visitor is one.
		document: document.documentElement.outerHTML.replace(document.getElementById('config')!.outerHTML, ''),
		// A stream is remembered with the user id, which other users' visits remove; other items are named by it.
		'local storage': JSON.stringify({ ...localStorage }).replace(/owner\W+true \d+|"position:\d+/g, ''),
		'session storage': JSON.stringify(
			Object.entries(sessionStorage).filter(([name]) => !name.startsWith('visit:')),
		).replace(/"(place|picked):\d+/g, ''),
		'names of the window': Object.keys(self).join(' ') + self.name,
		'share data and native calls': JSON.stringify(
			(self as any).reported.filter(([name]: [string]) => name !== 'preVerifyJSAPI'),
		),
		'verified signature': JSON.stringify((self as any).reported),
	}));
	for (const [name, text] of Object.entries(places))
		if (SECRET.test(text)) wrong.push(`${name}: ${text.slice(0, 500)}`);
	await close();
	assert.equal(wrong, []);
	assert.equal(problems, []);
}

/** The field that only someone with a token can write in. */
const messageField = (page: Page) => page.getByLabel('说点什么');

/** A visit that uses every tab, writes, deletes, follows, reloads and leaves by a link; then checks that nothing leaked. */
export async function checkWholeVisit(site: Site, userAgent: string): Promise<void> {
	const opened = await openRecorded(site, `?id=1&${QUERY}&from=singlemessage#top`, userAgent);
	const { page } = opened;
	await startupDone(page);
	assert.is(page.url(), `${site.origin.url}/?id=1&from=singlemessage#top`);
	await page.locator('.rich').waitFor();
	if (/MicroMessenger/.test(userAgent))
		await page.waitForFunction(
			() => (self as any).reported.filter(([name]: [string]) => name === 'updateTimelineShareData').length > 1,
		);
	if (/ QQ\//.test(userAgent)) await page.waitForFunction(() => (self as any).reported.length);

	// Writing and deleting are refused to this token: what page and console say of it names neither.
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.locator('.comments li').first().waitFor();
	await messageField(page).fill('你好');
	await page.getByRole('button', { name: '发送' }).tap();
	await toastShown(page, '请先登录');
	await page.getByRole('button', { name: '删除' }).first().tap();
	await page.getByRole('button', { name: '确认' }).tap();
	await toastShown(page, '请先登录');
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await page.locator('.news li').first().waitFor();
	// Without a tap: over a video that plays the button fades away.
	await page.getByRole('button', { name: '关注' }).dispatchEvent('click');
	await page.waitForTimeout(500);

	await page.reload();
	await startupDone(page);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await messageField(page).waitFor();
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	const followed = page
		.context()
		.waitForEvent('request', { predicate: (request) => request.url().startsWith('https://www.example.com/') });
	await page.locator('.rich a').tap();
	assert.is((await (await followed).allHeaders())['referer'], undefined);
	await page.waitForTimeout(500);
	await checkNothingLeaked(site, opened);
}

/** Ways in which every call fails, by name. */
export const FAULTS: Record<string, Omit<Fault, 'path'>> = {
	broken: { status: 500 },
	refused: { status: 401, body: { message: `token ${TOKEN} of ${USER} is not known` } },
	'another page': { body: '<html>' },
	cut: { cut: true },
};

/** A visit on which every call fails, to retry; then checks that nothing leaked. */
export async function checkFailingVisit(site: Site, fault: Omit<Fault, 'path'>): Promise<void> {
	site.origin.setFault({ path: '/juvenile/', times: -1, ...fault });
	const opened = await openRecorded(site, `?id=1&${QUERY}`, userAgentOf('WeChat, Android'));
	const { page } = opened;
	// Nobody is offered to repeat what was refused.
	if (fault.status === 401) await page.getByText('暂无观看权限').first().waitFor();
	else {
		await page.getByRole('button', { name: '重试' }).first().waitFor();
		await page.getByRole('button', { name: '重试' }).first().tap();
	}
	await page.getByRole('tab', { name: '互动空间' }).tap();
	// Nobody is invited to write either.
	const text = fault.status === 401 ? '暂无内容' : '恢复后自动显示';
	await page.getByRole('tabpanel').getByText(text).waitFor();
	assert.is(await messageField(page).count(), 0);
	await page.waitForTimeout(500);
	await checkNothingLeaked(site, opened);
}
