import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { atMoment, momentOf } from '../../../src/visit/moment.ts';

const it = suite('moment');

for (const [search, seconds] of [
	['?id=3&t=1390', 1390],
	['?t=12.5&id=3', 12.5],
	['', 0],
	['?id=3&t=', 0],
	['?id=3&t=-5', 0],
	['?id=3&t=1e9', 0],
	['?id=3&t=9999999', 0],
	['?id=3&at=5', 0],
	['?id=3&t=5x', 0],
] as const)
	it(`should begin at ${seconds} s for "${search}"`, () => assert.is(momentOf(search), seconds));

for (const [link, seconds, expected] of [
	['https://a.cn/?id=3', 1390.9, 'https://a.cn/?id=3&t=1390'],
	['https://a.cn/replay', 61, 'https://a.cn/replay?t=61'],
	['https://a.cn/?id=3#top', 61, 'https://a.cn/?id=3&t=61#top'],
	['https://a.cn/?id=3', 0, 'https://a.cn/?id=3'],
] as const)
	it(`should make of ${link} at ${seconds} s ${expected}`, () => assert.is(atMoment(link, seconds), expected));

it.run();
