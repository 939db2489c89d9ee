import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createImageUrl, originalImageUrl } from '../../../src/safe/image-url.ts';

const it = suite('image URL');
const imageUrl = createImageUrl(['oss.example.com'], 3);

for (const [url, reduced] of [
	['https://oss.example.com/a.jpg', 'https://oss.example.com/a.jpg?x-oss-process=image/resize,w_720'],
	['https://oss.example.com/a.jpg?v=1', 'https://oss.example.com/a.jpg?v=1&x-oss-process=image/resize,w_720'],
] as const)
	it(`should reduce ${url} to two device pixels per CSS pixel, and give back the original`, () => {
		assert.is(imageUrl(url, 360), reduced);
		assert.is(originalImageUrl(reduced), url);
	});

for (const url of [
	'https://other.example.com/a.jpg',
	'https://oss.example.com/a.jpg?x-oss-process=style/card',
	'https://other.example.com/a.jpg?x-oss-process=image/resize,w_720&v=1',
])
	it(`should leave ${url} as it is, reduced or original`, () =>
		assert.equal([imageUrl(url, 360), originalImageUrl(url)], [url, url]));

it.run();
