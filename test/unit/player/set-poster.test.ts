import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setPoster } from '../../../src/player/act/perform.ts';
import { fakeVideo, setup } from '../../support/dom.ts';
import { live, REPLAY, startPlayer, withFakeTimers } from '../../support/player.ts';

const it = suite('player: last frame');
withFakeTimers(it);

/** A video that shows a frame, in an engine whose canvas answers with `image`, or throws. */
function showFrame(video = fakeVideo(), image?: string) {
	Object.assign(video, { videoWidth: 640, videoHeight: 360, readyState: 2 });
	const drawn: unknown[] = [];
	const { createElement } = document;
	document.createElement = ((name: string) => {
		if (name !== 'canvas') return createElement.call(document, name);
		return {
			getContext: () => ({ drawImage: (...what: unknown[]) => drawn.push(what) }),
			toDataURL: () => {
				if (!image) throw new Error('tainted');
				return image;
			},
		};
	}) as typeof createElement;
	return { video, drawn };
}

it('should keep the last frame in view, also when what is loaded next never shows one', () => {
	const { video, drawn } = showFrame(undefined, 'data:image/jpeg,1');
	setPoster(video, 'p.jpg');
	assert.equal([drawn, video.poster], [[[video, 0, 0]], 'data:image/jpeg,1']);
	Object.assign(video, { readyState: 0 });
	setPoster(video, 'p.jpg');
	assert.is(video.poster, 'data:image/jpeg,1');
});

for (const [what, frame] of Object.entries({ 'whose pixels may not be read': true, 'without a frame': false }))
	it(`should keep the cover in view instead of a video ${what}`, () => {
		setup();
		const { video } = frame ? showFrame() : { video: fakeVideo() };
		setPoster(video, '');
		assert.not(video.poster);
		setPoster(video, 'p.jpg');
		assert.is(video.poster, 'p.jpg');
	});

it('should keep the cover in view instead of a video that has never moved', () => {
	const { video, drawn } = showFrame(undefined, 'data:image/jpeg,1');
	Object.assign(video, { currentTime: 0 });
	setPoster(video, 'p.jpg');
	assert.equal([drawn, video.poster], [[], 'p.jpg']);
});

it('should keep it in a pause, and show no frame of a broadcast before its replay', () => {
	const { player, video } = startPlayer({ source: live({ poster: 'p.jpg' }) });
	player.dispatch({ type: 'viewerPause' });
	assert.is(video.poster, 'p.jpg');
	player.show(live({ status: 3, playbackUrl: REPLAY }));
	assert.not(video.poster);
});

it.run();
