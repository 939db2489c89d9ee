import { setup } from '../../support/dom.ts';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Live } from '../../../src/api/live.ts';
import { followConnection } from '../../../src/models/follow-connection.ts';
import type { PlayerStatus } from '../../../src/player/core/state.ts';
import { signal } from '@preact/signals';
import { createPlayerModel } from '../../../src/models/player-model.ts';
import { createRemote } from '../../../src/models/remote.ts';

const it = suite('connection');
let now = 0;
it.before.each(() => {
	setup();
	now = 0;
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(performance, 'now', () => now);
});
it.after.each(() => {
	mock.timers.reset();
	mock.restoreAll();
});

function start(onLine = true) {
	Object.assign(navigator, { onLine });
	const page = { offline: signal(false), player: createPlayerModel(), live: createRemote<Live>() };
	const stop = followConnection(page);
	return {
		page,
		stop,
		set(status: PlayerStatus) {
			page.player.reported.value = { ...page.player.reported.value, status, reason: '' };
		},
		go(type: 'offline' | 'online') {
			Object.assign(navigator, { onLine: type === 'online' });
			dispatchEvent(new Event(type));
		},
		pass(time: number) {
			now += time;
			mock.timers.tick(time);
		},
	};
}

it('should be offline from the event to the return, whatever the player does meanwhile', () => {
	const { page, set, go, pass, stop } = start();
	set('playing');
	assert.is(page.offline.value, false);
	go('offline');
	assert.is(page.offline.value, true);
	pass(2000);
	for (const status of ['stalled', 'playing', 'reconnecting'] as const) set(status);
	pass(60_000);
	assert.is(page.offline.value, true);
	go('online');
	assert.is(page.offline.value, false);
	stop();
	go('offline');
	assert.is(page.offline.value, false);
});

for (const again of [false, true])
	it(`should believe a video that plays ${again ? 'again' : 'on'} more than a browser that claims to be offline`, () => {
		const { page, set, go, pass, stop } = start();
		set(again ? 'reconnecting' : 'playing');
		go('offline');
		pass(5000);
		assert.is(page.offline.value, true);
		pass(2000);
		if (again) set('playing');
		assert.is(page.offline.value, false);
		stop();
	});

it('should take a browser that is offline from the start at its word, until something plays', () => {
	const { page, set, pass, stop } = start(false);
	assert.is(page.offline.value, true);
	pass(10_000);
	set('playing');
	assert.is(page.offline.value, false);
	stop();
});

it.run();
