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
const attributes = (image: HTMLImageElement) =>
	['tabindex', 'role', 'aria-label'].map((name) => image.getAttribute(name));

it('should make an image that has loaded a button, for the keyboard too', () => {
	const image = settled(120);
	assert.equal(attributes(image), ['0', 'button', '查看图片操场']);
	assert.equal([image.className, image.hidden], ['there', false]);
});

it('should hide an image that has failed, which the browser would show as a broken one', () => {
	const image = settled(0, undefined, 'error');
	assert.equal([image.className, image.hidden], ['there', true]);
});

for (const [what, width, html] of [
	['decoration', 119, undefined],
	['an image without a width of its own', 0, undefined],
	['an image in a link', 640, '<a href="https://b/"><b><img alt="操场"></b></a>'],
] as const)
	it(`should not make a button of ${what}`, () => {
		const image = settled(width, html);
		assert.equal(attributes(image), [null, null, null]);
		assert.equal([image.className, image.hidden], ['there', false]);
	});

it.run();
