import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { requestOf } from '../../../src/safe/foreign-image.ts';

const it = suite('foreign image');

for (const [page, own, others] of [
	[
		'live.school.com.cn',
		['https://img.school.com.cn/a', 'https://school.com.cn:8443/a', 'data:image/png;base64,AA', '/a.png'],
		['https://mmbiz.qpic.cn/a', 'https://image2.135editor.com/a', 'https://other.com.cn/a', 'http://wx1.sinaimg.cn/a'],
	],
	['live.example.com', ['https://example.com/a'], ['https://cdn.nlark.com/a', 'https://example.com.evil.cn/a']],
	['localhost', ['http://localhost:8080/a'], ['http://127.0.0.1/a']],
] as const)
	it(`should send no referrer from ${page} to other sites`, () => {
		for (const url of own) assert.equal(requestOf(url, page), {}, url);
		for (const url of others) assert.equal(requestOf(url, page), { referrerpolicy: 'no-referrer' }, url);
	});

it.run();
