import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchLongPress } from '../../../src/native/long-press.ts';
import { setup } from '../../support/dom.ts';

const it = suite('long press');

let pressed: Element[];
let finish: () => void;
let stop: () => void;
const find = (selector: string) => document.querySelector(selector)!;

it.before.each(() => {
	setup({
		html: `<!doctype html><body><main><p>text</p><a href="/news"><img id="a" src="a.jpg"></a><img id="b" src="b.jpg" alt="">
			<img id="mark" role="presentation" src="c.svg"></main><img id="outside" src="d.jpg"></body>`,
	});
	mock.timers.enable({ apis: ['setTimeout'] });
	pressed = [];
	stop = watchLongPress(find('main') as HTMLElement, (image) => {
		pressed.push(image);
		return new Promise<void>((resolve) => (finish = resolve));
	});
});
it.after.each(() => mock.timers.reset());

/** Dispatches and tells whether the default was left alone. */
function send(selector: string, type: string, fields: object = {}): boolean {
	return find(selector).dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), fields));
}
const at = (...points: [number, number][]) => ({ touches: points.map(([clientX, clientY]) => ({ clientX, clientY })) });

function touch(selector: string, milliseconds = 500) {
	send(selector, 'touchstart', at([100, 100]));
	mock.timers.tick(milliseconds);
	send(selector, 'touchend');
}

it('should fire at 500 ms of touch', () => {
	touch('#a', 499);
	assert.is(pressed.length, 0);
	touch('#a', 500);
	assert.equal(pressed, [find('#a')]);
});

it('should fire once for the touch and the pointer of one finger', () => {
	send('#a', 'pointerdown', { clientX: 100, clientY: 100, isPrimary: true, button: 0 });
	touch('#a', 2000);
	assert.is(pressed.length, 1);
});

it('should fire for a pointer alone, and not for its other buttons', () => {
	for (const button of [2, 0]) {
		send('#a', 'pointerdown', { clientX: 1, clientY: 1, isPrimary: true, button });
		mock.timers.tick(500);
		assert.is(pressed.length, button ? 0 : 1);
	}
});

for (const [why, type, fields, fires = 0] of [
	['the finger lifts', 'touchend', {}],
	['the touch is taken away', 'touchcancel', {}],
	['the finger wanders 11 px', 'touchmove', at([111, 100])],
	['the pointer wanders 11 px', 'pointermove', { clientX: 100, clientY: 89 }],
	['the page scrolls', 'scroll', {}],
	['a second finger comes', 'touchstart', at([100, 100], [150, 150])],
	['a second pointer comes', 'pointerdown', { clientX: 150, clientY: 150, isPrimary: false }],
	['the finger wanders 10 px', 'touchmove', at([106, 108]), 1],
] as const)
	it(`should ${fires ? '' : 'not '}fire when ${why}`, () => {
		send('#a', 'touchstart', at([100, 100]));
		mock.timers.tick(400);
		send('#a', type, fields);
		mock.timers.tick(2000);
		assert.is(pressed.length, fires);
	});

it('should fire for content images only', () => {
	for (const selector of ['#b', '#mark', 'p', '#outside']) touch(selector);
	assert.equal(pressed, [find('#b')]);
});

it('should ignore a long press while one is being handled and fire again afterwards', async () => {
	for (const count of [1, 1, 2]) {
		if (count === 2) {
			finish();
			await new Promise((resolve) => setImmediate(resolve));
		}
		touch('#a');
		assert.is(pressed.length, count);
	}
});

it('should prevent context menu and click of a long press, and only of that', () => {
	assert.ok(send('#a', 'contextmenu'), 'a right click');
	send('p', 'touchstart', at([1, 1]));
	mock.timers.tick(600);
	assert.ok(send('p', 'contextmenu'), 'a long press on text');
	touch('#a', 0);
	assert.ok(send('#a', 'click'), 'a tap');

	send('#a', 'touchstart', at([1, 1]));
	mock.timers.tick(500);
	assert.not(send('#a', 'contextmenu'), 'a long press on a picture');
	send('#a', 'touchend');
	assert.not(send('#a', 'click'), 'the click after it');
});

it('should ignore every event after it is stopped, even in the middle of a press', () => {
	send('#a', 'touchstart', at([1, 1]));
	stop();
	mock.timers.tick(500);
	touch('#a');
	assert.is(pressed.length, 0);
	assert.ok(send('#a', 'contextmenu'));
});

it.run();
