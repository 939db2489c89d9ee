import { mock } from 'node:test';
import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createImageHold, type ImageHoldOptions } from '../../../src/view/introduction/hold-images.ts';

const it = suite('hold images');
it.before.each(() => mock.timers.enable({ apis: ['setInterval'] }));
it.after.each(() => mock.timers.reset());

const IMAGES = '<img src="1.jpg" alt="操场"><img src="2.jpg"><img src="3.jpg">';

/** Images that are nowhere in the page. */
const requestedImages: HTMLImageElement[] = [];

/** A description whose images are held; `link` changes what the broadcast leaves. Events bubble, as linkedom captures none. */
function hold({ html = IMAGES, room = true, isNear = (_image: Element): boolean => true } = {}) {
	requestedImages.length = 0;
	setup({ html: `<!doctype html><body><div class="rich">${html}</div></body>` });
	Object.defineProperty(globalThis, 'Image', {
		configurable: true,
		value: function Image() {
			const image = document.createElement('img');
			requestedImages.push(image);
			return image;
		},
	});
	const content = document.querySelector<HTMLElement>('.rich')!;
	const link = { use: 'wait' as ReturnType<ImageHoldOptions['linkUse']>, room, measured: 0 };
	const holdImages = createImageHold({
		linkUse: () => link.use,
		hasRoom: async () => {
			link.measured++;
			return link.room;
		},
		isNear,
	});
	holdImages(content);
	/** Lets time pass, in which the images that were requested do not arrive. */
	const wait = async (milliseconds = 500) => {
		for (let time = 0; time < milliseconds; time += 250) {
			mock.timers.tick(250);
			await Promise.resolve();
			await Promise.resolve();
		}
	};
	const images = () => [...content.querySelectorAll('img')].map((image) => image.getAttribute('src'));
	const settle = (index: number, type = 'load') =>
		content.querySelectorAll('img')[index]!.dispatchEvent(new Event(type, { bubbles: true }));
	const buttons = () => [...content.querySelectorAll('button')];
	return { holdImages, content, link, wait, images, settle, buttons };
}

it('should hold every image while the stream begins', async () => {
	const { link, wait, images, buttons } = hold();
	await wait(9750);
	assert.equal(images(), [null, null, null]);
	assert.equal([buttons().length, link.measured], [0, 0]);
});

it('should load one after another while there is room, failed ones too', async () => {
	const { link, wait, images, settle } = hold();
	link.use = 'some';
	await wait();
	assert.equal(images(), ['1.jpg', null, null]);
	await wait(5000);
	assert.equal(images(), ['1.jpg', null, null]);
	settle(0);
	await wait();
	assert.equal(images(), ['1.jpg', '2.jpg', null]);
	settle(1, 'error');
	await wait();
	assert.equal(images(), ['1.jpg', '2.jpg', '3.jpg']);
});

it('should abort an image that takes 20 seconds, offer it, and load the next; all when the broadcast is over', async () => {
	const { link, wait, images, buttons } = hold();
	link.use = 'some';
	await wait(20_000);
	assert.equal(images(), ['1.jpg', null, null]);
	await wait(250);
	assert.equal([images(), buttons()[0]!.textContent], [[null, '2.jpg', null], '点击看图 操场']);
	await wait(20_500);
	assert.equal(images(), [null, null, '3.jpg']);
	await wait(60_000);
	assert.equal(images(), [null, null, null]);
	link.use = 'all';
	await wait(250);
	assert.equal([images(), buttons().length], [['1.jpg', '2.jpg', '3.jpg'], 0]);
});

it('should hold the posters of videos, and load them in their turn', async () => {
	const { holdImages, content, link, wait, images, settle } = hold({
		html: '<img src="1.jpg"><video src="v.mp4" poster="p.jpg"></video>',
	});
	const poster = () => content.querySelector('video')!.getAttribute('poster');
	assert.is(poster(), null);
	link.use = 'some';
	await wait();
	assert.equal([images(), poster()], [['1.jpg'], null]);
	settle(0);
	await wait();
	assert.equal(
		requestedImages.map((image) => image.getAttribute('src')),
		['p.jpg'],
	);
	assert.is(poster(), null);
	requestedImages[0]!.onload!(new Event('load'));
	assert.is(poster(), 'p.jpg');
	// The next slice of a description.
	holdImages(content);
	assert.equal([poster(), requestedImages.length], ['p.jpg', 1]);
});

it('should hold the same place as the image that it offers', async () => {
	const { wait, buttons } = hold({
		html: '<img src="1.jpg" width="300"><img src="2.jpg" style="width:40%;float:left">',
	});
	await wait(10_000);
	assert.equal(
		buttons().map(({ style }) => [style.width, style.getPropertyValue('float') || '']),
		[
			['300px', ''],
			['40%', 'left'],
		],
	);
});

it('should not hold an image again that loads, as more of a description comes', async () => {
	const { holdImages, content, link, wait, images } = hold();
	link.use = 'some';
	await wait();
	content.insertAdjacentHTML('beforeend', '<img src="4.jpg">');
	holdImages(content);
	assert.equal(images(), ['1.jpg', null, null, null]);
});

it('should load all at once when the broadcast is over', async () => {
	const { link, wait, images } = hold();
	await wait(1000);
	link.use = 'all';
	await wait(250);
	assert.equal(images(), ['1.jpg', '2.jpg', '3.jpg']);
});

it('should load what is near the window only', async () => {
	const { link, wait, images } = hold({
		isNear: (image) => image.getAttribute('alt') === '近',
		html: '<img src="1.jpg"><img src="2.jpg" alt="近">',
	});
	link.use = 'some';
	await wait(5000);
	assert.equal(images(), [null, '2.jpg']);
});

it('should offer images for a tap on a link without room, and load only that one', async () => {
	const { link, wait, images, buttons } = hold({ room: false });
	link.use = 'some';
	await wait();
	assert.equal(
		buttons().map(({ textContent }) => textContent!.trim()),
		['点击看图 操场', '点击看图', '点击看图'],
	);
	assert.ok([...document.querySelectorAll('img')].every(({ hidden }) => hidden));
	buttons()[0]!.click();
	await wait(60_000);
	assert.equal(images(), ['1.jpg', null, null]);
	assert.is(document.activeElement, document.querySelector('img'));
	assert.equal([buttons().length, document.querySelector('img')!.hidden, link.measured], [2, false, 1]);
});

it('should offer a linked image beside its link', async () => {
	const { content, link, wait } = hold({ html: '<a href="https://x.example/"><img src="1.jpg"></a>', room: false });
	link.use = 'some';
	await wait();
	assert.equal(
		[...content.children].map(({ localName }) => localName),
		['button', 'a'],
	);
});

it('should hold the images of another element likewise, one of both at a time', async () => {
	const { holdImages, content, link, wait, images, settle, buttons } = hold({ html: '<img src="1.jpg">' });
	link.use = 'some';
	await wait();
	content.insertAdjacentHTML('beforeend', '<ul><li><img class="news-image" src="2.jpg"></li></ul>');
	holdImages(content.querySelector('ul')!);
	await wait();
	assert.equal(images(), ['1.jpg', null]);
	settle(0);
	await wait();
	assert.equal(images(), ['1.jpg', '2.jpg']);
	link.use = 'none';
	await wait(250);
	assert.equal([images(), buttons()[0]!.className], [['1.jpg', null], 'held news-image']);
});

it('should hold images again that come after a refusal, and offer them ten seconds later', async () => {
	const { holdImages, content, link, wait, images, buttons } = hold({ html: '<img src="1.jpg">', room: false });
	link.use = 'some';
	await wait();
	content.innerHTML = '<img src="2.jpg">';
	holdImages(content);
	link.use = 'wait';
	await wait(9750);
	assert.equal([images(), buttons().length], [[null], 0]);
	await wait(250);
	assert.is(buttons().length, 1);
	link.use = 'some';
	link.room = true;
	await wait();
	assert.equal(images(), ['2.jpg']);
});

it('should forget images that are gone', async () => {
	const { content, link, wait } = hold();
	const gone = [...content.children];
	content.innerHTML = '<p></p>';
	link.use = 'some';
	await wait(1000);
	assert.ok(gone.every((image) => !image.hasAttribute('src')));
	assert.is(link.measured, 0);
});

it('should offer images that have waited for ten seconds, and load them when there is room', async () => {
	const { link, wait, images, buttons } = hold();
	link.use = 'none';
	await wait(10_000);
	assert.is(buttons().length, 3);
	link.use = 'some';
	await wait();
	assert.equal([images(), buttons().length], [['1.jpg', null, null], 2]);
});

it('should abort an image that takes rate from the stream, and offer it and the rest', async () => {
	const { link, wait, images, settle, buttons } = hold();
	link.use = 'some';
	await wait();
	settle(0);
	await wait();
	assert.equal(images(), ['1.jpg', '2.jpg', null]);
	link.use = 'none';
	await wait(250);
	assert.equal([images(), buttons().length], [['1.jpg', null, null], 2]);
	link.use = 'some';
	await wait(60_000);
	assert.equal(images(), ['1.jpg', null, null]);
	link.use = 'all';
	await wait(250);
	assert.equal([images(), buttons().length], [['1.jpg', '2.jpg', '3.jpg'], 0]);
});

it('should leave what is there, and decoration', () => {
	const { images } = hold({
		html: '<img src="1.jpg" class="there"><img src="2.gif" width="20"><img src="3.jpg" width="600">',
	});
	assert.equal(images(), ['1.jpg', '2.gif', null]);
});

it.run();
