import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { whenFirstFrameSettled } from '../../../src/player/first-frame.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/state.ts';
import { advance, fakeVideo, settle, startPlayer, withFakeTimers } from '../../support/player.ts';

const it = suite('first frame');
withFakeTimers(it);

/** Waits for the first frame of a player in a state; `settled` reports whether that has ended. */
function wait(state: Partial<PlayerState>, readyState = 0) {
	const video = Object.assign(fakeVideo(), { readyState });
	const { player } = startPlayer({ status: 'idle' });
	let ended = false;
	whenFirstFrameSettled({ ...player, video, state: { ...INITIAL_STATE, ...state } }).then(() => (ended = true));
	const settled = async () => {
		await settle();
		return ended;
	};
	return { video, settled };
}

for (const status of ['cover', 'ended', 'blocked', 'failed'] as const)
	it(`should not be waited for with the status ${status}`, async () => assert.ok(await wait({ status }).settled()));

for (const status of ['idle', 'connecting', 'playing', 'stalled', 'replay'] as const)
	it(`should be waited for with the status ${status}`, async () => {
		const { video, settled } = wait({ status });
		assert.not(await settled());
		video.fire('loadeddata');
		assert.ok(await settled());
	});

it('should not be waited for once it is there', async () => {
	assert.ok(await wait({ status: 'playing' }, 2).settled());
	assert.not(await wait({ status: 'playing' }, 1).settled());
});

it('should be waited for while an attempt to reconnect is made, and not before it', async () => {
	assert.not(await wait({ status: 'reconnecting', attempting: true }).settled());
	assert.ok(await wait({ status: 'reconnecting', attempting: false }).settled());
});

it('should be waited for no longer than five seconds', async () => {
	const { settled } = wait({ status: 'connecting' });
	advance(4999);
	assert.not(await settled());
	advance(1);
	assert.ok(await settled());
});

it.run();
