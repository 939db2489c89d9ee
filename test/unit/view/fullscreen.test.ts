import { setup } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isFullscreen, toggleFullscreen } from '../../../src/view/stage/fullscreen.ts';

const it = suite('full screen');
it.before.each(() => setup({ html: '<!doctype html><body><video></video></body>' }));

/** A browser with these names of the Fullscreen API, and a video of this size; `calls` lists what was called, in order. */
function browser({
	root = [] as string[],
	video = [] as string[],
	page = [] as string[],
	width = 640,
	height = 360,
	refuses = '',
}) {
	const calls: string[] = [];
	const call = (name: string) => async (argument?: string) => {
		calls.push(argument ? `${name} ${argument}` : name);
		if (name === refuses) throw new Error('refused by the test');
	};
	const [area, element] = [document.documentElement, document.querySelector('video')!];
	for (const [target, names] of [
		[area, root],
		[element, video],
		[document, page],
	] as const)
		for (const name of names) Object.assign(target, { [name]: call(name) });
	Object.assign(element, { videoWidth: width, videoHeight: height });
	Object.assign(globalThis, { screen: { orientation: { lock: call('lock') } } });
	return { calls, area, toggle: () => toggleFullscreen(element) };
}

const root = ['requestFullscreen'];
for (const [what, options, calls] of [
	['the page, in landscape', { root }, ['requestFullscreen', 'lock landscape']],
	['a video in portrait as it is held', { root, width: 360, height: 640 }, ['requestFullscreen']],
	['the page where the phone stays upright', { root, refuses: 'lock' }, ['requestFullscreen', 'lock landscape']],
	['nothing, and not turn, where it is refused', { root, refuses: 'requestFullscreen' }, ['requestFullscreen']],
	['the page by its older name', { root: ['webkitRequestFullscreen'] }, ['webkitRequestFullscreen', 'lock landscape']],
	['the video of an iPhone', { video: ['webkitEnterFullscreen'] }, ['webkitEnterFullscreen']],
	['nothing where there is no full screen', {}, []],
] as [string, Parameters<typeof browser>[0], string[]][])
	it(`should fill the screen with ${what}`, async () => {
		const called = browser(options);
		await called.toggle();
		assert.equal(called.calls, calls);
	});

for (const [element, exit] of [
	['fullscreenElement', 'exitFullscreen'],
	['webkitFullscreenElement', 'webkitExitFullscreen'],
] as const)
	it(`should give the screen back by ${exit}`, async () => {
		const { calls, area, toggle } = browser({ root, page: [exit] });
		assert.is(isFullscreen(), false);
		Object.assign(document, { [element]: area });
		assert.is(isFullscreen(), true);
		await toggle();
		assert.equal(calls, [exit]);
	});

it.run();
