import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults, type Config } from '../../../src/config.ts';
import type { Bridge } from '../../../src/native/bridge.ts';
import { createOpenApp } from '../../../src/native/open-app.ts';
import { environment } from '../../../src/visit/environment.ts';
import { setup } from '../../support/dom.ts';
import { USER_AGENTS } from '../../fixtures/user-agents.ts';

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

function opener(name: string, app: Partial<Config['app']> = {}, bridge: Partial<Bridge> = {}, insideApp = false) {
	const { userAgent, maxTouchPoints } = USER_AGENTS.find((known) => known.name === name)!;
	const went: string[] = [];
	const open = createOpenApp({
		environment: environment(userAgent, maxTouchPoints),
		app: { ...APP, ...app },
		bridge: { available: () => false, call: async () => undefined, ...bridge },
		insideApp,
		navigate: (address) => void went.push(address),
	});
	return { open: () => open(TARGET), went };
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
	it(`should ask for the overlay in ${name}`, async () => {
		const { open, went } = opener(name);
		assert.is(await open(), 'overlay');
		assert.equal(went, []);
	});
}

const addresses: [string, Partial<Config['app']>, string][] = [
	['Safari, iOS 26', {}, 'https://open.example.com/live?from=page&id=1%262'],
	['Safari, iOS 26', { universalLink: '' }, 'liveapp://live?id=1%262'],
	['QQ Browser, iOS', {}, 'liveapp://live?id=1%262'],
	['QQ Browser, Android', {}, 'liveapp://live?id=1%262'],
	['Chrome, Android', {}, 'liveapp://live?id=1%262'],
	['Chrome, Android', { scheme: '' }, 'https://open.example.com/live?from=page&id=1%262'],
	['Chrome, Android', { scheme: 'javascript:alert(1)//' }, 'https://open.example.com/live?from=page&id=1%262'],
	['WeChat, Mac', {}, 'liveapp://live?id=1%262'],
];
for (const [name, app, address] of addresses) {
	it(`should go to ${address} in ${name}, and tell when the app came up`, async () => {
		const { open, went } = opener(name, app);
		const opening = open();
		hidden = true;
		document.dispatchEvent(new Event('visibilitychange'));
		assert.is(await opening, 'launched');
		mock.timers.tick(5000);
		assert.equal(went, [address]);
	});
}

it('should take leaving the page for success', async () => {
	const { open, went } = opener('Safari, iOS 26');
	const opening = open();
	window.dispatchEvent(new Event('pagehide'));
	assert.is(await opening, 'launched');
	assert.is(went.length, 1);
});

it('should go to the download page when nothing came up in 2.5 s', async () => {
	const { open, went } = opener('Chrome, Android');
	const opening = open();
	document.dispatchEvent(new Event('visibilitychange'));
	mock.timers.tick(2499);
	assert.is(went.length, 1);
	mock.timers.tick(1);
	assert.is(await opening, 'download');
	assert.equal(went, ['liveapp://live?id=1%262', 'https://example.com/download']);
});

it('should take a timer that was frozen for success', async () => {
	const { open, went } = opener('Chrome, Android');
	const opening = open();
	mock.timers.setTime(1001);
	mock.timers.tick(2500);
	assert.is(await opening, 'launched');
	assert.is(went.length, 1);
});

it('should say when the app did not come up and there is no download page', async () => {
	const { open, went } = opener('Chrome, Android', { downloadUrl: '' });
	const opening = open();
	mock.timers.tick(2500);
	assert.is(await opening, 'unavailable');
	assert.is(went.length, 1);
});

it('should go to the download page at once when it is all there is', async () => {
	const { open, went } = opener('Chrome, Android', { scheme: '', universalLink: '' });
	assert.is(await open(), 'download');
	assert.equal(went, ['https://example.com/download']);
});

it('should say when nothing is configured, or nothing safe', async () => {
	for (const app of [
		{ scheme: '', universalLink: '', downloadUrl: '' },
		{ scheme: 'javascript:alert(1)', universalLink: 'javascript:alert(1)', downloadUrl: 'data:text/html,x' },
		{ scheme: ' JavaScript:alert(1)', universalLink: 'liveapp://live', downloadUrl: 'intent://live' },
	]) {
		const { open, went } = opener('Chrome, Android', app);
		assert.is(await open(), 'unavailable');
		assert.equal(went, []);
	}
});

it('should do nothing at a second press while one is running, and work again after it', async () => {
	const { open, went } = opener('Chrome, Android');
	const first = open();
	assert.is(await open(), undefined);
	assert.is(went.length, 1);
	mock.timers.tick(2500);
	assert.is(await first, 'download');
	const second = open();
	window.dispatchEvent(new Event('pagehide'));
	assert.is(await second, 'launched');
});

it('should leave no listener and no timer', async () => {
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
	const { open, went } = opener('Chrome, Android');
	const opening = open();
	assert.is(listening.size, 2);
	hidden = true;
	document.dispatchEvent(new Event('visibilitychange'));
	await opening;
	assert.is(listening.size, 0);
	mock.timers.tick(10_000);
	assert.is(went.length, 1);
});

it('should call the bridge inside the app, also when it looks like WeChat', async () => {
	const calls: unknown[] = [];
	const call = async (...call: unknown[]) => void calls.push(call);
	for (const { open, went } of [
		opener('a native app, Android', {}, { available: () => true, call }),
		opener('WeChat, Android', {}, { call }, true),
	]) {
		assert.is(await open(), 'native');
		assert.equal(went, []);
	}
	assert.equal(calls[1], ['follow', { organizationId: '9', liveId: '1&2' }]);
});

it('should say when the app refuses', async () => {
	const { open } = opener('a native app, Android', {}, { call: () => Promise.reject(new Error('refused')) }, true);
	assert.is(await open(), 'unavailable');
});

it.run();
