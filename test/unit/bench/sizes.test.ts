import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { partOf, weigh } from '../../bench/sizes.ts';
import { pieces, segment } from '../../bench/source-map.ts';

const it = suite('bench sizes');

const segments: [string, number[]][] = [
	['AAAA', [0, 0, 0, 0]],
	['CDEF', [1, -1, 2, -2]],
	['gB', [16]],
	['2HwcqxB', [123, 456, 789]],
];
for (const [text, numbers] of segments)
	it(`should read the segment ${text}`, () => assert.equal(segment(text), numbers));

it('should cut a script by its sources', () => {
	// Column 0 from a, 3 from b, 5 from nothing, and on the next line from a again.
	const map = { sources: ['a.ts', 'b.ts'], mappings: 'AAAA,GCAA,E;ADAA' };
	assert.equal(pieces('aaabb;\naa', map), [
		{ source: 'a.ts', text: 'aaa' },
		{ source: 'b.ts', text: 'bb' },
		{ source: '', text: ';\n' },
		{ source: 'a.ts', text: 'aa' },
	]);
});

const sources: [string, string][] = [
	['../node_modules/preact/src/diff/index.js', 'preact'],
	['../node_modules/preact/compat/src/render.js', 'preact/compat'],
	['../node_modules/@preact/signals-core/src/index.ts', '@preact/signals'],
	['../node_modules/ky/source/core/Ky.ts', 'ky'],
	['../src/view/page.tsx', 'src/view'],
	['../src/config.ts', 'src/config.ts'],
	['shared:api/live.ts', 'wrapping'],
	['', 'wrapping'],
];
for (const [source, part] of sources)
	it(`should count ${source || 'no source'} to ${part}`, () => assert.is(partOf(source), part));

it('should share the whole size out among the parts, largest first', async () => {
	let state = 1;
	const noise = (length: number) =>
		Array.from({ length }, () => String.fromCharCode(33 + ((state = (state * 48271) % 2147483647) % 90))).join('');
	const parts = [
		{ name: 'small', text: noise(100) },
		{ name: 'large', text: noise(400) },
		{ name: 'small', text: noise(50) },
	];
	const weighed = await weigh(parts);
	assert.equal(
		weighed.map(({ name, raw }) => [name, raw]),
		[
			['large', 400],
			['small', 150],
		],
	);
	assert.ok(weighed.every(({ bytes }) => bytes > 0));
});

it.run();
