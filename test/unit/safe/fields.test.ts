import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countOf, records, text } from '../../../src/safe/fields.ts';
import { timeOf } from '../../../src/safe/time.ts';

// Where the day begins at another time than in UTC.
process.env.TZ = 'Asia/Shanghai';

const it = suite('fields');

it('should read text and numbers as text, and nothing else', () => {
	for (const value of ['直播', '', ' a ', 7, 0, -1.5]) assert.is(text(value), `${value}`);
	for (const value of [NaN, null, undefined, true, {}, ['a'], Object('a')]) assert.is(text(value), '', `${value}`);
});

it('should cut a text at its limit and keep a shorter one', () => {
	assert.is(text('123456', 5), '12345');
	assert.is(text('12345', 5), '12345');
	assert.is(text(123456, 5), '12345');
	assert.is(text('x'.repeat(3_000_001)).length, 3_000_000);
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

const WORDS = ['', ' ', '万', '很多', 'abc', 'Infinity'];
const OTHERS = [NaN, Infinity, null, undefined, true, [5], { valueOf: () => 5 }];
for (const [becomes, ...values] of [
	[12345, 12345, '12345', '12,345', ' 12345 '],
	[1234567, '1,234,567'],
	[1000, '1e3'],
	[9, 9.99, '9.99'],
	[12000, '1.2万', ' 1.2 万 '],
	[30000, '3万 '],
	[12300, '1.23万'],
	['10万+', '10万+'],
	['1.5w', '1.5w'],
	['99+', ' 99+ '],
	['1万2', '1万2'],
	['多于10万，而且每分钟还在增加', '多于10万，而且每分钟还在增加'],
	[99999999999999999999, `${'9'.repeat(30)}+`],
	[0, 0, '0', -1, '-1', '-1万', '1e999', `+${'一'.repeat(30)}9`, ...WORDS, ...OTHERS],
] as [number | string, ...unknown[]][])
	it(`should count ${values.map(String).join(', ')} as ${becomes}`, () => {
		for (const value of values) assert.is(countOf(value), becomes, `${value}`);
	});

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

for (const [value, time] of [
	[1_700_000_000_000, 1_700_000_000_000],
	['1700000000000', 1_700_000_000_000],
	[1_700_000_000, 1_700_000_000_000],
	['2026-11-26T11:05:00Z', Date.UTC(2026, 10, 26, 11, 5)],
	['2026-11-26T19:05:00+08:00', Date.UTC(2026, 10, 26, 11, 5)],
	['2026-11-26 19:05:00', new Date(2026, 10, 26, 19, 5).getTime()],
	['2026/11/26 19:05', new Date(2026, 10, 26, 19, 5).getTime()],
	['2026/1/2 9:05:00', new Date(2026, 0, 2, 9, 5).getTime()],
	['2026-1-2 9:05', new Date(2026, 0, 2, 9, 5).getTime()],
	['2026-01-02 09:05:00.0', new Date(2026, 0, 2, 9, 5).getTime()],
	['2026/1/2', new Date(2026, 0, 2).getTime()],
	['2026-11-26', new Date(2026, 10, 26).getTime()],
	['2026/11/26', new Date(2026, 10, 26).getTime()],
	...[0, -1, 1e30, 5, '', 'soon', '1999-12-31T00:00:00Z', '2101-01-01T00:00:00Z', null, {}, [2026], true, NaN].map(
		(odd) => [odd, 0],
	),
] as const)
	it(`should read ${JSON.stringify(value)} as the time ${time}`, () => assert.is(timeOf(value), time));

it.run();
