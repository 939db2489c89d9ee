import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onShown } from '../../../src/player/live/wake.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { advance, restore, setHidden, setOnline, startPlayer, STREAM, withFakeTimers } from '../../support/player.ts';

const it = suite('player: hidden, offline, frozen');
withFakeTimers(it);

const { ERROR_HTTPREQUEST_ERROR } = ErrorCode;

it('should wait while the page is hidden, and attempt at once when it is shown', () => {
	const { fail, loads } = startPlayer();
	setHidden(true);
	fail(ERROR_HTTPREQUEST_ERROR);
	advance(60_000);
	assert.equal(loads, []);
	setHidden(false);
	assert.equal(loads, [STREAM]);
	advance(60_000);
	assert.is(loads.length, 1, 'and only once');
});

it('should wait long while the phone is offline, and attempt at once when it is back', () => {
	const { fail, loads } = startPlayer();
	setOnline(false);
	fail(ERROR_HTTPREQUEST_ERROR);
	advance(19_000);
	assert.equal(loads, []);
	setOnline(true);
	assert.equal(loads, [STREAM]);
	advance(60_000);
	assert.is(loads.length, 1);
});

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

it('should connect anew when the page comes back from the back-forward cache', () => {
	const { player, loads } = startPlayer();
	player.dispatch({ type: 'failed', reason: 'ended' });
	setHidden(true);
	restore();
	assert.equal(loads, [], 'still hidden');
	setHidden(false);
	assert.equal(loads, [STREAM]);
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
	const cleanup = onShown(({ type }) => types.push(type));
	setHidden(false);
	dispatchEvent(new Event('pageshow'));
	restore();
	assert.equal(types, ['visible', 'visible', 'restored']);
	cleanup();
	setHidden(false);
	restore();
	assert.is(types.length, 3);
});

it.run();
