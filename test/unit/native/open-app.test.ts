import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults, type Config } from '../../../src/config.ts';
import type { Bridge } from '../../../src/native/bridge.ts';
import { type AppMethod, createOpenApp } from '../../../src/native/open-app.ts';
import { environment } from '../../../src/visit/environment.ts';
import { setup } from '../../support/dom.ts';
import { userAgentCase } from '../../fixtures/user-agents.ts';

const it = suite('open app');
const TARGET = { liveId: '1&2', organizationId: '9' };
const APP: Config['app'] = {
	...defaults.app,
	scheme: 'liveapp://live',
	universalLink: 'https://open.example.com/live?from=page',
	downloadUrl: 'https://example.com/download',
};

let hidden = false;
it.before.each(() => {
	setup();
	hidden = false;
	Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
	mock.timers.enable({ apis: ['setTimeout', 'Date'] });
});
it.after.each(() => mock.timers.reset());

function opener(
	name: string,
	app: Partial<Config['app']> = {},
	bridge: Partial<Bridge> = {},
	insideApp = false,
	more = {},
) {
	const { userAgent, maxTouchPoints } = userAgentCase(name);
	const opened: string[] = [];
	const open = createOpenApp({
		environment: environment(userAgent, maxTouchPoints),
		app: { ...APP, ...app },
		bridge: { available: () => false, call: async () => undefined, ...bridge },
		insideApp,
		navigate: (url) => void opened.push(url),
	});
	return { open: (method: AppMethod = 'follow') => open(method, { ...TARGET, ...more }), opened };
}

for (const name of [
	'WeChat, Android',
	'WeChat, iOS 26',
	'WeChat, HarmonyOS',
	'WeChat mini-program, Android',
	'WeCom, iOS',
	'QQ, Android with X5',
	'DingTalk, Android',
]) {
	it(`should request the open-in-browser image in ${name}`, async () => {
		const { open, opened } = opener(name);
		assert.is(await open(), 'open-in-browser');
		assert.equal(opened, []);
	});
}

const urls: [string, Partial<Config['app']>, string][] = [
	['Safari, iOS 26', {}, 'https://open.example.com/live?from=page&id=1%262'],
	['Safari, iOS 26', { universalLink: '' }, 'liveapp://live?id=1%262'],
	['QQ Browser, iOS', {}, 'liveapp://live?id=1%262'],
	['QQ Browser, Android', {}, 'liveapp://live?id=1%262'],
	['Chrome, Android', {}, 'liveapp://live?id=1%262'],
	['Chrome, Android', { scheme: '' }, 'https://open.example.com/live?from=page&id=1%262'],
	['Chrome, Android', { scheme: 'javascript:alert(1)//' }, 'https://open.example.com/live?from=page&id=1%262'],
	['WeChat, Mac', {}, 'liveapp://live?id=1%262'],
];
for (const [name, app, url] of urls) {
	it(`should open ${url} in ${name} and resolve when the app has started`, async () => {
		const { open, opened } = opener(name, app);
		const opening = open();
		hidden = true;
		document.dispatchEvent(new Event('visibilitychange'));
		assert.is(await opening, 'launched');
		mock.timers.tick(5000);
		assert.equal(opened, [url]);
	});
}

it('should name the news item that the app is to show', () => {
	const { open, opened } = opener('Chrome, Android', {}, {}, false, { newsid: '7&7' });
	open('openNews');
	assert.equal(opened, ['liveapp://live?id=1%262&newsid=7%267']);
	window.dispatchEvent(new Event('pagehide'));
});

it('should treat leaving the page as a start of the app', async () => {
	const { open, opened } = opener('Safari, iOS 26');
	const opening = open();
	window.dispatchEvent(new Event('pagehide'));
	assert.is(await opening, 'launched');
	assert.is(opened.length, 1);
});

it('should open the download page when the app has not started after 2.5 s', async () => {
	const { open, opened } = opener('Chrome, Android');
	const opening = open();
	document.dispatchEvent(new Event('visibilitychange'));
	mock.timers.tick(2499);
	assert.is(opened.length, 1);
	mock.timers.tick(1);
	assert.is(await opening, 'download');
	assert.equal(opened, ['liveapp://live?id=1%262', 'https://example.com/download']);
});

it('should treat a frozen timer as a start of the app', async () => {
	const { open, opened } = opener('Chrome, Android');
	const opening = open();
	mock.timers.setTime(1001);
	mock.timers.tick(2500);
	assert.is(await opening, 'launched');
	assert.is(opened.length, 1);
});

it('should be unavailable when the app has not started and there is no download page', async () => {
	const { open, opened } = opener('Chrome, Android', { downloadUrl: '' });
	const opening = open();
	mock.timers.tick(2500);
	assert.is(await opening, 'unavailable');
	assert.is(opened.length, 1);
});

it('should open the download page at once when nothing else is configured', async () => {
	const { open, opened } = opener('Chrome, Android', { scheme: '', universalLink: '' });
	assert.is(await open(), 'download');
	assert.equal(opened, ['https://example.com/download']);
});

it('should be unavailable when nothing is configured, or nothing safe', async () => {
	for (const app of [
		{ scheme: '', universalLink: '', downloadUrl: '' },
		{ scheme: 'javascript:alert(1)', universalLink: 'javascript:alert(1)', downloadUrl: 'data:text/html,x' },
		{ scheme: ' JavaScript:alert(1)', universalLink: 'liveapp://live', downloadUrl: 'intent://live' },
	]) {
		const { open, opened } = opener('Chrome, Android', app);
		assert.is(await open(), 'unavailable');
		assert.equal(opened, []);
	}
});

it('should ignore a second click while the first is being handled, and work again afterwards', async () => {
	const { open, opened } = opener('Chrome, Android');
	const first = open();
	assert.is(await open(), undefined);
	assert.is(opened.length, 1);
	mock.timers.tick(2500);
	assert.is(await first, 'download');
	const second = open();
	window.dispatchEvent(new Event('pagehide'));
	assert.is(await second, 'launched');
});

it('should leave neither listener nor timer', async () => {
	const listening = new Set<string>();
	for (const target of [window, document]) {
		const { addEventListener, removeEventListener } = target;
		target.addEventListener = function (this: EventTarget, type: string, ...rest: [any]) {
			listening.add(type);
			addEventListener.call(target, type, ...rest);
		} as typeof addEventListener;
		target.removeEventListener = function (this: EventTarget, type: string, ...rest: [any]) {
			listening.delete(type);
			removeEventListener.call(target, type, ...rest);
		} as typeof removeEventListener;
	}
	const { open, opened } = opener('Chrome, Android');
	const opening = open();
	assert.is(listening.size, 2);
	hidden = true;
	document.dispatchEvent(new Event('visibilitychange'));
	await opening;
	assert.is(listening.size, 0);
	mock.timers.tick(10_000);
	assert.is(opened.length, 1);
});

it("should call the bridge inside the app, even with WeChat's name in the user agent", async () => {
	const calls: unknown[] = [];
	const call = async (...call: unknown[]) => void calls.push(call);
	for (const { open, opened } of [
		opener('a native app, Android', {}, { available: () => true, call }),
		opener('WeChat, Android', {}, { call }, true),
	]) {
		for (const method of ['follow', 'login'] as const) assert.is(await open(method), 'native');
		assert.equal(opened, []);
	}
	assert.equal(
		calls,
		['follow', 'login', 'follow', 'login'].map((method) => [method, TARGET]),
	);
});

it('should not call the bridge outside the app', async () => {
	const { open } = opener('WeChat, Android', {}, { call: () => Promise.reject(new Error('called')) });
	assert.is(await open('login'), 'open-in-browser');
});

it('should be refused when the app refuses', async () => {
	const { open } = opener('a native app, Android', {}, { call: () => Promise.reject(new Error('refused')) }, true);
	assert.is(await open(), 'refused');
});

it.run();
