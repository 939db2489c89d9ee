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

it('should send an object to the iOS message handler', async () => {
	const sent: any[] = [];
	page.webkit = { messageHandlers: { LiveApp: { postMessage: (message: unknown) => void sent.push(message) } } };
	const bridge = createBridge('LiveApp');
	assert.ok(bridge.available());
	const answer = bridge.call('saveImage', { url: 'https://a/b.jpg' });
	await settle();
	assert.is(sent.length, 1);
	assert.is(sent[0].method, 'saveImage');
	assert.equal(sent[0].params, { url: 'https://a/b.jpg' });
	page.LiveAppCallback(sent[0].id, '{"code":0,"data":{"path":"x"}}');
	assert.equal(await answer, { path: 'x' });
});

it('should use the reply of an iOS handler with reply', async () => {
	page.webkit = { messageHandlers: { LiveApp: { postMessage: async () => ({ code: 0, data: 7 }) } } };
	assert.is(await createBridge('LiveApp').call('follow'), 7);
	page.webkit.messageHandlers.LiveApp.postMessage = async () => Promise.reject(new Error('no handler'));
	assert.is((await rejection(createBridge('LiveApp').call('follow'))).message, 'no handler');
});

it('should call the Android method by name, on its object', async () => {
	const sent: string[] = [];
	page.LiveApp = {
		saveImage(json: string) {
			assert.is(this, page.LiveApp);
			sent.push(json);
		},
	};
	const answer = createBridge('LiveApp').call('saveImage', { url: 'u' });
	await settle();
	const { id, method, params } = JSON.parse(sent[0]!);
	assert.equal({ method, params }, { method: 'saveImage', params: { url: 'u' } });
	page.LiveAppCallback(id, { code: '0', data: 'done' });
	assert.is(await answer, 'done');
});

it('should post to an Android object without that method', async () => {
	const sent: string[] = [];
	page.LiveApp = { postMessage: (json: string) => void sent.push(json) };
	const answer = createBridge('LiveApp').call('follow', { organizationId: '9' });
	await settle();
	page.LiveAppCallback(JSON.parse(sent[0]!).id);
	assert.is(await answer, undefined);
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

it('should use React Native and Flutter in the app only', async () => {
	page.ReactNativeWebView = {
		postMessage: (json: string) => page.LiveAppCallback(JSON.parse(json).id, { data: 'native' }),
	};
	assert.not(createBridge('LiveApp').available());
	assert.is(await createBridge('LiveApp', { insideApp: true }).call('follow'), 'native');
	delete page.ReactNativeWebView;
	page.flutter_inappwebview = { callHandler: async (method: string) => ({ data: method }) };
	assert.not(createBridge('LiveApp').available());
	assert.is(await createBridge('LiveApp', { insideApp: true }).call('follow'), 'follow');
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

it('should reject when the app refuses', async () => {
	const answers: [unknown, RegExp][] = [
		[{ code: 1, message: 'permission denied' }, /^permission denied$/],
		['{"code":"2"}', /^refused$/],
		['not json', /JSON/],
	];
	for (const [answer, message] of answers) {
		page.LiveApp = { postMessage: (json: string) => page.LiveAppCallback(JSON.parse(json).id, answer) };
		assert.match((await rejection(createBridge('LiveApp').call('saveImage'))).message, message);
	}
});

it('should reject when the object throws', async () => {
	page.LiveApp = {
		postMessage() {
			throw new Error('Java exception');
		},
	};
	assert.is((await rejection(createBridge('LiveApp').call('saveImage'))).message, 'Java exception');
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
