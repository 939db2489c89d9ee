import { mock } from 'node:test';
import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import type { Page } from '../../../src/models/page.ts';
import { createFakeApp, live } from '../../support/fake-app.ts';

const it = suite('app');

type FakeApp = ReturnType<typeof createFakeApp>;
let apps: FakeApp[] = [];

it.before.each(() => {
	setup();
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(console, 'warn', () => {});
	mock.method(console, 'info', () => {});
	mock.method(Math, 'random', () => 0.5);
});
it.after.each(() => {
	for (const { app } of apps.splice(0)) app.stop();
	mock.timers.reset();
	mock.restoreAll();
});

/** Lets promises settle, and tasks that are due run. */
async function flush() {
	for (let turn = 0; turn < 5; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
		mock.timers.tick(0);
	}
}

/** Moves the clock on. */
async function pass(milliseconds: number) {
	mock.timers.tick(milliseconds);
	await flush();
}

function create(options: Parameters<typeof createFakeApp>[0] = {}): FakeApp {
	const fake = createFakeApp(options);
	apps.push(fake);
	return fake;
}

/** An app that has started with this live. */
async function started(fields: Parameters<typeof live>[0] = {}, options: Parameters<typeof createFakeApp>[0] = {}) {
	const fake = create(options);
	fake.first.resolve(live(fields));
	fake.app.start();
	await flush();
	return fake;
}

/** As {@link started}; startup is over and the player plays. */
async function playing(fields: Parameters<typeof live>[0] = {}, options: Parameters<typeof createFakeApp>[0] = {}) {
	const fake = await started(fields, options);
	setStatus(fake, 'playing');
	fake.startup.resolve();
	await flush();
	return fake;
}

function setStatus({ page }: FakeApp, status: 'connecting' | 'playing' | 'cover' | 'reconnecting') {
	page.player.state.value = { ...page.player.state.value, status };
}

// The first answer.

it("should take over the answer to the head script's request without a request of its own", async () => {
	const { page, calls } = await started({ title: '开学典礼' });
	assert.is(page.live.state.value.data!.title, '开学典礼');
	assert.is(calls('fetchLive').length, 0);
});

it('should show the live where nothing is shown yet', async () => {
	const { calls } = await started({ status: 3 });
	assert.equal(calls('show'), [['show', 3, 0]]);
});

it('should leave a player alone that boot has started', async () => {
	const fake = create();
	fake.player.state = { ...fake.player.state, status: 'connecting' };
	fake.first.resolve(live());
	fake.app.start();
	await flush();
	assert.is(fake.calls('show').length, 0);
});

it("should show the player's state, also while the page's own call takes long", async () => {
	const fake = create();
	fake.player.state = { ...fake.player.state, status: 'connecting' };
	fake.player.onChange(fake.player.state);
	fake.app.start();
	await flush();
	assert.is(fake.page.player.status.value, 'connecting');
	assert.ok(fake.page.live.state.value.loading);
	fake.first.resolve(live());
	await flush();
	assert.is(fake.page.player.status.value, 'connecting');
	fake.player.onChange({ ...fake.player.state, status: 'playing' });
	assert.is(fake.page.player.status.value, 'playing');
});

it('should request the live again when the first request failed', async () => {
	const fake = create();
	fake.setLive(async () => live({ title: '第二次' }));
	fake.first.reject(new TypeError('network'));
	fake.app.start();
	await flush();
	assert.is(fake.page.live.state.value.data!.title, '第二次');
	assert.equal(fake.calls('show'), [['show', 1, 0]]);
});

for (const [status, again] of [
	[0, true],
	[399, true],
	[400, false],
	[404, false],
	[499, false],
	[500, true],
] as const)
	it(`should ${again ? '' : 'not '}request the live again after status ${status}`, async () => {
		const fake = create();
		fake.first.reject(Object.assign(new Error('refused'), { status }));
		fake.app.start();
		await flush();
		assert.is(fake.calls('fetchLive').length, again ? 1 : 0);
		assert.is(!fake.page.live.state.value.data, !again);
	});

it('should go on requesting the live of a first load that failed, less and less often', async () => {
	const fake = create();
	fake.setLive(() => Promise.reject(new TypeError('network')));
	fake.first.reject(new TypeError('network'));
	fake.app.start();
	await flush();
	const times: number[] = [];
	for (let second = 1; second <= 120; second++) {
		const before = fake.calls('fetchLive').length;
		await pass(1000);
		if (fake.calls('fetchLive').length > before) times.push(second);
	}
	assert.equal(times, [1, 3, 7, 15, 31, 61, 91]);
	fake.setLive(async () => live({ title: '恢复' }));
	await pass(30_000);
	assert.is(fake.page.live.state.value.data!.title, '恢复');
	assert.equal(fake.calls('show'), [['show', 1, 0]]);
	const requests = fake.calls('fetchLive').length;
	await pass(30_000);
	assert.is(fake.calls('fetchLive').length, requests, 'it is known');
});

it('should request the live of a first load again when the browser is online', async () => {
	const fake = create();
	fake.setLive(() => Promise.reject(new TypeError('network')));
	fake.first.reject(new TypeError('network'));
	fake.app.start();
	for (let second = 0; second < 40; second++) await pass(1000);
	fake.setLive(async () => live({ title: '恢复' }));
	dispatchEvent(new Event('online'));
	await pass(1000);
	assert.is(fake.page.live.state.value.data!.title, '恢复');
});

for (const status of [401, 403, 404])
	it(`should request the live once when the server answers ${status}, until somebody asks`, async () => {
		const fake = create();
		const refused = Object.assign(new Error('refused'), { status });
		fake.setLive(() => Promise.reject(refused));
		fake.first.reject(refused);
		fake.app.start();
		for (let second = 0; second < 60; second++) await pass(1000);
		dispatchEvent(new Event('online'));
		await pass(5000);
		assert.is(fake.calls('fetchLive').length, 0);
		fake.page.actions.retry();
		await pass(60_000);
		assert.is(fake.calls('fetchLive').length, 1);
	});

it('should not request the live before the time that the server demands', async () => {
	const fake = create();
	fake.first.reject(Object.assign(new Error('busy'), { status: 503, retryAfter: 20_000 }));
	fake.app.start();
	await pass(19_999);
	assert.is(fake.calls('fetchLive').length, 0);
	await pass(1000);
	assert.is(fake.calls('fetchLive').length, 1);
});

it('should not request a live without an id', async () => {
	const fake = create({ id: '' });
	fake.first.reject(new Error('no id'));
	fake.app.start();
	await flush();
	assert.is(fake.calls('fetchLive').length, 0);
	assert.is(`${fake.page.live.state.value.error}`, 'Error: no id');
});

it('should look the browser up before it plays where only listed ones may', async () => {
	const config = { ...defaults, rts: { ...defaults.rts, tryUnlisted: false } };
	const { calls, deferredRequests, deferred } = await started({}, { config });
	assert.is(calls('show').length, 0);
	assert.equal(
		deferredRequests.map(({ retry }) => retry),
		[0],
	);
	deferredRequests[0]!.resolve({ ...deferred, checkSupport: () => ({ errorCode: 10112, message: 'too low' }) });
	await flush();
	assert.equal(calls('show'), [['show', 1, 10112]]);
});

it('should set the title of the live, and leave the document’s for a live without one', async () => {
	assert.equal((await started({ title: '开学典礼' })).calls('setTitle'), [['setTitle', '开学典礼']]);
	assert.equal((await started({ title: '' })).calls('setTitle'), []);
});

// The visit.

for (const [token, userId, member] of [
	['t', '42', true],
	['t', '', false],
	['', '42', false],
	['', '', false],
] as const)
	it(`should take token "${token}" and user id "${userId}" for ${member ? 'a member' : 'an anonymous viewer'}`, async () => {
		const fake = create({ token, userId });
		assert.is(fake.page.member.value, false, 'not before hydration');
		fake.app.start();
		assert.is(fake.page.member.value, member);
	});

for (const [token, userId, moderator] of [
	['t', '7001', true],
	['', '7001', false],
	['t', '42', false],
] as const)
	it(`should ${moderator ? '' : 'not '}let user ${userId} with token "${token}" delete comments`, () =>
		assert.is(create({ token, userId }).page.moderator, moderator));

for (const [token, promoted, footer] of [
	['t', false, true],
	['t', true, false],
	['', false, false],
] as const)
	it(`should ${footer ? '' : 'not '}show the footer with token "${token}" ${promoted ? 'under' : 'without'} the promotion header`, () =>
		assert.is(create({ token, promoted }).page.footer, footer));

// Calls that need a field of the live.

it('should fetch the news of the live’s organization', async () => {
	const { page, calls } = await started({ organizationId: '9' });
	page.show(2);
	await flush();
	assert.equal(calls('fetchNews'), [['fetchNews', '9']]);
});

it('should hold the news back until the live is known', async () => {
	const { app, page, calls, first } = create();
	app.start();
	page.show(2);
	await flush();
	assert.is(calls('fetchNews').length, 0);
	first.resolve(live());
	await flush();
	assert.is(calls('fetchNews').length, 1);
});

it('should show the live’s error in the news when the live cannot be fetched', async () => {
	const { app, page, calls, first } = create();
	const error = Object.assign(new Error('not found'), { status: 404 });
	first.reject(error);
	app.start();
	page.show(2);
	await flush();
	assert.is(calls('fetchNews').length, 0);
	assert.is(page.news.state.value.error, error);
});

it('should send a message to the live’s stream, and fetch the total of it', async () => {
	const { page, calls } = await started({ oss: 'live/9.mp4' });
	await page.chat.send('加油');
	await flush();
	assert.equal(calls('saveChat'), [['saveChat', '加油', 'live/9.mp4']]);
	assert.equal(calls('fetchChatTotal'), [['fetchChatTotal', 'live/9.mp4']]);
	assert.is(page.chat.total.value, 7);
});

it('should delete a comment', async () => {
	const { page, calls } = await started();
	await page.chat.remove('8');
	assert.equal(calls('deleteComment'), [['deleteComment', '8']]);
});

// Refresh and retry.

it('should give the player the live anew when it refreshes', async () => {
	const { page, player, setLive } = await started();
	setLive(async () => live({ status: 2 }));
	assert.is((await player.refresh()).status, 2);
	assert.is(page.live.state.value.data!.status, 2);
});

it('should reject a refresh that fails, and keep the live', async () => {
	const { page, player, setLive } = await started({ title: '旧' });
	setLive(() => Promise.reject(new Error('offline')));
	let message = '';
	await player.refresh().catch((error) => (message = `${error}`));
	assert.is(message, 'Error: offline');
	assert.is(page.live.state.value.data!.title, '旧');
});

it('should let the player retry when the live is known', async () => {
	const { page, calls } = await started();
	page.actions.retry();
	await flush();
	assert.equal([calls('retry').length, calls('fetchLive').length], [1, 0]);
});

it('should fetch the live at a retry when it is not known, and show it', async () => {
	const { app, page, calls, first } = create();
	first.reject(Object.assign(new Error('not found'), { status: 404 }));
	app.start();
	await flush();
	page.actions.retry();
	await flush();
	assert.equal([calls('retry').length, calls('fetchLive').length], [0, 1]);
	assert.is(calls('show').length, 1);
});

it('should show nothing at a retry that fails as well', async () => {
	const { app, page, calls, first, setLive } = create();
	first.reject(Object.assign(new Error('not found'), { status: 404 }));
	setLive(() => Promise.reject(new Error('offline')));
	app.start();
	await flush();
	page.actions.retry();
	await flush();
	assert.is(calls('show').length, 0);
});

it('should pass on the other clicks', async () => {
	const { page, calls } = await started();
	page.actions.unmute();
	page.actions.fullscreen();
	assert.equal([calls('unmute').length, calls('fullscreen').length], [1, 1]);
});

// Clicks that need the deferred script.

for (const [act, call] of [
	[(page) => page.actions.openApp(), ['openApp', 'follow', { liveId: '1', organizationId: '9' }]],
	[(page) => page.actions.login(), ['openApp', 'login', { liveId: '1', organizationId: '9' }]],
	[(page) => page.actions.copy('YG1'), ['copy', 'YG1']],
] as [act: (page: Page) => void, call: unknown[]][])
	it(`should request ${call} of the deferred script, with what shows the result`, async () => {
		const { page, calls, deferredRequests, deferred } = await started({ organizationId: '9' });
		act(page);
		assert.is(deferredRequests.at(-1)!.retry, 0);
		deferredRequests.at(-1)!.resolve(deferred);
		await flush();
		assert.equal(calls(call[0] as string), [[...call, page.notice]]);
	});

it('should share the live', async () => {
	const { page, calls, deferredRequests, deferred } = await started({ organizationId: '9' });
	page.actions.share();
	deferredRequests.at(-1)!.resolve(deferred);
	await flush();
	assert.equal(calls('share'), [['share', page.live.state.value.data, page.notice]]);
});

it('should copy the address of the page', async () => {
	const { page, deferredRequests, deferred, calls } = await started();
	page.actions.copyAddress();
	deferredRequests.at(-1)!.resolve(deferred);
	await flush();
	assert.equal(calls('copy'), [['copy', 'https://live.example.com/?id=1', page.notice]]);
});

it('should say so when the script for a click does not load, and request it again at the next click', async () => {
	const { page, deferredRequests, deferred, calls } = await started();
	page.actions.openApp();
	deferredRequests.at(-1)!.reject(new Error('not loaded'));
	await flush();
	assert.is(page.notice.toast.value, '网络不给力，请检查网络后重试');
	page.actions.openApp();
	deferredRequests.at(-1)!.resolve(deferred);
	await flush();
	assert.equal([deferredRequests.length, calls('openApp').length], [2, 1]);
});

// After startup.

it('should load the deferred script after startup, however often it takes, and not before', async () => {
	const fake = await started();
	assert.is(fake.deferredRequests.length, 0);
	fake.startup.resolve();
	await flush();
	assert.equal(
		fake.deferredRequests.map(({ retry }) => retry),
		[Infinity],
	);
});

it('should start what the deferred script offers once it is there, and end it', async () => {
	const { app, calls, deferredRequests, deferred, page } = await playing();
	assert.is(calls('start').length, 0);
	deferredRequests[0]!.resolve(deferred);
	await flush();
	assert.is(calls('start').length, 1);
	assert.is(calls('start')[0]![1], page);
	app.stop();
	assert.is(calls('end').length, 1);
});

it('should fetch the chat a second after startup', async () => {
	const { calls } = await playing();
	await pass(999);
	assert.is(calls('fetchComments').length, 0);
	await pass(1);
	assert.equal(calls('fetchComments'), [['fetchComments', 1, 20]]);
});

it('should not fetch the chat in advance that is in view', async () => {
	const comments = Array.from({ length: 20 }, (_, index) => ({ id: `${index}`, nickname: '', content: '好' }));
	const { page, calls } = await playing({}, { comments });
	page.show(1);
	await flush();
	await pass(1000);
	assert.is(calls('fetchComments').length, 1);
});

it('should not fetch the chat in advance where data is saved', async () => {
	const { calls } = await playing({}, { saveData: true });
	await pass(5000);
	assert.is(calls('fetchComments').length, 0);
});

// The description.

const HTML = '<p>今日<b>安排</b></p>';

it('should show the description as rich text', async () => {
	const { page, richTextRequests } = await playing({ description: HTML });
	assert.is(page.description.value, null, 'the skeleton');
	for (const { resolve } of richTextRequests) resolve((html) => `safe ${html}`);
	await flush();
	assert.equal(page.description.value, { html: `safe ${HTML}` });
});

it('should not request rich text before startup is over', async () => {
	const fake = await started({ description: HTML });
	setStatus(fake, 'playing');
	await flush();
	assert.is(fake.richTextRequests.length, 0);
	fake.startup.resolve();
	await flush();
	assert.ok(fake.richTextRequests.length > 0);
});

it('should not request rich text before the first frame, even when startup has taken too long', async () => {
	const fake = await started({ description: HTML });
	setStatus(fake, 'connecting');
	fake.startup.resolve();
	await flush();
	assert.is(fake.richTextRequests.length, 0);
	setStatus(fake, 'reconnecting');
	await flush();
	assert.ok(fake.richTextRequests.length > 0, 'no frame is coming for now');
});

it('should not request rich text before the player shows anything', async () => {
	const fake = await started({ description: HTML });
	fake.startup.resolve();
	await flush();
	assert.is(fake.richTextRequests.length, 0);
});

it('should request rich text at once where a cover is shown', async () => {
	const fake = await started({ description: HTML, status: 0 });
	setStatus(fake, 'cover');
	fake.startup.resolve();
	await flush();
	assert.ok(fake.richTextRequests.length > 0);
});

it('should request rich text once', async () => {
	const { player, setLive, richTextRequests } = await playing({ description: HTML });
	const { length } = richTextRequests;
	setLive(async () => live({ description: '<p>改</p>' }));
	await player.refresh();
	await flush();
	assert.is(richTextRequests.length, length);
});

it('should request no rich text for an empty description', async () => {
	const { page, richTextRequests } = await playing({ description: '<p> </p>' });
	assert.equal(page.description.value, { lines: [] });
	assert.is(richTextRequests.length, 0);
});

it('should show plain text when rich text does not load, and rich text when it loads later', async () => {
	const { page, richTextRequests } = await playing({ description: HTML });
	const [few, endless] = richTextRequests;
	assert.equal([few!.retry, endless!.retry], [2, Infinity]);
	few!.reject(new Error('not loaded'));
	await flush();
	assert.equal(page.description.value, { lines: ['今日', '安排'] });
	endless!.resolve((html) => html);
	await flush();
	assert.equal(page.description.value, { html: HTML });
});

it('should show a description that changes', async () => {
	const { page, player, setLive, richTextRequests } = await playing({ description: HTML });
	for (const { resolve } of richTextRequests) resolve((html) => html);
	await flush();
	setLive(async () => live({ description: '<p>改</p>' }));
	await player.refresh();
	await flush();
	assert.equal(page.description.value, { html: '<p>改</p>' });
});

it('should not sanitize again when a refresh brings the same description', async () => {
	const { page, player, setLive, richTextRequests } = await playing({ description: HTML });
	for (const { resolve } of richTextRequests) resolve((html) => html);
	await flush();
	const before = page.description.value;
	setLive(async () => live({ description: HTML }));
	await player.refresh();
	await flush();
	assert.is(page.description.value, before);
});

it('should sanitize a text once, whatever the player does', async () => {
	const fake = await playing({ description: HTML });
	const sanitized: string[] = [];
	for (const { resolve } of fake.richTextRequests)
		resolve((html) => {
			sanitized.push(html);
			return html;
		});
	await flush();
	for (const status of ['connecting', 'playing', 'reconnecting', 'playing'] as const) {
		setStatus(fake, status);
		await flush();
	}
	assert.equal(sanitized, [HTML]);
});

it('should show plain text where rich text costs too much', async () => {
	const fake = await playing({ description: HTML });
	for (const { resolve } of fake.richTextRequests) resolve(() => null);
	await flush();
	assert.equal(fake.page.description.value, { lines: ['今日', '安排'] });
});

it('should keep the skeleton while the live is not known', async () => {
	const { app, page, startup } = create();
	app.start();
	startup.resolve();
	await flush();
	assert.is(page.description.value, null);
});

// Polling.

it('should poll for comments while the chat is shown', async () => {
	const { page, calls } = await started();
	page.show(1);
	await flush();
	const { length } = calls('fetchComments');
	await pass(10_000);
	assert.is(calls('fetchComments').length, length + 1);
	page.show(0);
	await pass(60_000);
	assert.is(calls('fetchComments').length, length + 1);
});

it('should not poll for comments while the live is not known', async () => {
	const { app, page, calls } = create();
	app.start();
	page.show(1);
	await flush();
	const { length } = calls('fetchComments');
	await pass(60_000);
	assert.is(calls('fetchComments').length, length);
});

it('should do nothing more after it has stopped', async () => {
	const { app, page, calls } = await started({ status: 0 });
	page.show(1);
	await flush();
	app.stop();
	const { length } = calls('fetchComments');
	await pass(60_000);
	assert.equal([calls('fetchLive').length, calls('fetchComments').length], [0, length]);
});

it.run();
