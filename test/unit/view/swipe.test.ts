import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signal } from '@preact/signals';
import type { Tab } from '../../../src/models/page-model.ts';
import { followSwipes, swipeDistance } from '../../../src/view/tabs/swipe.ts';
import { fire, reset, setup } from '../../support/render.tsx';

const it = suite('swipe');

for (const [dx, dy, distance, what] of [
	[-10, 0, -10, 'to the left'],
	[10, 0, 10, 'to the right'],
	[-200, 100, -200, 'to the left and down'],
	[-9, 0, 0, 'a tap'],
	[-100, 51, 0, 'too steep'],
	[100, -51, 0, 'too steep'],
	[0, 300, 0, 'a scroll'],
] as const)
	it(`should take ${dx}, ${dy} for ${distance}: ${what}`, () => assert.is(swipeDistance(dx, dy), distance));

/** Three panels whose tab swipes change, starting with one of them. */
function panels(first: Tab = 'introduction', viewport = (): unknown => undefined) {
	setup();
	Object.assign(globalThis, { visualViewport: viewport() });
	document.body.innerHTML =
		'<div><div class="strip"><p>介绍<table><td>安排</td></table></p><textarea></textarea></div></div>';
	const element = document.body.firstElementChild!;
	const strip = element.firstElementChild as HTMLElement;
	const tab = signal<Tab>(first);
	const stop = followSwipes(element, {
		tab,
		tabs: ['introduction', 'chat', 'news'],
		show: (next) => (tab.value = next),
	});
	const at = (clientX: number, clientY = 500) => ({ clientX, clientY });
	const touch = (type: string, finger: object, from: Element = strip) =>
		fire(from, type, { touches: /end|cancel/.test(type) ? [] : [finger], changedTouches: [finger] });
	return {
		tab,
		strip,
		stop,
		at,
		touch,
		place: () => [strip.className, strip.style.transform || ''],
		/** A movement of one finger. */
		async swipe(dx: number, dy: number, from?: Element) {
			await touch('touchstart', at(200), from);
			await touch('touchmove', at(200 + dx, 500 + dy), from);
			await touch('touchend', at(200 + dx, 500 + dy), from);
		},
	};
}

it.after.each(reset);

it('should select the next or previous tab by a swipe, stop at the ends, and take nothing else for one', async () => {
	const { swipe, tab, place } = panels();
	for (const [dx, dy, name] of [
		[-59, 0, 'introduction'],
		[-10, -150, 'introduction'],
		[-90, -70, 'introduction'],
		[-60, 10, 'chat'],
		[-270, 10, 'news'],
		[-270, 10, 'news'],
		[60, 10, 'chat'],
		[270, 10, 'introduction'],
		[270, 10, 'introduction'],
	] as const) {
		await swipe(dx, dy);
		assert.equal([tab.value, ...place()], [name, 'strip', '']);
	}
});

it('should let the panels follow the finger, less beyond the ends', async () => {
	const { touch, at, place, tab } = panels();
	await touch('touchstart', at(200));
	assert.equal(place(), ['strip', '']);
	for (const [name, x, ...expected] of [
		['introduction', 160, 'strip following', 'translateX(-40px) translateX(-000%)'],
		['introduction', 240, 'strip following', 'translateX(10px) translateX(-000%)'],
		['chat', 240, 'strip following', 'translateX(40px) translateX(-100%)'],
		// Back again: the finger has changed its mind.
		['chat', 205, 'strip', ''],
	] as const) {
		tab.value = name;
		await touch('touchmove', at(x, 505));
		assert.equal(place(), expected);
	}
	await touch('touchend', at(205, 505));
	assert.equal([tab.value, ...place()], ['chat', 'strip', '']);
});

it('should not let the panels follow what the browser has taken over', async () => {
	const { touch, at, place, tab } = panels();
	for (const type of ['touchstart', 'touchmove', 'touchcancel'])
		await touch(type, at(type === 'touchstart' ? 200 : 100));
	assert.equal(place(), ['strip', '']);
	for (const type of ['touchmove', 'touchend']) await touch(type, at(50));
	assert.equal([tab.value, ...place()], ['introduction', 'strip', '']);
});

it('should not take two fingers for a swipe, nor what is left of them', async () => {
	const { strip, tab, swipe, at, place, touch } = panels();
	const [one, two, moved] = [at(250), at(260, 560), at(60)];
	await fire(strip, 'touchstart', { touches: [one, two], changedTouches: [one, two] });
	await fire(strip, 'touchend', { touches: [], changedTouches: [moved] });
	assert.is(tab.value, 'introduction');
	// The second finger comes down later.
	await touch('touchstart', one);
	await touch('touchmove', at(200));
	await fire(strip, 'touchstart', { touches: [at(200), two], changedTouches: [two] });
	assert.equal(place(), ['strip', '']);
	await fire(strip, 'touchend', { touches: [two], changedTouches: [moved] });
	await fire(strip, 'touchend', { touches: [], changedTouches: [moved] });
	assert.is(tab.value, 'introduction');
	await swipe(-100, 0);
	assert.is(tab.value, 'chat');
});

it('should leave a horizontal movement to a table, which scrolls, and to a field, whose caret moves', async () => {
	const { strip, swipe, tab } = panels();
	for (const name of ['td', 'textarea']) {
		await swipe(-270, 0, strip.querySelector(name)!);
		assert.is(tab.value, 'introduction');
	}
	await swipe(-270, 0, strip.querySelector('p')!);
	assert.is(tab.value, 'chat');
});

it('should leave one finger to the browser while the page is enlarged, and take it again afterwards', async () => {
	const viewport = () => Object.assign(document.createElement('i'), { scale: 1 });
	const { swipe, strip, stop, tab } = panels('introduction', viewport);
	const zoom = (scale: number) => fire(Object.assign(visualViewport!, { scale }), 'resize');
	const isMarked = () => strip.parentElement!.classList.contains('zoomed');
	for (const [scale, zoomed, name] of [
		[2, true, 'introduction'],
		[1.02, true, 'introduction'],
		[1.01, false, 'chat'],
	] as const) {
		await zoom(scale);
		await swipe(-100, 0);
		assert.equal([isMarked(), tab.value], [zoomed, name]);
	}
	stop();
	await zoom(2);
	assert.is(isMarked(), false);
});

it('should change nothing after its end', async () => {
	const { swipe, stop, tab } = panels();
	stop();
	await swipe(-100, 0);
	assert.is(tab.value, 'introduction');
});

it.run();
