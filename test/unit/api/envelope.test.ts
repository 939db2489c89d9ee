import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError, openEnvelope, parseJson } from '../../../src/api/envelope.ts';
import { runs } from '../../support/runs.ts';

const it = suite('envelope');

it('should open an envelope and reject one without recData', () => {
	assert.equal(openEnvelope({ code: 200, recData: { a: 1 } }, []), { a: 1 });
	for (const recData of [0, '', false, []]) assert.equal(openEnvelope({ recData }, []), recData);
	const odd = { message: { toString: 1, valueOf: 1 } };
	for (const body of [{}, { recData: null }, { code: 500 }, null, undefined, 'ok', 7, [], odd])
		assert.throws(
			() => openEnvelope(body, []),
			(error: unknown) => error instanceof ApiError,
			JSON.stringify(body),
		);
	assert.throws(() => openEnvelope({ message: '系统繁忙' }, []), /系统繁忙/);
});

it('should keep what is no long integer, take nothing else than JSON, and a long text', () => {
	const numbers = [1700000000000, 0.12345678901234568, 1.2345678901234567e20];
	assert.equal(parseJson('[1700000000000,0.12345678901234567890,1.2345678901234567e20]'), numbers);
	for (const json of ['<html>,1844674407370955161,', '{1844674407370955161:1}', '[,0000000000000000001]', '{"a":"', ''])
		assert.throws(() => parseJson(json), SyntaxError, json);
	const { a, b } = parseJson(`{"a":"${'\\\\x'.repeat(500_000)}","b":[1844674407370955161]}`) as {
		a: string;
		b: unknown;
	};
	assert.equal([a.length, b], [1_000_000, ['1844674407370955161']]);
});

it('should parse all JSON as JSON.parse does, but long integers as strings', () => {
	const text = fc
		.array(fc.constantFrom('"', '\\', ':', ',', '[', ']', ' ', '{', '-', '1844674407370955161', '名', '1.'))
		.map((parts) => parts.join(''));
	const integer = fc.bigInt(-(10n ** 20n), 10n ** 20n).map((value) => `${value}`);
	const space = fc.constantFrom('', ' ', '\n', '\t ');
	/** JSON texts; their long integers stand between NULs. */
	const { json } = fc.letrec<{ json: string }>((tie) => ({
		json: fc.oneof(
			{ maxDepth: 5 },
			fc.oneof(text, fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()).map((value) => {
				const json = JSON.stringify(value);
				return typeof value === 'number' && /^-?\d{16,}$/.test(json) ? `\0${json}\0` : json;
			}),
			integer.map((digits) => (/\d{16}/.test(digits) ? `\0${digits}\0` : digits)),
			fc.tuple(fc.array(tie('json')), space).map(([items, space]) => `[${items.join(`${space},${space}`)}${space}]`),
			fc
				.tuple(fc.array(fc.tuple(text, tie('json'))), space)
				.map(
					([fields, space]) =>
						`{${fields.map(([key, value]) => `${JSON.stringify(`${key}.`)}${space}:${space}${value}`).join()}}`,
				),
		),
	}));
	fc.assert(
		fc.property(json, (marked) => {
			const mark = /\0(-?\d+)\0/g;
			const whole = `[${marked}]`;
			assert.equal(parseJson(whole.replace(mark, '$1')), JSON.parse(whole.replace(mark, '"$1"')));
		}),
		{ numRuns: runs(500) },
	);
});

it.run();
