import { fire, render, reset, setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Scrubber } from '../../../src/view/stage/scrubber.tsx';

const it = suite('scrubber');
it.before.each(() => setup());
it.after.each(reset);

/** A recording of an hour, at 31:07, below a bar that is 100 pixels wide; and what is sought. */
async function renderScrubber(duration = 3600) {
	const video = document.createElement('video');
	const seeks: number[] = [];
	let place = 1867;
	Object.defineProperty(video, 'currentTime', {
		get: () => place,
		set: (seconds: number) => seeks.push((place = seconds)),
	});
	const buffered = { length: 2, start: (i: number) => [0, 1800][i], end: (i: number) => [60, 1980][i] };
	Object.assign(video, { duration, buffered, seeking: false });
	const view = await render(<Scrubber video={video} />);
	const slider = view.querySelector<HTMLElement>('[role=slider]')!;
	slider.getBoundingClientRect = () => ({ left: 10, width: 100 }) as DOMRect;
	const touch = (type: string, clientX: number) => fire(slider, type, { changedTouches: [{ clientX }] });
	return { video, seeks, slider, view, touch, bubble: () => view.querySelector('.bubble')?.textContent };
}

it('should say place and length in words, and show them with what is buffered', async () => {
	const { slider, view, video } = await renderScrubber();
	assert.is(slider.getAttribute('aria-valuetext'), '31分07秒，共1小时00分00秒');
	const values = ['min', 'max', 'now'].map((name) => slider.getAttribute(`aria-value${name}`));
	assert.equal(values, ['0', '3600', '1867']);
	assert.is(view.textContent, '31:071:00:00');
	assert.match(view.querySelector('.track i')!.getAttribute('style')!, /width: ?55/);
	// Not while it is heard: each second would be read out.
	slider.focus();
	video.currentTime = 1868;
	await fire(video, 'timeupdate');
	assert.equal(
		[slider.getAttribute('aria-valuetext'), view.textContent],
		['31分07秒，共1小时00分00秒', '31:081:00:00'],
	);
});

for (const faded of [true, false])
	it(`should move ${faded ? 'once a second where the controls have faded' : 'with each event'}`, async () => {
		const { view, video } = await renderScrubber();
		view.classList.toggle('faded', faded);
		const bar = () => view.querySelector('.played')!.getAttribute('style');
		const moves: boolean[] = [];
		for (const place of [1868, 1868.25, 1868.5, 1869]) {
			const before = bar();
			video.currentTime = place;
			await fire(video, 'timeupdate');
			moves.push(bar() !== before);
		}
		assert.equal(moves, faded ? [true, false, false, true] : [true, true, true, true]);
		video.currentTime = 1869.5;
		const before = bar();
		// They are shown then.
		view.classList.remove('faded');
		await fire(video, 'pause');
		assert.is.not(bar(), before);
	});

it('should seek once, where a finger is lifted, and show the time under it before', async () => {
	const { seeks, touch, bubble, view } = await renderScrubber();
	assert.is(await touch('touchstart', 20), false, 'no scrolling');
	for (const x of [30, 40, 60]) await touch('touchmove', x);
	assert.equal([bubble(), view.textContent, seeks], ['30:00', '30:0030:001:00:00', []]);
	await touch('touchmove', 500);
	assert.is(bubble(), '1:00:00');
	await touch('touchend', -5);
	assert.equal([bubble(), seeks], [undefined, [0]]);
});

it('should not seek where the browser takes a touch away, or the length is unknown', async () => {
	const { seeks, touch, bubble } = await renderScrubber();
	for (const type of ['touchstart', 'touchmove', 'touchcancel']) await touch(type, 40);
	assert.equal([bubble(), seeks], [undefined, []]);
	await reset();
	for (const duration of [NaN, Infinity]) {
		const without = await renderScrubber(duration);
		for (const type of ['touchstart', 'touchend']) await without.touch(type, 40);
		assert.equal([without.seeks, without.view.textContent], [[], '31:070:00']);
		await reset();
	}
});

it('should seek where a mouse is released, wherever that is, and show the time under one that passes', async () => {
	const { slider, seeks, bubble } = await renderScrubber();
	const mouse = (target: EventTarget, type: string, clientX: number, button = 0) =>
		fire(target, type, { clientX, button });
	await mouse(slider, 'mousemove', 35);
	assert.is(bubble(), '15:00');
	await mouse(document.body, 'mousemove', 35);
	assert.is(bubble(), undefined);
	await mouse(slider, 'mousedown', 20, 2);
	await mouse(document.body, 'mouseup', 20, 2);
	assert.equal(seeks, [], 'the right button');
	await mouse(slider, 'mousedown', 20);
	await mouse(document.body, 'mousemove', 85);
	assert.equal([bubble(), seeks], ['45:00', []]);
	await mouse(document.body, 'mouseup', 60);
	await mouse(document.body, 'mouseup', 90);
	assert.equal(seeks, [1800]);
});

for (const [key, place] of [
	['ArrowLeft', 1857],
	['ArrowDown', 1857],
	['ArrowRight', 1877],
	['PageUp', 1927],
	['Home', 0],
	['End', 3600],
	['a', 1867],
] as const)
	it(`should ${place === 1867 ? 'stay' : `go to ${place} s`} at the key ${key}`, async () => {
		const { slider, video } = await renderScrubber();
		assert.is(await fire(slider, 'keydown', { key }), place === 1867);
		assert.is(video.currentTime, place);
	});

it.run();
