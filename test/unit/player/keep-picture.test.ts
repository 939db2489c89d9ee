import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepPicture } from '../../../src/player/act/keep-picture.ts';
import { fakeVideo, setup } from '../../support/dom.ts';
import { withMainThread } from '../../support/main-thread.ts';

const it = suite('kept picture');
const page = withMainThread(it);

/** A video whose picture is kept, and what the browser calls with its next one. */
function keep() {
	setup();
	const { createElement } = document;
	document.createElement = ((name: string) =>
		Object.assign(
			createElement.call(document, name),
			name === 'canvas' && { getContext: () => ({ drawImage() {} }) },
		)) as typeof createElement;
	const video = fakeVideo();
	let onFrame = () => {};
	Object.assign(video, {
		videoWidth: 640,
		readyState: 4,
		requestVideoFrameCallback: (act: () => void) => (onFrame = act),
	});
	keepPicture(video);
	return { isKept: () => !!video.nextElementSibling, show: () => onFrame() };
}

for (const [what, pass, isKept] of [
	['keep a picture for less than 3 s', () => page.runs(2900), true],
	['let go of it after 3 s without another', () => page.runs(3100), false],
	[
		'keep it in a page that has stood meanwhile',
		() => {
			page.runs(500);
			page.stands(1500);
			page.runs(1200);
			page.stands(1500);
		},
		true,
	],
] as const)
	it(`should ${what}`, () => {
		const kept = keep();
		pass();
		assert.is(kept.isKept(), isKept);
	});

it('should let go of it with the first frame of another', () => {
	const { isKept, show } = keep();
	show();
	assert.ok(isKept(), 'of what it showed');
	page.runs(20);
	show();
	assert.not(isKept());
});

it.run();
