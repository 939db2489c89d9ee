import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followCover } from '../../../src/view/stage/follow-cover.ts';
import { setup } from '../../support/dom.ts';

const it = suite('cover');
it.before.each(() => setup());

/** A followed cover: its image after so many failures, or one before it was followed. */
function fail(src: string, urls: string[], times: number, before = false): string {
	const image = document.createElement('img');
	image.setAttribute('src', src);
	Object.assign(image, { complete: before, naturalWidth: 0 });
	followCover(image, urls);
	for (let count = 0; count < times; count++) image.dispatchEvent(new Event('error'));
	return image.getAttribute('src')!;
}

for (const [what, src, urls, times, before, shown] of [
	['no image that fails', 'a', ['a', 'b'], 0, false, 'a'],
	['the next after a failure', 'a', ['a', 'b', 'c'], 1, false, 'b'],
	['the last after two', 'a', ['a', 'b', 'c'], 2, false, 'c'],
	['the last, once, where that fails, too', 'a', ['a', 'b'], 9, false, 'b'],
	['the next after an earlier failure', 'a', ['a', 'b'], 0, true, 'b'],
	['the first where another has failed', '/null', ['a'], 1, false, 'a'],
	['what it has where there is no other', 'a', ['a'], 1, false, 'a'],
] as const)
	it(`should show ${what}`, () => assert.is(fail(src, [...urls], times, before), shown));

it.run();
