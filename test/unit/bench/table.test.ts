import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { number, table } from '../../bench/table.ts';

const it = suite('bench table');

it('should align words to the left and numbers to the right', () => {
	assert.is(
		table(
			['link', 'bytes'],
			[
				['2G', '1,234'],
				['slow 3G', '5'],
			],
		),
		['| link    | bytes |', '|---------|------:|', '| 2G      | 1,234 |', '| slow 3G |     5 |'].join('\n'),
	);
});

it('should keep columns that have no text', () => {
	assert.is(table(['', 'n'], [['a']]), ['|     |   n |', '|-----|----:|', '| a   |     |'].join('\n'));
});

const cases: [number, number, string][] = [
	[1234.5, 0, '1,235'],
	[0.1352, 3, '0.135'],
	[0, 3, '0.000'],
	[Infinity, 0, 'never'],
	[NaN, 2, '–'],
];
for (const [value, digits, text] of cases)
	it(`should write ${value} as ${text}`, () => assert.is(number(value, digits), text));

it.run();
