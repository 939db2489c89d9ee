import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { safeUrl, streamAddress } from '../../../src/safe/url.ts';
import { PAYLOADS, URL_PAYLOADS } from '../../fixtures/payloads.ts';
import { anyText } from '../../support/any-text.ts';
import { setup } from '../../support/dom.ts';

const it = suite('address');
const HTTP = 'http://live.example.com/page/?id=1';
const HTTPS = 'https://live.example.com/page/?id=1';

const allowed: [address: string, base: string, becomes: string][] = [
	['https://cdn.example.com/a.jpg', HTTPS, 'https://cdn.example.com/a.jpg'],
	['https://cdn.example.com/a.jpg', HTTP, 'https://cdn.example.com/a.jpg'],
	['http://cdn.example.com/a.jpg', HTTP, 'http://cdn.example.com/a.jpg'],
	['HTTPS://CDN.example.com/A.jpg', HTTPS, 'https://cdn.example.com/A.jpg'],
	['  https://cdn.example.com/a.jpg\n', HTTPS, 'https://cdn.example.com/a.jpg'],
	['//cdn.example.com/a.jpg', HTTPS, 'https://cdn.example.com/a.jpg'],
	['//cdn.example.com/a.jpg', HTTP, 'http://cdn.example.com/a.jpg'],
	['/upload/a.jpg', HTTPS, 'https://live.example.com/upload/a.jpg'],
	['a.jpg', HTTPS, 'https://live.example.com/page/a.jpg'],
	['https://cdn.example.com/图.jpg?a=1&b=2#c', HTTPS, 'https://cdn.example.com/%E5%9B%BE.jpg?a=1&b=2#c'],
	// Mixed content is upgraded, port and all.
	['http://cdn.example.com/a.jpg', HTTPS, 'https://cdn.example.com/a.jpg'],
	['http://cdn.example.com:8080/a.jpg', HTTPS, 'https://cdn.example.com:8080/a.jpg'],
];
for (const [address, base, becomes] of allowed) {
	it(`should accept ${JSON.stringify(address)} on ${base.split(':')[0]}`, () =>
		assert.is(safeUrl(address, base), becomes));
}

const SCRIPTS = ['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)'];
const DATA = ['data:text/html,<script>alert(1)</script>', 'data:image/png;base64,AAAA', 'blob:https://a/1'];
const FILES = 'file:///etc/passwd ftp://example.com/a vbscript:x about:blank mailto:a@example.com'.split(' ');
const APPS = 'weixin://dl/chat intent://x#Intent;end artc://play.example.com/live/a'.split(' ');
const INVALID = ['null', 'undefined', 'http://', 'https://[bad', 'http://a b/', '', '   '];
const NO_TEXT = [null, undefined, 0, true, [], ['https://a/'], { toString: () => 'https://a/' }];
for (const address of [...SCRIPTS, ...DATA, ...FILES, ...APPS, ...INVALID, ...NO_TEXT])
	it(`should refuse ${JSON.stringify(address)}`, () => assert.is(safeUrl(address, HTTPS), ''));

it('should use no hostile address, and take markup for a path of the own host at most', () => {
	for (const address of URL_PAYLOADS)
		assert.equal([safeUrl(address, HTTP), streamAddress(address, HTTP)], ['', ''], JSON.stringify(address));
	for (const markup of PAYLOADS)
		for (const url of [safeUrl(markup, HTTP), streamAddress(markup, HTTP)])
			assert.ok(!url || new URL(url).origin === new URL(HTTP).origin, `${markup} became ${url}`);
});

it('should resolve against the URL of the page', () => {
	setup({ href: 'https://live.example.com/deep/page.html?id=5' });
	assert.is(safeUrl('a.jpg'), 'https://live.example.com/deep/a.jpg');
	assert.is(safeUrl('http://cdn.example.com/'), 'https://cdn.example.com/');
});

it('should return an http(s) URL or nothing, and never throw', () => {
	const text = anyText(...'http https javascript data : / // @ [ ] ? # % \\ a.com artc'.split(' '), '\t');
	fc.assert(
		fc.property(fc.oneof(fc.anything(), text), (value) => {
			assert.match(safeUrl(value, HTTP), /^(https?:\/\/[^/]|$)/);
			assert.match(safeUrl(value, HTTPS), /^(https:\/\/[^/]|$)/);
		}),
	);
});

it('should return a stream address unchanged', () => {
	const artc = [
		'artc://play.example.com/live/a?auth_key=1-0-0-x%2F@subaudio=no&subvideo=no',
		'artc://{Host}/Live/直播',
	];
	for (const address of [...artc, 'whep://host/live', 'wheps://user@host/live?token=a', 'webrtc://host/live/a'])
		assert.is(streamAddress(` ${address} `), address);
});

it('should apply the same rules to any other stream address', () => {
	assert.is(streamAddress('http://cdn.example.com/a.m3u8', HTTPS), 'https://cdn.example.com/a.m3u8');
	const invalid = ['artc://', 'artc:///live', 'artc:// host', 'artc:host', 'wheps:///live', 'javascript:artc://host'];
	for (const address of [...invalid, 'whip://host/live', null, 7])
		assert.is(streamAddress(address, HTTPS), '', `${address}`);
});

it.run();
