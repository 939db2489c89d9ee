import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { onImageSettled } from '../../../src/view/introduction/image-settled.ts';

const it = suite('image settled');

/** An image of this width in this place, once it has loaded or failed. */
function settled(naturalWidth: number, html = '<p><img alt="操场"></p>', type = 'load') {
	setup({ html: `<!doctype html><body><div class="rich">${html}</div></body>` });
	const image = Object.assign(document.querySelector('img')!, { naturalWidth });
	onImageSettled({ target: image, type });
	return image;
}

for (const [what, width, html, type, button, hidden] of [
	['make a button, for the keyboard too, of an image that has loaded', 120, undefined, 'load', true, false],
	['hide an image that has failed, which the browser would show as a broken one', 0, undefined, 'error', false, true],
	['not make a button of decoration', 119, undefined, 'load', false, false],
	['not make a button of an image without a width of its own', 0, undefined, 'load', false, false],
	['not make a button of an image in a link', 640, '<a><b><img alt="操场"></b></a>', 'load', false, false],
] as const)
	it(`should ${what}`, () => {
		const image = settled(width, html, type);
		const attributes = ['tabindex', 'role', 'aria-label'].map((name) => image.getAttribute(name));
		assert.equal(attributes, button ? ['0', 'button', '查看图片操场'] : [null, null, null]);
		assert.equal([image.className, image.hidden], ['there', hidden]);
	});

it.run();
