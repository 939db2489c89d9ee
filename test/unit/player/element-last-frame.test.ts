import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setup } from '../../support/dom.ts';
import { REPLAY, STREAM } from '../../support/player.ts';
import { openElement } from '../../support/player-element.ts';

const it = suite('player element: last frame');
it.before.each(() => setup());

/** A video that shows a frame, in an engine whose canvas answers with `image`, or throws. */
function showFrame({ video }: ReturnType<typeof openElement>, image?: string) {
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
	return drawn;
}

it('should keep the last frame in view when another stream is loaded', () => {
	const test = openElement();
	const drawn = showFrame(test, 'data:image/jpeg,1');
	test.load(STREAM, 'https://cdn.example.com/p.jpg');
	assert.equal([drawn, test.video.poster], [[[test.video, 0, 0]], 'data:image/jpeg,1']);
	Object.assign(test.video, { readyState: 0 });
	test.load(STREAM, 'https://cdn.example.com/p.jpg');
	assert.is(test.video.poster, 'data:image/jpeg,1', 'also when that never showed one');
	test.element.unload({ keep: '' });
	assert.is(test.video.poster, 'data:image/jpeg,1');
	test.element.unload();
	assert.not(test.video.poster);
});

for (const [what, image] of [
	['whose pixels may not be read', ''],
	['without a frame', undefined],
] as const)
	it(`should keep the cover in view, at its width, instead of a video ${what}`, () => {
		const test = openElement();
		if (image === '') showFrame(test);
		test.load(STREAM, '');
		assert.not(test.video.poster);
		test.load(STREAM, 'https://cdn.example.com/p.jpg');
		assert.is(test.video.poster, 'https://cdn.example.com/p.jpg?w=390');
	});

it('should show no frame of a broadcast before its replay', () => {
	const test = openElement();
	showFrame(test, 'data:image/jpeg,1');
	test.load(STREAM);
	test.element.loadReplay({ type: 'loadReplay', url: REPLAY });
	assert.not(test.video.poster);
});

it.run();
