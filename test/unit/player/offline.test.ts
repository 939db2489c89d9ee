import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createOfflineCheck } from '../../../src/player/live/offline.ts';
import { setup } from '../../support/dom.ts';
import { advance, setOnline, settle, startPlayer, STREAM, withFakeTimers } from '../../support/player.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';

const it = suite('player: offline');
withFakeTimers(it);

for (const [what, at, received, offline] of [
	['receives nothing', 9500, false, true],
	['receives what was on its way', 4000, true, true],
	['goes on receiving', 4001, true, false],
] as const)
	it(`should ${offline ? '' : 'not '}believe a browser that says offline and ${what}`, () => {
		setup();
		const isOffline = createOfflineCheck();
		assert.not(isOffline(-1), 'online');
		setOnline(false);
		isOffline(1000);
		assert.is(isOffline(at, received), offline);
		assert.is(isOffline(at + 1), offline);
		setOnline(true);
		assert.not(isOffline(9700));
		setOnline(false);
		assert.ok(isOffline(9800, true), 'anew');
	});

it('should retry soon where the browser says offline for ever and the server answers', async () => {
	setOnline(false);
	const { fail, loads, player } = startPlayer();
	fail(ErrorCode.ERROR_HTTPREQUEST_ERROR);
	advance(player.policy.maxRefreshDelay! / 2);
	assert.equal(loads, []);
	await settle();
	assert.equal(loads, [STREAM]);
	setOnline(true);
});

it.run();
