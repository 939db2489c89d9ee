import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { saveImages } from '../../../src/native/save-images.ts';
import { setup } from '../../support/dom.ts';

const it = suite('save images');
/** Presses an image for 500 ms, with a bridge that is there or not; returns its calls and the toasts. */
async function press({ insideApp = false, available = true, refuse = false }) {
	setup({
		html: `<!doctype html><body><main><img src="https://a/b.jpg?x-oss-process=image/resize,w_780"></main></body>`,
	});
	mock.timers.enable({ apis: ['setTimeout'] });
	const calls: unknown[][] = [];
	const toasts: string[] = [];
	const stop = saveImages({
		root: document.querySelector('main')!,
		bridge: {
			available: () => available,
			async call(...call) {
				calls.push(call);
				if (refuse) throw new Error('refused');
			},
		},
		insideApp,
		showToast: (message) => toasts.push(message),
	});
	const touch = Object.assign(new Event('touchstart', { bubbles: true }), { touches: [{ clientX: 1, clientY: 1 }] });
	document.querySelector('img')!.dispatchEvent(touch);
	mock.timers.tick(500);
	await new Promise((resolve) => setImmediate(resolve));
	stop();
	mock.timers.reset();
	return { calls, toasts };
}

const SAVED = { calls: [['saveImage', { url: 'https://a/b.jpg' }]], toasts: ['保存成功!'] };

it('should save the full size through a bridge, also where the user agent does not name the app', async () => {
	assert.equal(await press({}), SAVED);
	assert.equal(await press({ insideApp: true }), SAVED);
	assert.equal(await press({ insideApp: true, available: false }), SAVED, 'a bridge that is injected late');
});

it('should do nothing in another browser, and say so when the app does not save', async () => {
	assert.equal(await press({ available: false }), { calls: [], toasts: [] });
	assert.equal((await press({ refuse: true })).toasts, ['保存失败，请重试!']);
});

it.run();
