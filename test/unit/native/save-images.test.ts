import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { saveImages } from '../../../src/native/save-images.ts';
import { setup } from '../../support/dom.ts';

const it = suite('save images');
/** Presses an image for 500 ms, which the app saves or refuses to; returns its calls and the toasts. */
async function press(refuse = false) {
	setup({
		html: `<!doctype html><body><main><img src="https://a/b.jpg?x-oss-process=image/resize,w_780"></main></body>`,
	});
	mock.timers.enable({ apis: ['setTimeout'] });
	const calls: unknown[][] = [];
	const toasts: unknown[] = [];
	const stop = saveImages({
		root: document.querySelector('main')!,
		bridge: {
			async call(...call) {
				calls.push(call);
				if (refuse) throw new Error('refused');
			},
		},
		showToast: (...toast) => toasts.push(toast),
	});
	const touch = Object.assign(new Event('touchstart', { bubbles: true }), { touches: [{ clientX: 1, clientY: 1 }] });
	document.querySelector('img')!.dispatchEvent(touch);
	mock.timers.tick(500);
	await new Promise((resolve) => setImmediate(resolve));
	stop();
	mock.timers.reset();
	return { calls, toasts };
}

it('should save the full size through a bridge, and say so when the app does not', async () => {
	assert.equal(await press(), { calls: [['saveImage', { url: 'https://a/b.jpg' }]], toasts: [['保存成功!']] });
	assert.equal((await press(true)).toasts, [['保存失败，请重试!', 'assertive']]);
});

it.run();
