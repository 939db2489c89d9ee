import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setup } from '../../support/dom.ts';
import {
	type Context,
	createListReaders,
	fillIn,
	isMasterList,
	isNoMedia,
	readMediaList,
} from '../../../src/player/act/hls-lists.ts';

const it = suite('hls lists');

const list = (...lines: string[]) => ['#EXTM3U', ...lines, '#EXTINF:3.2,', 'a.ts', '#EXTINF:5.9,', 'b.ts'].join('\n');
const targetOf = (text: string) => (/TARGETDURATION:(.*)/.exec(text) || [])[1];

for (const [written, expected] of [
	['4', 4],
	['7', 7],
	['60', 60],
	['2147484', 6],
	['0', 6],
	['1e9', 6],
	['-3', 6],
	['soon', 6],
	['', 6],
	[null, 6],
] as const)
	it(`should read a target duration of ${written === null ? 'none' : `“${written}”`} as ${expected} s, once`, () => {
		const { text, target } = readMediaList(list(...(written === null ? [] : [`#EXT-X-TARGETDURATION:${written}`])))!;
		assert.equal([targetOf(text), text.split('TARGETDURATION').length], [`${expected}`, 2]);
		// It does not stand while its longest segment may last.
		assert.is(target, Math.max(6, expected));
		assert.ok(text.startsWith('#EXTM3U\n') && text.endsWith('b.ts'));
	});

it('should read a list with spaces before its durations', () =>
	assert.is(readMediaList('#EXTM3U\n#EXTINF: 6.5,\na.ts')!.target, 7));

it('should read a day in segments of a second', () =>
	assert.is(readMediaList(`#EXTM3U\n${'#EXTINF:1,\na.ts\n'.repeat(86_400)}`)!.target, 1));

it('should bound segments of hours', () => assert.is(readMediaList('#EXTM3U\n#EXTINF:86400,\na.ts')!.target, 60));

for (const text of ['', '<html>', '#EXTM3U', '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST', list().slice(1)])
	it(`should find no segments in ${JSON.stringify(text.slice(0, 12))}…`, () => assert.is(readMediaList(text), null));

it('should tell a list of lists', () => {
	assert.ok(isMasterList('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8'));
	assert.not(isMasterList(list('#EXT-X-INDEPENDENT-SEGMENTS')));
});

for (const [line, expected] of [
	['#EXT-X-KEY:METHOD=AES-128,URI="k"', true],
	['#EXT-X-KEY:URI="k",METHOD=AES-128', true],
	['#EXT-X-KEY: METHOD=AES-128,URI="k"', true],
	['#EXT-X-KEY:METHOD=NONE', false],
	['#EXT-X-BYTERANGE:100@0', true],
	['#EXT-X-MAP:URI="init.mp4"', false],
] as const)
	it(`should ${expected ? '' : 'not '}read segments whole with ${line}`, () =>
		assert.is(readMediaList(list(line))!.isWhole, expected));

it('should load by https what a page of https is given by http', () => {
	const text = list('#EXT-X-KEY:METHOD=AES-128,URI="http://a/k"').replace('a.ts', 'http://a/a.ts?next=http://b');
	const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://a/a.m3u8';
	for (const protocol of ['https:', 'http:']) {
		setup();
		Object.assign(location, { protocol });
		const reader = createListReaders().follow(true, () => {});
		const read = (type: string, text: string) =>
			reader.read({ url: 'https://a/b.m3u8', type } as never, text).text.match(/https?:\/\/\w/g);
		assert.not(reader.isUpgraded());
		assert.equal(read('manifest', master), [`${protocol}//a`]);
		assert.equal(read('level', text), [`${protocol}//a`, `${protocol}//a`, 'http://b']);
		assert.is(reader.isUpgraded(), protocol === 'https:');
	}
});

it('should mark what is new by number and count of the segments, also of those that a list skips, and know the end', () => {
	const { mark, isEnded } = readMediaList(list('#EXT-X-MEDIA-SEQUENCE:7'))!;
	const same = readMediaList(`${list('#EXT-X-MEDIA-SEQUENCE:7')}?signed=anew\n#EXT-X-ENDLIST`)!;
	assert.equal([isEnded, same.isEnded, same.mark], [false, true, mark]);
	const delta = readMediaList(list('#EXT-X-MEDIA-SEQUENCE:6', '#EXT-X-SKIP:SKIPPED-SEGMENTS=3'))!;
	const whole = readMediaList(list('#EXT-X-MEDIA-SEQUENCE:6', ...Array<string>(3).fill('#EXTINF:4,\nz.ts')))!;
	assert.is(delta.mark, whole.mark);
	for (const other of [list('#EXT-X-MEDIA-SEQUENCE:8'), `${list('#EXT-X-MEDIA-SEQUENCE:7')}\n#EXTINF:1,\nc.ts`])
		assert.is.not(readMediaList(other)!.mark, mark);
});

for (const [what, isReplay, first, later, expected] of [
	['take a live that has had nothing new for three target durations for interrupted', false, 1, 1, [false, true]],
	['not take one that has grown for that', false, 1, 2, [false, false]],
	['end a recording that has not grown', true, 1, 1, ['', '#EXT-X-ENDLIST']],
	['not end one that has', true, 1, 2, ['', '']],
] as const)
	it(`should ${what}, also by another query`, () => {
		setup();
		let now = 1000;
		const clock = mock.method(performance, 'now', () => now);
		const { follow } = createListReaders();
		const seen = [first, later].map((count, index) => {
			const url = `https://cdn.example.com/a.m3u8?hls_ctx=${index}`;
			const read = follow(isReplay, () => {}).read({ url } as Context, list() + '\n#EXTINF:1,\nc.ts'.repeat(count));
			now += 18_000;
			return isReplay ? (/#EXT-X-ENDLIST/.exec(read.text) ?? [''])[0] : !!(read.isStale || !read.text);
		});
		assert.equal(seen, [...expected]);
		clock.mock.restore();
	});

it('should give nothing of a live that stands, however often it is requested, until there is something new', () => {
	setup();
	let now = 1000;
	const clock = mock.method(performance, 'now', () => now);
	const { follow } = createListReaders();
	const load = () => {
		const { read } = follow(false, () => {});
		return (text: string) => !!read({ url: '/l', type: 'level', level: 0 } as Context, text).text;
	};
	assert.ok(load()(list()));
	now += 20_000;
	const again = load();
	assert.equal([again(list()), again(list()), again(list('#EXT-X-MEDIA-SEQUENCE:1'))], [false, false, true]);
	clock.mock.restore();
});

for (const [text, expected] of [
	['<!DOCTYPE html><html>', true],
	['\r\n<html><head>', true],
	['{"code":403,"msg":"过期"}', true],
	['', true],
	['G@\x11\x10\x00B\xf0', false],
	['\x00\x00\x00\x18ftypisom', false],
	['<\x8f\x02\xfe\x91\x00\x17', false],
	['ID3\x04\x00', false],
] as const)
	it(`should ${expected ? 'not ' : ''}take ${JSON.stringify(text)} for media`, () =>
		assert.is(isNoMedia(Buffer.from(text, expected ? 'utf8' : 'latin1')), expected));

const OTHERS = '{$b}{$constructor}{a}$a';
for (const [what, lines, url, expected] of [
	['what it defines', '#EXT-X-DEFINE:NAME="a",VALUE="x/y"\n{$a}/1.ts?{$a}', '/l', 'x/y/1.ts?x/y'],
	['an attribute of its address', '#EXT-X-DEFINE:QUERYPARAM="a"\n{$a}.ts', '/l?b=1&a=2', '2.ts'],
	['what its master list defines', '#EXT-X-DEFINE:IMPORT="m"\nURI="{$m}.key"', '/l', 'URI="master.key"'],
	['an attribute that is missing', '#EXT-X-DEFINE:QUERYPARAM="a"\n1{$a}.ts', '/l', '1.ts'],
	['only what is defined', `#EXT-X-DEFINE:NAME="a",VALUE="x"\n${OTHERS}`, '/l', OTHERS],
] as const)
	it(`should put in place of a name ${what}`, () => {
		const values: Record<string, string> = Object.assign(Object.create(null), { m: 'master' });
		assert.is(fillIn(lines, url, values).split('\n')[1], expected);
	});

for (const [offset, isReplay, startAt, isLeft] of [
	['12.5', true, 12.5, false],
	['-20,PRECISE=YES', true, 80, true],
	['-120', true, 0, true],
	['120', true, 0, false],
	['0', false, 0, false],
	['90', false, 90, false],
	['-30', false, 70, true],
	['soon', true, 0, true],
] as const)
	it(`should ${isLeft ? 'leave' : 'take'} TIME-OFFSET=${offset} ${isLeft ? 'to' : 'from'} hls.js`, () => {
		const reader = createListReaders().follow(isReplay, () => {});
		const { text } = reader.read({ url: '/l' } as Context, list(`#EXT-X-START:TIME-OFFSET=${offset}`));
		assert.equal([reader.startAt(100), /START/.test(text)], [startAt, isLeft]);
	});

it.run();
