import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enlargeImage } from '../../../src/native/enlarge-image.ts';
import { setup } from '../../support/dom.ts';

const it = suite('enlarge image');
const RESIZE = '?x-oss-process=image/resize,w_780';
const global = globalThis as any;

it.before.each(() => {
	setup({
		html: `<!doctype html><body><img role="button" src="https://a/cover.jpg"><div class="rich">
			<p><img id="a" role="button" alt="操场" src="https://a/a.jpg${RESIZE}"></p><img role="button" src="https://a/b.jpg"><img src="https://a/icon.png"></div>`,
	});
});
it.after.each(() => void delete global.WeixinJSBridge);

/** Shows the result of a click on the first image. */
function enlarge() {
	const shown: object[] = [];
	enlargeImage(document.getElementById('a') as HTMLImageElement, { open: (dialog) => shown.push(dialog) });
	return shown;
}

it('should show the image here as the page has loaded it, with its alternative text', () =>
	assert.equal(enlarge(), [{ kind: 'image', url: `https://a/a.jpg${RESIZE}`, alt: '操场' }]));

it("should use WeChat's own viewer, with all images that can be enlarged, at full size", () => {
	const calls: unknown[][] = [];
	const invoke = (name: string, params: object, answer: (result?: object) => void) => {
		calls.push([name, params]);
		answer({ err_msg: 'imagePreview:ok' });
		answer({ err_msg: 'imagePreview:cancel' });
		answer(undefined);
	};
	global.WeixinJSBridge = { invoke };
	assert.equal(enlarge(), []);
	assert.equal(calls, [['imagePreview', { current: 'https://a/a.jpg', urls: ['https://a/a.jpg', 'https://a/b.jpg'] }]]);
});

for (const result of [
	{ err_msg: 'imagePreview:fail' },
	{ errMsg: 'imagePreview:fail, function not exist' },
	{ err_msg: 'system:access_denied' },
])
	it(`should show the image here where WeChat answers ${JSON.stringify(result)}`, () => {
		global.WeixinJSBridge = { invoke: (_: string, __: object, answer: (result: object) => void) => answer(result) };
		assert.is(enlarge().length, 1);
	});

it.run();
