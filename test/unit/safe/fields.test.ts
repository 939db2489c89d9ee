import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countOf, records, text } from '../../../src/safe/fields.ts';

const it = suite('fields');

const texts: [unknown, string][] = [
	['直播', '直播'],
	['', ''],
	[' a ', ' a '],
	[7, '7'],
	[0, '0'],
	[-1.5, '-1.5'],
	[NaN, ''],
	[null, ''],
	[undefined, ''],
	[true, ''],
	[{}, ''],
	[['a'], ''],
	[Object('a'), ''],
];
for (const [value, becomes] of texts) {
	it(`should read ${value !== value ? 'NaN' : JSON.stringify(value)} as the text ${JSON.stringify(becomes)}`, () =>
		assert.is(text(value), becomes));
}

it('should cut a text at its limit and keep a shorter one', () => {
	assert.is(text('123456', 5), '12345');
	assert.is(text('12345', 5), '12345');
	assert.is(text(123456, 5), '12345');
	assert.is(text('x'.repeat(200_000)).length, 100_000);
});

for (const [value, limit, becomes] of [
	['\ud800', 9, ''],
	['a\udc00b\ud83dc', 9, 'a\ufffdb\ufffdc'],
	['一😀二', 9, '一😀二'],
	[`${'9'.repeat(99)}😀`, 100, '9'.repeat(99)],
	[`${'9'.repeat(98)}😀1`, 100, `${'9'.repeat(98)}😀`],
] as const)
	it(`should cut ${JSON.stringify(value)} between characters and make it well-formed`, () => {
		assert.is(text(value, limit), becomes);
		encodeURIComponent(text(value, limit));
	});

const counts: [unknown, number | string][] = [
	[12345, 12345],
	['12345', 12345],
	[' 12 ', 12],
	['1e3', 1000],
	[9.99, 9],
	['9.99', 9],
	[0, 0],
	['0', 0],
	[-1, 0],
	['-1', 0],
	['', 0],
	[' ', 0],
	['12,345', 12345],
	['1,234,567', 1234567],
	['1.2万', 12000],
	[' 1.2 万 ', 12000],
	['3万 ', 30000],
	['1.23万', 12300],
	['万', 0],
	['1e999', 0],
	['-1万', 0],
	['10万+', '10万+'],
	['1.5w', '1.5w'],
	[' 99+ ', '99+'],
	['1万2', '1万2'],
	[`${'9'.repeat(30)}+`, 99999999999999999999],
	['多于10万，而且每分钟还在增加', '多于10万，而且每分钟还在增加'],
	[`+${'一'.repeat(30)}9`, 0],
	['很多', 0],
	['abc', 0],
	[NaN, 0],
	[Infinity, 0],
	['Infinity', 0],
	[null, 0],
	[undefined, 0],
	[true, 0],
	[[5], 0],
	[{ valueOf: () => 5 }, 0],
];
for (const [value, becomes] of counts) {
	it(`should count ${typeof value === 'number' ? value : JSON.stringify(value)} as ${JSON.stringify(becomes)}`, () =>
		assert.is(countOf(value), becomes));
}

it('should keep the records of a list and drop the rest', () => {
	assert.equal(records([{ a: 1 }, null, 'b', 3, undefined, { c: 2 }, false]), [{ a: 1 }, { c: 2 }]);
	for (const value of [null, undefined, {}, 'list', 3, { length: 1, 0: {} }]) assert.equal(records(value), []);
});

it('should never throw and always return the declared type', () => {
	fc.assert(
		fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (value) => {
			assert.type(text(value), 'string');
			const count = countOf(value);
			assert.ok(
				typeof count === 'string' ? /^.{0,20}$/s.test(count) : count >= 0 && Number.isInteger(count),
				`${count}`,
			);
			for (const item of records(value)) assert.ok(item && typeof item === 'object');
		}),
	);
});

it.run();
