import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { whenFirstFrame } from '../../../src/player/first-frame.ts';
import { advance, fakeVideo, settle, withFakeTimers } from '../../support/player.ts';

const it = suite('first frame');
withFakeTimers(it);

/** Waits for the first frame of a video; `settled` reports whether that has ended. */
function wait(readyState = 0) {
	const video = Object.assign(fakeVideo(), { readyState });
	let ended = false;
	whenFirstFrame(video).then(() => (ended = true));
	const settled = async () => {
		await settle();
		return ended;
	};
	return { video, settled };
}

it('should be waited for', async () => {
	const { video, settled } = wait();
	assert.not(await settled());
	video.fire('loadeddata');
	assert.ok(await settled());
});

it('should not be waited for once it is there', async () => {
	assert.ok(await wait(2).settled());
	assert.not(await wait(1).settled());
});

it('should be waited for no longer than ten seconds', async () => {
	const { settled } = wait();
	advance(9999);
	assert.not(await settled());
	advance(1);
	assert.ok(await settled());
});

it.run();
