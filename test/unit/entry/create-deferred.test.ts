import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

import type { PlayerEvent } from '../../../src/player/core/state.ts';

import { setOnline } from '../../support/player.ts';
import { create, settle, withDeferred } from '../../support/running-deferred.ts';

const it = suite('deferred script');

withDeferred(it);

it('should tell the player of a network that is back, not of each flap, and nothing once stopped', () => {
	const { player, start } = create();
	const events: PlayerEvent[] = [];
	Object.assign(player, { dispatch: (event: PlayerEvent) => events.push(event) });
	const stop = start();
	assert.equal(events, []);
	for (let flaps = 0; flaps < 10; flaps++) setOnline(true);
	assert.equal(events, [{ type: 'online' }]);
	stop();
	setOnline(true);
	assert.is(events.length, 1);
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

it('should load the live player once there is something to play, and once', () => {
	const { deferred, player, livePlayersLoaded } = create();
	for (const [status, times] of [
		['cover', 0],
		['connecting', 1],
		['playing', 1],
	] as const) {
		player.state = { ...player.state, status };
		deferred.extendPlayer();
		assert.is(livePlayersLoaded(), times, status);
	}
});

for (const status of ['stalled', 'paused', 'blocked', 'reconnecting', 'replay'] as const)
	it(`should load the live player where the page finds the player ${status}`, () => {
		const { deferred, livePlayersLoaded } = create({ status });
		deferred.extendPlayer();
		assert.is(livePlayersLoaded(), 1);
	});

it('should hold back images that are there once the live player is loaded for a broadcast, and later ones', async () => {
	const { deferred, page, player, held, start } = create();
	const content = document.createElement('div');
	start();
	page.description.value = { content };
	deferred.holdImages(content);
	await settle();
	assert.equal(held, []);
	player.state = { ...player.state, status: 'connecting' };
	deferred.extendPlayer();
	page.description.value = { lines: ['文'] };
	page.description.value = { content };
	assert.equal(held, []);
	await settle();
	assert.equal(held, [document.querySelector('.panels'), content]);
	deferred.holdImages(content);
	await settle();
	assert.is(held.length, 3);
});

const REPORTED = { logUrl: 'https://log.example.com/track' };
for (const [what, options, tab, expected] of [
	[
		'once the burst of a stream has passed',
		{ ...REPORTED, status: 'playing' },
		'introduction',
		[[2000], [3000], [4000]],
	],
	['at once without a stream', { ...REPORTED, status: 'cover' }, 'introduction', [[0], [1000], [2000]]],
	['but no reports that no deployment wants', {}, 'introduction', [[], [1000], [2000]]],
	['but no chat where data is saved', { ...REPORTED, saveData: true }, 'introduction', [[0], [], [2000]]],
	['but no chat that is in view', REPORTED, 'chat', [[0], [0], [2000]]],
] as const)
	it(`should load reports, the chat and the service worker one after another, ${what}`, async () => {
		mock.timers.enable({ apis: ['setTimeout'] });
		const { page, start, reportsLoaded, calls } = create(options);
		const register = mock.fn(async () => {});
		Object.assign(navigator, { serviceWorker: { register } });
		page.show(tab);
		start();
		const counts = [reportsLoaded, () => calls('fetchComments').length, () => register.mock.callCount()];
		const times: number[][] = counts.map(() => []);
		for (let time = 0; time <= 6000; time += 500) {
			mock.timers.tick(time ? 500 : 0);
			counts.forEach((count, index) => times[index]!.push(...Array(count() - times[index]!.length).fill(time)));
		}
		assert.equal(times, expected);
	});

it('should load nothing more once stopped', () => {
	mock.timers.enable({ apis: ['setTimeout'] });
	const { start, reportsLoaded, calls } = create({ ...REPORTED, status: 'playing' });
	start()();
	mock.timers.tick(6000);
	assert.equal([reportsLoaded(), calls('fetchComments').length], [0, 0]);
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
		const element = { connection: () => ({ client: { session: () => uses || undefined } }) };
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
	it(`should ${hlsFallback ? '' : 'not '}play by HLS what fails where the deployment ${hlsFallback ? 'allows' : 'does not allow'} it`, async () => {
		mock.method(console, 'info', () => {});
		const { page, start, hlsPlayed } = create({ hlsFallback });
		start();
		for (const failure of ['', 'unreachable'] as const) {
			page.player.reported.value = { ...page.player.reported.value, failure };
			await settle();
			assert.is(hlsPlayed(), failure && hlsFallback ? 1 : 0);
		}
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

it.run();
