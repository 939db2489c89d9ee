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
it.after.each(() => mock.reset());

interface Setup extends Partial<Bridge> {
	app?: Partial<Config['app']>;
	inside?: boolean;
}

/** Opens the app in a browser, with these settings and this bridge. */
function opener(name: string, { app, inside = false, ...bridge }: Setup = {}) {
	const { userAgent, maxTouchPoints } = userAgentCase(name);
	const opened: string[] = [];
	const open = createOpenApp({
		environment: environment(userAgent, maxTouchPoints),
		app: { ...APP, ...app },
		bridge: { call: async () => undefined, ...bridge },
		isInside: () => inside,
		navigate: (url) => void opened.push(url),
	});
	return { open: (method: AppMethod = 'follow', more = {}) => open(method, { ...TARGET, ...more }), opened };
}

for (const name of ['WeChat, Android', 'WeChat, iOS 26', 'WeCom, iOS', 'QQ, Android with X5', 'DingTalk, Android'])
	it(`should request the open-in-browser image in ${name}`, async () => {
		const { open, opened } = opener(name);
		assert.equal([await open(), opened], ['open-in-browser', []]);
	});

const LINK = 'https://open.example.com/live?from=page&id=1%262';
for (const [name, app, url] of [
	['Safari, iOS 26', {}, LINK],
	['Safari, iOS 26', { universalLink: '' }, 'liveapp://live?id=1%262'],
	['QQ Browser, iOS', {}, 'liveapp://live?id=1%262'],
	['Chrome, Android', {}, 'liveapp://live?id=1%262'],
	['Chrome, Android', { scheme: '' }, LINK],
	['Chrome, Android', { scheme: 'javascript:alert(1)//' }, LINK],
	['WeChat, Mac', {}, 'liveapp://live?id=1%262'],
] as [string, Partial<Config['app']>, string][])
	it(`should open ${url} in ${name} and resolve when the app has started`, async () => {
		const { open, opened } = opener(name, { app });
		const opening = open();
		hidden = true;
		document.dispatchEvent(new Event('visibilitychange'));
		assert.is(await opening, 'launched');
		mock.timers.tick(5000);
		assert.equal(opened, [url]);
	});

it('should name the news item that the app is to show, and treat leaving the page as a start of the app', async () => {
	const { open, opened } = opener('Chrome, Android');
	const opening = open('openNews', { newsid: '7&7' });
	window.dispatchEvent(new Event('pagehide'));
	assert.is(await opening, 'launched');
	assert.equal(opened, ['liveapp://live?id=1%262&newsid=7%267']);
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

const SCRIPT = 'javascript:alert(1)';
const UNSAFE = { scheme: ' JavaScript:alert(1)', universalLink: 'liveapp://live', downloadUrl: 'intent://live' };
for (const [what, app, result, urls] of [
	['only a download page', { scheme: '', universalLink: '' }, 'download', [APP.downloadUrl]],
	['nothing', { scheme: '', universalLink: '', downloadUrl: '' }, 'unavailable', []],
	['only scripts', { scheme: SCRIPT, universalLink: SCRIPT, downloadUrl: 'data:text/html,x' }, 'unavailable', []],
	['nothing safe', UNSAFE, 'unavailable', []],
	['no download page', { downloadUrl: '' }, 'unavailable', ['liveapp://live?id=1%262']],
] as const)
	it(`should be ${result} where the deployment names ${what}`, async () => {
		const { open, opened } = opener('Chrome, Android', { app });
		const opening = open();
		if (urls.length && result === 'unavailable') mock.timers.tick(2500);
		assert.equal([await opening, opened], [result, urls]);
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

it('should leave no listener', async () => {
	const listening = new Set<string>();
	for (const target of [window, document]) {
		mock.method(target, 'addEventListener', (type: string) => listening.add(type));
		mock.method(target, 'removeEventListener', (type: string) => listening.delete(type));
	}
	const opening = opener('Chrome, Android').open();
	assert.is(listening.size, 2);
	mock.timers.tick(2500);
	await opening;
	assert.is(listening.size, 0);
});

it("should call the bridge inside the app, even with WeChat's name in the user agent", async () => {
	const calls: unknown[] = [];
	const call = async (...call: unknown[]) => void calls.push(call);
	for (const { open, opened } of [
		opener('a native app, Android', { call, inside: true }),
		opener('WeChat, Android', { call, inside: true }),
	]) {
		for (const method of ['follow', 'login'] as const) assert.is(await open(method), 'native');
		assert.equal(opened, []);
	}
	const expected = ['follow', 'login', 'follow', 'login'].map((method) => [method, TARGET]);
	assert.equal(calls, expected);
});

it('should be refused when the app refuses', async () => {
	const { open } = opener('a native app, Android', { call: () => Promise.reject(new Error()), inside: true });
	assert.is(await open(), 'refused');
});

it.run();
