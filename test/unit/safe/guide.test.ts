/** What leads through a replay: chapters and captions, from outside. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import fc from '../../support/fast-check.ts';
import { readCaptions } from '../../../src/safe/captions.ts';
import { readChapters } from '../../../src/safe/chapters.ts';

const it = suite('guide');

it('should read chapters in order, by seconds or clock, and leave out what has no place or name', () => {
	const long = '长'.repeat(90);
	const list = [
		{ t: 90, text: '例题' },
		{ t: '0', text: ' 开场 ' },
		{ t: '1:02:03', text: long },
		{ t: 90, text: '又一个' },
		...[-1, 1e9, NaN, '1:2:3:4', 'soon', null, {}].map((t) => ({ t, text: '无' })),
		{ t: 5, text: '' },
		{ t: 6 },
		null,
		7,
	];
	assert.equal(readChapters(list), [
		{ at: 0, name: '开场' },
		{ at: 90, name: '例题' },
		{ at: 3723, name: '长'.repeat(40) },
	]);
	assert.is(readChapters(Array.from({ length: 80 }, (_, t) => ({ t, text: `${t}` }))).length, 50);
	for (const odd of [undefined, null, 'x', {}, 5]) assert.equal(readChapters(odd), []);
});

for (const [what, file, cues] of [
	['cues', 'WEBVTT\n\n1\n00:01.500 --> 00:04.000 line:0\n你好\n世界', [[1.5, 4, '你好\n世界']]],
	['lines of Windows, hours', 'WEBVTT\r\n\r\n01:00:00.000 --> 01:00:02.000\r\na\r\n', [[3600, 3602, 'a']]],
	[
		'tags and entities',
		'WEBVTT\n\n00:00.0 --> 00:01.0\n<v 老师><b>1 &lt; 2</b> &amp; &x; &quot;&#39;&apos;',
		[[0, 1, "1 < 2 & &x; \"''"]],
	],
	['SRT', '1\n00:00:01,000 --> 00:00:02,000\na\n', [[1, 2, 'a']]],
	['notes and styles', 'WEBVTT\n\nNOTE a\n\nSTYLE\n::cue {}\n\n00:00.0 --> 00:01.0\n\nb', []],
	['a page of HTML', '<!doctype html><title>404</title>', []],
] as [string, string, [number, number, string][]][])
	it(`should read captions with ${what}`, () =>
		assert.equal(
			readCaptions(file),
			cues.map(([from, to, text]) => ({ from, to, text })),
		));

it('should read any captions without throwing, and not without end', () => {
	fc.assert(fc.property(fc.string(), (text) => readCaptions(text).length >= 0));
	const file = '00:00.0 --> 00:01.0\na\n\n'.repeat(6000);
	assert.is(readCaptions(file).length, 5000);
	assert.is(readCaptions(`00:00.0 --> 00:01.0\n${'长'.repeat(900)}`)[0]!.text.length, 200);
});

it.run();
