import { signal } from '@preact/signals';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Live } from '../../../src/api/complete-live.ts';
import { followOffline } from '../../../src/models/follow-offline.ts';
import { createPlayerModel } from '../../../src/models/player-model.ts';
import { createRemote } from '../../../src/models/remote.ts';
import type { PlayerStatus } from '../../../src/player/core/state.ts';
import { advance, setOnline, withFakeTimers } from '../../support/player.ts';

const it = suite('connection');
withFakeTimers(it);

function start(onLine = true) {
	setOnline(onLine);
	const page = { offline: signal(false), player: createPlayerModel(() => false), live: createRemote<Live>() };
	const stop = followOffline(page);
	const set = (status: PlayerStatus) => (page.player.state.value = { ...page.player.state.value, status, reason: '' });
	return { page, stop, set };
}

it('should be offline from the event to the return, whatever the player does meanwhile', () => {
	const { page, set, stop } = start();
	set('playing');
	assert.is(page.offline.value, false);
	setOnline(false);
	assert.is(page.offline.value, true);
	advance(2000);
	for (const status of ['stalled', 'playing', 'reconnecting'] as const) set(status);
	advance(60_000);
	assert.is(page.offline.value, true);
	setOnline(true);
	assert.is(page.offline.value, false);
	stop();
	setOnline(false);
	assert.is(page.offline.value, false);
});

for (const again of [false, true])
	it(`should believe a video that plays ${again ? 'again' : 'on'} more than a browser that claims to be offline`, () => {
		const { page, set, stop } = start();
		set(again ? 'reconnecting' : 'playing');
		setOnline(false);
		advance(5000);
		assert.is(page.offline.value, true);
		advance(2000);
		if (again) set('playing');
		assert.is(page.offline.value, false);
		stop();
	});

it('should take a browser that is offline from the start at its word, until something plays', () => {
	const { page, set, stop } = start(false);
	assert.is(page.offline.value, true);
	advance(10_000);
	set('playing');
	assert.is(page.offline.value, false);
	stop();
});

it.run();
