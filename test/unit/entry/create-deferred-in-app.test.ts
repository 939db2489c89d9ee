import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { create, PHONE, settle, withDeferred } from '../../support/running-deferred.ts';

const it = suite('deferred script in the app');
const global = globalThis as any;

withDeferred(it);

for (const [what, userAgent, object, inside] of [
	['the user agent names the app', `${PHONE} LiveApp/3.2`, undefined, true],
	['there is a bridge', PHONE, { postMessage() {} }, true],
	['there is neither', PHONE, undefined, false],
] as const)
	it(`should find the page ${inside ? 'inside' : 'outside'} the app where ${what}`, () => {
		const { page, start } = create({ userAgent });
		if (object) global.LiveApp = object;
		start();
		assert.is(page.insideApp.value, inside);
	});

it('should save an image of the page that is pressed for long, inside the app', async () => {
	const { start } = create();
	const messages: string[] = [];
	global.LiveApp = { postMessage: (message: string) => messages.push(message) };
	start();
	await settle();
	mock.timers.enable({ apis: ['setTimeout'] });
	const image = document.createElement('img');
	image.src = 'https://cdn.example.com/a.png';
	document.querySelector('.panels')!.append(image);
	image.dispatchEvent(new Event('pointerdown', { bubbles: true }));
	mock.timers.tick(500);
	mock.timers.reset();
	await settle();
	assert.equal(
		messages.map((message) => JSON.parse(message).method),
		['saveImage'],
	);
});

for (const [seconds, ends, inside] of [
	[9, false, true],
	[11, false, false],
	[9, true, false],
] as const)
	it(`should ${inside ? '' : 'not '}find the page inside the app where a bridge comes after ${seconds} s${ends ? ', stopped' : ''}`, async () => {
		const { page, start } = create();
		mock.timers.enable({ apis: ['setTimeout'] });
		const stop = start();
		if (ends) stop();
		// Chained timers count from the end of a tick.
		for (let tenth = 0; tenth < seconds * 10; tenth++) mock.timers.tick(100);
		assert.is(page.insideApp.value, false);
		global.LiveApp = { postMessage() {} };
		mock.timers.tick(100);
		assert.is(page.insideApp.value, inside);
		mock.timers.reset();
		const { style } = document.getElementById('app')!;
		await settle();
		assert.is(style.getPropertyValue('-webkit-touch-callout') === 'none', inside);
	});

it.run();
