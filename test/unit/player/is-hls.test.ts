import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isHls } from '../../../src/player/core/is-hls.ts';

const it = suite('addresses of HLS');
const LIST = 'https://cdn.example.com/a.m3u8';

for (const [url, expected] of [
	[LIST, true],
	[`${LIST}?auth_key=1`, true],
	['https://cdn.example.com/play?file=a.M3U8&t=1', true],
	[`${LIST}#t=1`, true],
	['https://cdn.example.com/a.m3u8.mp4', false],
	['https://cdn.example.com/a.mp4?name=x.m3u8', false],
	['https://cdn.example.com/a.mp4', false],
	['', false],
] as const)
	it(`should ${expected ? '' : 'not '}take ${url || 'no address'} for an HLS list`, () =>
		assert.is(isHls(url), expected));

it.run();
