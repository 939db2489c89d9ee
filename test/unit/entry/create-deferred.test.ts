import { mock } from 'node:test';
import { setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import { setShare } from '../../../src/share/set-share.ts';
import { createDeferred } from '../../../src/entry/create-deferred.ts';
import type { BootHandoff, HeadHandoff } from '../../../src/entry/handoff.ts';
import type { Attempts } from '../../../src/models/follow-description.ts';
import type { Question } from '../../../src/models/notice.ts';
import type { PlayerSource } from '../../../src/player/source.ts';
import type { PlayerState } from '../../../src/player/state.ts';
import { saveImages } from '../../../src/native/save-images.ts';
import type { Shortcuts } from '../../../src/view/shortcuts.ts';
import { readVisit } from '../../../src/visit/visit.ts';
import { createFakeApp, live } from '../../support/fake-app.ts';
import { HLS, setOnline, STREAM } from '../../support/player.ts';
import { userAgentOf } from '../../fixtures/user-agents.ts';

const it = suite('deferred script');
const PHONE = userAgentOf('Chrome, Android');
const IN_QQ = userAgentOf('QQ, Android with X5');

const global = globalThis as any;
global.self = globalThis;
let ends: (() => void)[] = [];
it.after.each(() => {
	for (const end of ends) end();
	ends = [];
	mock.restoreAll();
	mock.timers.reset();
	delete global.LiveApp;
	delete global.mqq;
});

/** The deferred script of a page in this browser, and the page. */
function create({ userAgent = PHONE, href = 'https://live.example.com/?id=1', logUrl = '', hlsFallback = false } = {}) {
	setup({
		userAgent,
		href,
		html: `<!doctype html><head><link rel="icon" href="data:,"></head><body><div id="app"><video></video><div class="panels"><div id="panel-chat"><div class="scroller"><p></p></div></div></div></div></body>`,
	});
	const { app, page, player } = createFakeApp();
	app.stop();
	const config = {
		...defaults,
		rts: { ...defaults.rts, logUrl, hlsFallback },
		app: { ...defaults.app, name: '校园', userAgentToken: 'LiveApp/' },
	};
	const boot = {
		player: Object.assign(player, {
			video: document.querySelector('video')!,
			element: { playing: () => ({ client: null }) },
		}),
		client: null,
		reports: [],
		report: () => {},
	} as unknown as BootHandoff;
	let shortcutsLoaded: (create: () => Shortcuts) => void;
	const shortcuts = new Promise<() => Shortcuts>((resolve) => (shortcutsLoaded = resolve));
	const deferred = createDeferred({ config, visit: readVisit(href), entryUrl: href } as HeadHandoff, boot, {
		loadReports: () => void reportsLoaded++,
		loadShareCards: async () => (options) =>
			setShare(Object.assign({ fetchSignature: () => new Promise<never>(() => {}) }, options)),
		loadInApp: async () => saveImages,
		loadReplayControls: () => new Promise(() => {}),
		loadShortcuts: () => shortcuts,
		loadLivePlayer: async () => {},
	});
	let reportsLoaded = 0;
	const onDemandRequests: Attempts[] = [];
	const start = () => {
		const end = deferred.start(
			page,
			() => new Promise(() => {}),
			async (attempts) => onDemandRequests.push(attempts) as never,
		);
		ends.push(end);
		return end;
	};
	return {
		deferred,
		page,
		player,
		start,
		onDemandRequests,
		reportsLoaded: () => reportsLoaded,
		loadShortcuts: (use: Shortcuts) => shortcutsLoaded(() => use),
	};
}

const settle = async () => {
	for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve));
};

for (const [what, userAgent, object, inside] of [
	['the user agent names the app', `${PHONE} LiveApp/3.2`, undefined, true],
	['there is a bridge', PHONE, { postMessage() {} }, true],
	['there is neither', PHONE, undefined, false],
] as const)
	it(`should find the page ${inside ? 'inside' : 'outside'} the app where ${what}`, () => {
		const { page, start } = create({ userAgent });
		if (object) global.LiveApp = object;
		start();
		assert.is(page.insideApp.value, inside);
	});

it('should save an image of the page that is pressed for long, inside the app', async () => {
	const { start } = create();
	const messages: string[] = [];
	global.LiveApp = { postMessage: (message: string) => messages.push(message) };
	start();
	await settle();
	mock.timers.enable({ apis: ['setTimeout'] });
	const image = document.createElement('img');
	image.src = 'https://cdn.example.com/a.png';
	document.querySelector('.panels')!.append(image);
	image.dispatchEvent(new Event('pointerdown', { bubbles: true }));
	mock.timers.tick(500);
	mock.timers.reset();
	await settle();
	assert.equal(
		messages.map((message) => JSON.parse(message).method),
		['saveImage'],
	);
});

for (const [seconds, ends, inside] of [
	[9, false, true],
	[11, false, false],
	[9, true, false],
] as const)
	it(`should ${inside ? '' : 'not '}find the page inside the app where a bridge comes after ${seconds} s${ends ? ', stopped' : ''}`, async () => {
		const { page, start } = create();
		mock.timers.enable({ apis: ['setTimeout'] });
		const stop = start();
		if (ends) stop();
		// Chained timers count from the end of a tick.
		for (let tenth = 0; tenth < seconds * 10; tenth++) mock.timers.tick(100);
		assert.is(page.insideApp.value, false);
		global.LiveApp = { postMessage() {} };
		mock.timers.tick(100);
		assert.is(page.insideApp.value, inside);
		mock.timers.reset();
		const { style } = document.getElementById('app')!;
		await settle();
		assert.is(style.getPropertyValue('-webkit-touch-callout') === 'none', inside);
	});

it('should put the controls over the video', () => {
	const { page, start } = create();
	assert.is(page.controls.value, null);
	start();
	assert.type(page.controls.value, 'function');
});

it('should limit the clicks on a retry, and forget one that a retry has overtaken', () => {
	const { page, player, start } = create();
	let retries = 0;
	page.actions.retry = () => retries++;
	player.state = { ...player.state, status: 'reconnecting' };
	mock.timers.enable({ apis: ['setTimeout'] });
	let now = 0;
	mock.method(performance, 'now', () => now);
	start();
	for (let click = 0; click < 20; click++) page.actions.retry();
	assert.is(retries, 1);
	mock.timers.tick((now = 1000));
	assert.is(retries, 2);
	page.actions.retry();
	player.state = { ...player.state, status: 'playing' };
	mock.timers.tick((now = 60_000));
	assert.is(retries, 2);
});

it('should set the share card once, when the live is known, and not after its end', async () => {
	const cards: { title: string }[] = [];
	const run = () => {
		const created = create({ userAgent: IN_QQ });
		const { append } = document.head;
		mock.method(document.head, 'append', (script: HTMLScriptElement) => {
			append.call(document.head, script);
			global.mqq = { data: { setShareInfo: (card: { title: string }) => cards.push(card) } };
			setTimeout(() => script.onload!({} as Event));
		});
		return { ...created, end: created.start() };
	};
	const { page } = run();
	await settle();
	assert.equal(cards, []);
	await page.live.load(async () => live({ title: '开学典礼' }));
	await page.live.load(async () => live({ title: '另一个标题' }));
	await settle();
	assert.equal(
		cards.map(({ title }) => title),
		['开学典礼'],
	);

	const ended = run();
	ended.end();
	await ended.page.live.load(async () => live({ title: '结束以后' }));
	await settle();
	assert.is(cards.length, 1);
});

for (const [logUrl, times] of [
	['https://log.example.com/track', 1],
	['', 0],
] as const)
	it(`should ${times ? '' : 'not '}load the reports where ${times ? 'the' : 'no'} deployment wants them`, () => {
		const { start, reportsLoaded } = create({ logUrl });
		assert.is(reportsLoaded(), 0);
		start();
		assert.is(reportsLoaded(), times);
	});

it('should log a failure of playback once for as long as it lasts', () => {
	const messages: string[] = [];
	mock.method(console, 'info', (message: string) => void messages.push(message));
	const { page, start } = create();
	start();
	const set = (state: object) => (page.player.reported.value = { ...page.player.reported.value, ...state });
	set({ failure: 'connection', reason: 10205 });
	set({ failure: 'connection', reason: '', status: 'reconnecting' });
	set({ failure: '' });
	set({ failure: 'unsupported', reason: 10110 });
	assert.equal(messages, ['Playback: 10205', 'Playback: 10110 not support webrtc']);
});

for (const [what, uses, status, expected] of [
	['load the on-demand script once a stream of a WHEP server plays', true, 'playing', [Infinity]],
	['load it where such a stream does not start', true, 'reconnecting', [Infinity]],
	['not load it before such a stream plays', true, 'connecting', []],
	['not load it for another stream', false, 'playing', []],
] as const)
	it(`should ${what}`, () => {
		const { page, player, start, onDemandRequests } = create();
		const element = { playing: () => ({ client: { session: () => uses || undefined } }) };
		Object.assign(player, { element });
		start();
		for (const reported of ['connecting', status, status] as const)
			page.player.reported.value = { ...page.player.reported.value, status: reported };
		assert.equal(
			onDemandRequests.map(({ retry }) => retry),
			expected,
		);
	});

for (const hlsFallback of [true, false])
	it(`should ${hlsFallback ? '' : 'not '}play by HLS what fails where the deployment ${hlsFallback ? 'allows' : 'does not allow'} it`, () => {
		mock.method(console, 'info', () => {});
		const { page, player, start } = create({ hlsFallback });
		const shown: string[] = [];
		Object.assign(player, {
			state: { ...page.player.reported.value, source: live({ originRts: STREAM }) },
			show: ({ originRts }: PlayerSource) => shown.push(originRts),
		});
		setOnline(true);
		start();
		const set = (failure: string) => (page.player.reported.value = { ...player.state, failure } as PlayerState);
		set('');
		assert.equal(shown, []);
		set('unreachable');
		assert.equal(shown, hlsFallback ? [HLS] : []);
	});

for (const [text, copied, toast] of [
	['YG1', true, '已复制'],
	['YG1', false, '复制失败，请手动输入'],
	['https://live.example.com/?id=1', true, '已复制'],
	['https://live.example.com/?id=1', false, ''],
] as const)
	it(`should say ${toast || 'the link'} when copying ${text} ${copied ? 'worked' : 'failed'}`, async () => {
		const { deferred, page } = create();
		const texts: string[] = [];
		const writeText = async (text: string) => {
			texts.push(text);
			if (!copied) throw new Error('not allowed');
		};
		Object.assign(navigator, { clipboard: { writeText } });
		Object.assign(document, { execCommand: () => false });
		Object.assign(HTMLElement.prototype, { select() {} });
		await deferred.copy(text, page.notice);
		assert.equal([texts, page.notice.toast.value], [[text], toast]);
		const dialog = page.notice.dialog.value as Question | null;
		assert.equal(dialog && [dialog.title, dialog.message], toast ? null : ['复制失败，请手动复制链接', text]);
	});

for (const [delay, obeyed] of [
	[1900, ['f', 'x']],
	[2100, ['x']],
] as const)
	it(`should obey ${obeyed.join()} where m, f, and ${delay} ms later the shortcuts, are followed by x`, async () => {
		const { start, loadShortcuts } = create();
		start();
		let now = 0;
		mock.method(performance, 'now', () => now);
		const keys: string[] = [];
		const press = (key: string) =>
			document.onkeydown!({ key, target: document.body, defaultPrevented: false } as unknown as KeyboardEvent);
		press('m');
		press('f');
		now = delay;
		loadShortcuts((event) => void keys.push((event as KeyboardEvent).key));
		await settle();
		press('x');
		await settle();
		assert.equal(keys, obeyed);
	});

it('should say that the app has to be opened where nothing opens it', async () => {
	const { deferred, page } = create();
	await deferred.openApp('follow', { liveId: '1', organizationId: '9' }, page.notice);
	assert.is(page.notice.toast.value, '请打开校园App');
});

it("should share a link with the address's id, without token and user id", async () => {
	const { deferred, page } = create({ href: 'https://live.example.com/?id=1&userId=42&token=secret' });
	const shared: { url: string }[] = [];
	Object.assign(navigator, { share: async (data: { url: string }) => void shared.push(data) });
	await deferred.share(live({ id: '' }), page.notice);
	assert.equal(
		shared.map(({ url }) => url),
		['https://live.example.com/?id=1'],
	);
});

it.run();
