import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchPage } from '../../../src/player/watch/watch.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import {
	advance,
	live,
	MEDIA_URL,
	restore,
	setHidden,
	setOnline,
	settle,
	startPlayer,
	STREAM,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('player: hidden, offline, frozen');
withFakeTimers(it);

it('should play on what the system paused while hidden', () => {
	const { loads, video } = startPlayer();
	video.paused = true;
	setHidden(true);
	assert.is(video.playCalls, 0);
	dispatchEvent(new Event('pageshow'));
	assert.is(video.playCalls, 0, 'still hidden');
	setHidden(false);
	assert.is(video.playCalls, 1);
	advance(60_000);
	assert.equal(loads, []);
});

for (const [what, options] of Object.entries({
	'before its data came': { status: 'connecting', rules: 'there' },
	'before the script of lives came': { status: 'playing', rules: 'late' },
} as const))
	it(`should play on what an engine has paused for Back ${what}`, () => {
		const { player, video, rulesArrive } = startPlayer({ source: live({ originRts: MEDIA_URL }), ...options });
		const calls = video.playCalls;
		video.paused = true;
		if (options.rules === 'late') {
			// Longer than a refusal of sound takes.
			advance(2000);
			video.fire('pause');
			assert.is(player.state.status, 'blocked');
			rulesArrive();
		} else restore();
		assert.is(video.playCalls, calls + 1);
	});

it('should take a suspended page for no stall', () => {
	const { loads, states, video } = startPlayer();
	video.moves = false;
	video.frames = 9;
	// The timers of the page stood still, its clock did not.
	const { now } = performance;
	mock.method(performance, 'now', () => now() + 60_000);
	advance(1000);
	assert.equal([loads, states], [[], []]);
	advance(2250);
	assert.equal(loads, [STREAM]);
});

it('should report that the page is shown, and nothing after the cleanup', () => {
	const types: string[] = [];
	const cleanup = watchPage(({ type }) => types.push(type));
	setHidden(false);
	dispatchEvent(new Event('pageshow'));
	restore();
	assert.equal(types, ['visible', 'visible', 'restored']);
	cleanup();
	setHidden(false);
	restore();
	assert.is(types.length, 3);
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
