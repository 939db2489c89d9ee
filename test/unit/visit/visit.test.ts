import fc from '../../support/fast-check.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodedQuery, withoutTail } from '../../../src/visit/link-tail.ts';
import { enterVisit, readVisit, STORED, withoutSecrets } from '../../../src/visit/visit.ts';
import { anyCodePoints, anyText } from '../../support/any-text.ts';
import { entry, memory, PAGE } from '../../support/history-entry.ts';

const it = suite('visit');

const visits: [string, string, string, string][] = [
	['?id=1', '1', '', ''],
	['?id=1&userId=42&token=demo', '1', '42', 'demo'],
	['?token=demo&userId=42&id=1#top', '1', '42', 'demo'],
	['?from=singlemessage&id=1', '1', '', ''],
	['#/live?id=3&token=t', '3', '', 't'],
	['?from=a&amp;id=1&amp;userId=42&#38;token=t', '1', '42', 't'],
	['?id=1#token=t', '1', '', 't'],
	['?%69d=1&%74ok%65n=t%2B&user%49d=42', '1', '42', 't+'],
	['?id=%E7%9B%B4&token=a%2Bb%3D', '直', '', 'a+b='],
	['?id=1&token=a+b/c==', '1', '', 'a+b/c=='],
	['?id=%zz', '%zz', '', ''],
	['?id=1&id=2', '1', '', ''],
	['?liveid=1&mytoken=2&userIdx=3', '', '', ''],
	['?ID=1&Token=t', '1', '', 't'],
	['?id=1&token[]=t&userId%5B0%5D=42', '1', '42', 't'],
	['?id=1&%2574oken=t', '1', '', 't'],
	['?id=1&amp;amp;token=t', '1', '', 't'],
	['?id=1?token=t?userId=42', '1', '42', 't'],
	['', '', '', ''],
	['?id', '', '', ''],
];
for (const [rest, id, userId, token] of visits)
	it(`should read ${rest || 'nothing'}`, () => assert.equal(readVisit(PAGE + rest), { id, userId, token }));

for (const [id, trimmed] of [
	['0)', '0'],
	['0 ', '0'],
	['0，欢迎观看', '0'],
	['直播1》快来', '直播1'],
	['7。', '7'],
	['7.', '7'],
	['7;', '7'],
	['7/', '7'],
	['7”', '7'],
	["7'", '7'],
	['7】', '7'],
	['7\uff1b', '7'],
	['7**', '7'],
	['7👏👏', '7'],
	['7&amp;', '7'],
	['7\u200b', '7'],
	['7%', '7'],
	['7欢迎观看！', '7'],
	['7https://www.example.com/', '7'],
	['7 https://live.example.com/?id=8', '7'],
	['a1-https://live.example.com/', 'a1-'],
	['a1-', 'a1'],
	['YWI=', 'YWI'],
	// These have no tail.
	['0', ''],
	['直', ''],
	['a.b', ''],
	['a-b_c:d', ''],
	['', ''],
] as const)
	it(`should ${trimmed ? `read ${trimmed} in` : 'find no tail in'} the id ${id}`, () =>
		assert.is(withoutTail(id), trimmed));

for (const [search, query] of [
	['?id%3D1%26userId%3D42', '?id=1&userId=42'],
	['?id%253D1%2526token%253Da', '?id=1&token=a'],
	['?id=1', ''],
	['?from%3Da', ''],
	['?%zz', ''],
	['', ''],
])
	it(`should read ${query || 'no query'} in ${search}`, () => assert.is(encodedQuery(search!), query));

const cleaned: [string, string][] = [
	['?id=1&userId=42&token=demo', '?id=1'],
	['?token=demo&userId=42&id=1', '?id=1'],
	['?token=demo', ''],
	['?token=demo&userId=1', ''],
	['?token=demo#top', '#top'],
	['?userId=1&token=a&token=b&id=1&token=c', '?id=1'],
	['?a=%20+%E7&token=x&b=1&&c#h=1', '?a=%20+%E7&b=1&&c#h=1'],
	['?id=1#/live?token=x&tab=2', '?id=1#/live?tab=2'],
	['?id=1#/live?tab=2&userId=7', '?id=1#/live?tab=2'],
	['?id=1&token=&userId=&userId=7&token=a', '?id=1'],
	['?id=1&userId=7#/?userId=7&token=a', '?id=1#/'],
	['?id=1&token', '?id=1'],
	['?id=1&token=a=b?c', '?id=1'],
	['?id=1&amp;token=x&amp;userId=42&amp;tab=2', '?id=1&amp;tab=2'],
	['?id=1&Token=x&USERID=2&TOKEN', '?id=1'],
	['?id=1&token[]=x&token[0]=y&token%5B%5D=z&a[]=1', '?id=1&a[]=1'],
	['?id=1&%2574oken=x&%252=1', '?id=1&%252=1'],
	['?id=1&amp;amp;token=x&amp;amp;tab=2', '?id=1&amp;amp;tab=2'],
	['?id=1?token=x', '?id=1'],
	['?id=1?token=x&a=1', '?id=1?a=1'],
	['?id=1&token=x?userId=2?tab=1', '?id=1?tab=1'],
	['?id=1#token=x', '?id=1'],
	['?id=1#token=x&tab=2', '?id=1#tab=2'],
	['?%74oken=x&id=1&user%49d=2&u%7aerId=3', '?id=1&u%7aerId=3'],
	// These stay as they are.
	['?id=1', '?id=1'],
	['?', '?'],
	['?id=1&#', '?id=1&#'],
	['?mytoken=1&tokens=2&userIdx=3#mytoken=4', '?mytoken=1&tokens=2&userIdx=3#mytoken=4'],
	['?a=%74oken=&b=1;token=2&%zz=3', '?a=%74oken=&b=1;token=2&%zz=3'],
];
for (const [rest, left] of cleaned)
	it(`should remove the secrets from ${rest}`, () => assert.is(withoutSecrets(PAGE + rest), PAGE + left));

it('should keep every other parameter in its order', () => {
	const name = fc.constantFrom('id', 'token', 'userId', 'from', 'a');
	const parameter = fc.tuple(name, anyCodePoints.map(encodeURIComponent));
	fc.assert(
		fc.property(fc.array(parameter), (parameters) => {
			const text = (list: string[][]) => (list.length ? '?' + list.map((pair) => pair.join('=')).join('&') : '');
			const kept = parameters.filter(([key]) => key !== 'token' && key !== 'userId');
			assert.is(withoutSecrets(PAGE + text(parameters) + '#x'), PAGE + text(kept) + '#x');
		}),
	);
});

it('should never throw and leave no token or user id', () => {
	const text = anyText(...'? & # = token userId id % a / +'.split(' '));
	fc.assert(
		fc.property(text, (text) => {
			readVisit(text);
			const { userId, token } = readVisit(withoutSecrets(text));
			assert.equal([userId, token], ['', '']);
		}),
	);
});

type Entry = ReturnType<typeof entry>;

/** Loads the page in an entry: after a navigation, or after a reload, Back or Forward. */
async function open(history: Entry, storage: () => Storage, isNew = false) {
	const { id, userId, token } = enterVisit(history.url, history as unknown as History, storage, isNew);
	await new Promise((resolve) => setTimeout(resolve));
	return [id, userId, token];
}

it('should give entries of one user their visit, however often they are loaded, and others none', async () => {
	const storage = memory();
	const [a, anonymous, later] = [entry('?id=1&userId=42&token=a'), entry('?id=1'), entry('?id=2&userId=42&token=b')];
	assert.equal(await open(a, () => storage, true), ['1', '42', 'a']);
	assert.equal(await open(later, () => storage, true), ['2', '42', 'b']);
	for (const isNew of [true, false, false]) {
		assert.equal(await open(anonymous, () => storage, isNew), ['1', '', '']);
		// The newest token counts.
		assert.equal(await open(a, () => storage), ['1', '42', 'b']);
		assert.equal(await open(later, () => storage), ['2', '42', 'b']);
	}
	assert.equal([a.url, later.url], [`${PAGE}?id=1`, `${PAGE}?id=2`]);
});

for (const [what, query, visit] of [
	['another user', '?id=1&userId=7&token=b', ['1', '7', 'b']],
	['another user without a token', '?id=1&userId=7', ['1', '7', '']],
	['nobody', '?id=1&userId=&token=', ['1', '', '']],
	['the same user without a token', '?id=1&userId=42&token=', ['1', '42', '']],
] as const)
	it(`should sign nobody in again by Back, Forward or reload once a link has named ${what}`, async () => {
		const storage = memory();
		const [first, other] = [entry('?id=1&userId=42&token=a'), entry(query)];
		await open(first, () => storage, true);
		assert.equal(await open(other, () => storage, true), visit);
		for (let times = 0; times < 2; times++) {
			assert.equal(await open(first, () => storage), ['1', '', '']);
			assert.equal(await open(other, () => storage), visit);
		}
		assert.not.match(storage.getItem(STORED)!, '"a"');
	});

it('should forget the visit of an entry that a navigation replaces, but not those of other entries', async () => {
	const storage = memory();
	const [first, other] = [entry('?id=1&userId=42&token=a'), entry('?id=2&userId=42&token=a')];
	for (const each of [first, other]) await open(each, () => storage, true);
	for (const isNew of [true, false]) assert.equal(await open(first, () => storage, isNew), ['1', '', '']);
	assert.equal(await open(other, () => storage), ['2', '42', 'a']);
});

it('should keep what else the state of an entry holds', async () => {
	const history = entry('?id=1&token=a', { other: 1 });
	await open(history, memory);
	assert.is((history.state as { other: number }).other, 1);
	const plain = entry('?id=1', { other: 1 });
	await open(plain, memory);
	assert.equal(plain.state, { other: 1 });
});

it('should keep the visit where the address cannot be changed', async () => {
	const history = entry('?id=1&userId=42&token=a');
	history.replaceState = () => {
		throw new DOMException('too often', 'SecurityError');
	};
	assert.equal(await open(history, memory), ['1', '42', 'a']);
});

it('should put neither token nor user id into the state', async () => {
	const history = entry('?id=1&userId=user-42&token=demo');
	await open(history, memory);
	assert.not.match(JSON.stringify(history.state), /user-42|demo/);
});

it('should work without storage', async () => {
	const refuse = (): never => {
		throw new Error('SecurityError');
	};
	const full = () => ({ getItem: () => null, setItem: refuse }) as unknown as Storage;
	for (const storage of [refuse, full, () => undefined as unknown as Storage]) {
		const history = entry('?id=1&userId=42&token=demo');
		assert.equal(await open(history, storage), ['1', '42', 'demo']);
		assert.equal(await open(history, storage), ['1', '', '']);
	}
});

it('should not trust what is stored', async () => {
	for (const text of ['', 'null', '7', '{}', '{"token":null}', '[]', '{', '"x"', '["42","a"]', '["42","a",{}]']) {
		const storage = { getItem: () => text } as unknown as Storage;
		for (const state of [{ visit: '0.5' }, {}, 'text', 1])
			assert.equal(await open(entry('?id=1', state), () => storage), ['1', '', ''], text);
	}
});

it.run();
