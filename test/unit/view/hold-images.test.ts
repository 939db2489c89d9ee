import { mock } from 'node:test';
import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createImageHold, type ImageHoldOptions } from '../../../src/view/introduction/hold-images.ts';

const it = suite('hold images');
it.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
it.after.each(() => mock.timers.reset());

const IMAGES = '<img src="1.jpg" alt="操场"><img src="2.jpg"><img src="3.jpg">';

type Use = ReturnType<ImageHoldOptions['linkUse']>;

/** A description whose images are held; `link` changes what the broadcast leaves. Events bubble, as linkedom captures none. */
function hold({ html = IMAGES, room = true, use = 'wait' as Use, isNear = (_image: Element): boolean => true } = {}) {
	setup({ html: `<!doctype html><body><div class="rich">${html}</div></body>` });
	const content = document.querySelector<HTMLElement>('.rich')!;
	const link = { use, room, measured: 0, looks: 0 };
	const { hold: holdImages, wake } = createImageHold({
		linkUse: () => (link.looks++, link.use),
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
	/** Lets so much time pass, then compares the images that are requested, and the number of buttons. */
	const after = async (milliseconds: number, requested: (string | null)[], offered: number) => {
		await wait(milliseconds);
		assert.equal([images(), buttons().length], [requested, offered], `after ${milliseconds} ms`);
	};
	return { holdImages, wake, content, link, wait, images, settle, buttons, after };
}

it('should hold every image while the stream begins, offer those that have waited for ten seconds, and load them when there is room', async () => {
	const { link, wake, after } = hold();
	await after(9750, [null, null, null], 0);
	assert.is(link.measured, 0);
	link.use = 'none';
	await after(250, [null, null, null], 3);
	link.use = 'some';
	wake();
	await after(500, ['1.jpg', null, null], 2);
});

it('should look for room every two seconds once all images are offered', async () => {
	const { link, after } = hold({ use: 'none' });
	await after(10_000, [null, null, null], 3);
	const { looks } = link;
	await after(20_000, [null, null, null], 3);
	assert.is(link.looks, looks + 10);
	link.use = 'some';
	await after(2000, ['1.jpg', null, null], 2);
});

it('should hold an image again that has failed, as it is to load once more', async () => {
	const { holdImages, link, content, settle, after } = hold({ html: IMAGES.slice(0, IMAGES.indexOf('<img src="2')) });
	link.use = 'all';
	await after(250, ['1.jpg'], 0);
	link.use = 'wait';
	holdImages(content);
	await after(0, ['1.jpg'], 0);
	settle(0, 'error');
	holdImages(content);
	await after(0, [null], 0);
});

for (const event of ['scroll', 'wake'])
	it(`should time nothing once all images are offered, until a ${event}`, async () => {
		const near = { image: false };
		const { link, wake, after } = hold({ use: 'some', isNear: () => near.image });
		await after(10_000, [null, null, null], 3);
		const { looks } = link;
		near.image = true;
		await after(60_000, [null, null, null], 3);
		assert.is(link.looks, looks);
		if (event === 'wake') wake();
		else document.dispatchEvent(new Event('scroll'));
		await after(250, ['1.jpg', null, null], 2);
	});

it('should load one after another while there is room, failed ones too', async () => {
	const { settle, after } = hold({ use: 'some' });
	await after(500, ['1.jpg', null, null], 0);
	await after(5000, ['1.jpg', null, null], 0);
	settle(0);
	await after(500, ['1.jpg', '2.jpg', null], 0);
	settle(1, 'error');
	await after(500, ['1.jpg', '2.jpg', '3.jpg'], 0);
});

it('should abort an image that takes 20 seconds, offer it, and load the next; all when the broadcast is over', async () => {
	const { link, wake, buttons, after } = hold({ use: 'some' });
	await after(20_000, ['1.jpg', null, null], 2);
	await after(250, [null, '2.jpg', null], 2);
	assert.is(buttons()[0]!.textContent, '点击看图 操场');
	await after(20_500, [null, null, '3.jpg'], 2);
	await after(60_000, [null, null, null], 3);
	link.use = 'all';
	wake();
	await after(250, ['1.jpg', '2.jpg', '3.jpg'], 0);
});

it('should hold the same place as the image that it offers', async () => {
	const { wait, buttons } = hold({
		html: '<img src="1.jpg" width="300"><img src="2.jpg" style="width:40%;float:left">',
	});
	await wait(10_000);
	const places = buttons().map(({ style }) => `${style.width} ${style.getPropertyValue('float') || ''}`);
	assert.equal(places, ['300px ', '40% left']);
});

it('should not hold an image again that loads, as more of a description comes', async () => {
	const { holdImages, content, wait, images } = hold({ use: 'some' });
	await wait();
	content.insertAdjacentHTML('beforeend', '<img src="4.jpg">');
	holdImages(content);
	assert.equal(images(), ['1.jpg', null, null, null]);
});

it('should load what is near the window only', async () => {
	const html = '<img src="1.jpg"><img src="2.jpg" alt="近">';
	const { after } = hold({ isNear: (image) => image.getAttribute('alt') === '近', html, use: 'some' });
	await after(5000, [null, '2.jpg'], 0);
});

it('should offer images for a tap on a link without room, and load only that one', async () => {
	const { link, wait, after, buttons } = hold({ room: false, use: 'some' });
	await wait();
	const names = buttons().map(({ textContent }) => textContent!.trim());
	assert.equal(names, ['点击看图 操场', '点击看图', '点击看图']);
	assert.ok([...document.querySelectorAll('img')].every(({ hidden }) => hidden));
	buttons()[0]!.click();
	await after(60_000, ['1.jpg', null, null], 2);
	assert.is(document.activeElement, document.querySelector('img'));
	assert.equal([document.querySelector('img')!.hidden, link.measured], [false, 1]);
});

it('should offer a linked image beside its link', async () => {
	const { content, wait } = hold({
		html: '<a href="https://x.example/"><img src="1.jpg"></a>',
		room: false,
		use: 'some',
	});
	await wait();
	assert.equal([content.children.length, content.firstElementChild!.localName], [2, 'button']);
});

it('should hold the images of another element likewise, one of both at a time, and abort one that takes rate from the stream', async () => {
	const { holdImages, content, link, settle, buttons, after } = hold({ html: '<img src="1.jpg">', use: 'some' });
	await after(500, ['1.jpg'], 0);
	content.insertAdjacentHTML('beforeend', '<ul><li><img class="news-image" src="2.jpg"></li></ul>');
	holdImages(content.querySelector('ul')!);
	await after(500, ['1.jpg', null], 0);
	settle(0);
	await after(500, ['1.jpg', '2.jpg'], 0);
	link.use = 'none';
	await after(250, ['1.jpg', null], 1);
	assert.is(buttons()[0]!.className, 'held news-image');
	link.use = 'some';
	await after(60_000, ['1.jpg', null], 1);
	// The next slice of a description may find more room.
	holdImages(content);
	await after(500, ['1.jpg', '2.jpg'], 0);
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

it('should leave what is there, and decoration', () => {
	const { images } = hold({
		html: '<img src="1.jpg" class="there"><img src="2.gif" width="20"><img src="3.jpg" width="600">',
	});
	assert.equal(images(), ['1.jpg', '2.gif', null]);
});

it.run();
