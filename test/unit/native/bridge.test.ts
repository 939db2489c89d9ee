import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBridge } from '../../../src/native/bridge.ts';
import { setup } from '../../support/dom.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('bridge');
const page = globalThis as any;

it.before.each(() => {
	setup();
	mock.timers.enable({ apis: ['setTimeout'] });
});
it.after.each(() => {
	mock.timers.reset();
	const names = 'webkit LiveApp LiveAppCallback WebViewJavascriptBridge flutter_inappwebview ReactNativeWebView';
	for (const name of names.split(' ')) delete page[name];
});

/** Lets promises settle; the timers stand still. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** What the app is sent, as an object (iOS) or JSON (Android). */
const sent: { id: string; method: string; params: object }[] = [];
const postMessage = (message: unknown) => void sent.push(typeof message === 'string' ? JSON.parse(message) : message);
const saveImage = postMessage;
for (const [what, objects] of [
	['the iOS message handler', { webkit: { messageHandlers: { LiveApp: { postMessage } } } }],
	['the Android method by name', { LiveApp: { saveImage } }],
	['an Android object without that method', { LiveApp: { postMessage } }],
] as const)
	it(`should send a call to ${what}, and take the answer by its id`, async () => {
		sent.length = 0;
		Object.assign(page, objects);
		const bridge = createBridge('LiveApp');
		assert.ok(bridge.available());
		const answer = bridge.call('saveImage', { url: 'u' });
		await settle();
		const [{ id, ...call }] = sent as [(typeof sent)[0]];
		assert.equal([call, sent.length], [{ method: 'saveImage', params: { url: 'u' } }, 1]);
		page.LiveAppCallback(id, '{"code":"0","data":{"path":"x"}}');
		assert.equal(await answer, { path: 'x' });
	});

const withReply = {
	webkit: { messageHandlers: { LiveApp: { postMessage: async () => ({ code: 0, data: 'follow' }) } } },
};
const reactNative = { postMessage: (json: string) => page.LiveAppCallback(JSON.parse(json).id, { data: 'follow' }) };
for (const [what, objects, inAppOnly] of [
	['an iOS handler with reply', withReply, false],
	['React Native', { ReactNativeWebView: reactNative }, true],
	['Flutter', { flutter_inappwebview: { callHandler: async (data: string) => ({ data }) } }, true],
] as const)
	it(`should use the reply of ${what}${inAppOnly ? ', in the app only' : ''}`, async () => {
		Object.assign(page, objects);
		assert.is(createBridge('LiveApp').available(), !inAppOnly);
		assert.is(await createBridge('LiveApp', { insideApp: inAppOnly }).call('follow'), 'follow');
	});

it('should reject with the reason of an iOS handler with reply', async () => {
	page.webkit = { messageHandlers: { LiveApp: { postMessage: () => Promise.reject(new Error('no handler')) } } };
	assert.is((await rejection(createBridge('LiveApp').call('follow'))).message, 'no handler');
});

it('should take an answer without content, and call an Android method on its object', async () => {
	page.LiveApp = {
		follow(json: string) {
			assert.is(this, page.LiveApp);
			page.LiveAppCallback(JSON.parse(json).id);
		},
	};
	assert.is(await createBridge('LiveApp').call('follow'), undefined);
});

it('should use WebViewJavascriptBridge in the app and initialize it once', async () => {
	let started = 0;
	page.WebViewJavascriptBridge = {
		init: () => started++,
		callHandler: (method: string, params: object, done: (answer: unknown) => void) =>
			done(JSON.stringify({ data: [method, params] })),
	};
	assert.not(createBridge('LiveApp').available());
	const bridge = createBridge('LiveApp', { insideApp: true });
	assert.ok(bridge.available());
	assert.equal(await bridge.call('follow', { a: 1 }), ['follow', { a: 1 }]);
	await bridge.call('follow');
	assert.is(started, 1);
});

it('should wait for an object that is injected late', async () => {
	const bridge = createBridge('LiveApp');
	const answer = bridge.call('follow');
	assert.not(bridge.available());
	page.LiveApp = { postMessage: (json: string) => page.LiveAppCallback(JSON.parse(json).id, { data: 1 }) };
	mock.timers.tick(100);
	assert.is(await answer, 1);
	assert.ok(bridge.available());
});

it('should reject when no object is injected within three seconds', async () => {
	const answer = rejection(createBridge('LiveApp').call('follow'));
	for (let look = 0; look < 31; look++) {
		mock.timers.tick(100);
		await settle();
	}
	assert.is((await answer).message, 'no native app');
});

for (const [answer, message] of [
	[{ code: 1, message: 'permission denied' }, /^permission denied$/],
	['{"code":"2"}', /^refused$/],
	[{ code: 'DENIED' }, /^refused$/],
	['not json', /JSON/],
	[new Error('Java exception'), /^Java exception$/],
] as const)
	it(`should reject when the app answers with ${answer} or throws`, async () => {
		page.LiveApp = {
			postMessage(json: string) {
				if (answer instanceof Error) throw answer;
				page.LiveAppCallback(JSON.parse(json).id, answer);
			},
		};
		assert.match((await rejection(createBridge('LiveApp').call('saveImage'))).message, message);
	});

it('should reject after the timeout and ignore late, repeated and unknown answers', async () => {
	const ids: string[] = [];
	page.LiveApp = { postMessage: (json: string) => void ids.push(JSON.parse(json).id) };
	const bridge = createBridge('LiveApp', { timeout: 1000 });
	const late = rejection(bridge.call('saveImage'));
	await settle();
	mock.timers.tick(999);
	await settle();
	const other = bridge.call('saveImage');
	await settle();
	mock.timers.tick(1);
	assert.is((await late).message, 'saveImage: no answer in time');
	page.LiveAppCallback(ids[0], { data: 'late' });
	page.LiveAppCallback('nobody', {});
	page.LiveAppCallback('__proto__', {});
	page.LiveAppCallback(ids[1], { data: 'first' });
	page.LiveAppCallback(ids[1], { code: 1 });
	assert.is(await other, 'first');
});

it.run();
