import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Comment } from '../../../src/api/comments.ts';
import { type CommentList, EMPTY_LIST, startList } from '../../../src/models/comment-list.ts';
import {
	addHead,
	addPage,
	MAX_COMMENTS,
	nextPage,
	removeComment,
	withoutIds as forgetIds,
} from '../../../src/models/extend-list.ts';
import { areIdsReused, place, placeById } from '../../../src/models/place-comments.ts';

const it = suite('comment list');

/** A comment a letter: with its letter as id, or without ids. */
const withIds = (letters: string): Comment[] =>
	Array.from(letters, (content) => ({ id: content, nickname: '小宇', content }));
const withoutIds = (letters: string) => withIds(letters).map((comment) => ({ ...comment, id: '' }));
const lettersOf = (comments: readonly Comment[]) => comments.map(({ content }) => content).join('');
const shown = ({ pages }: CommentList) => pages.map(({ comments }) => lettersOf(comments)).join('|');

for (const [known, head, added, what] of [
	['abc', 'abc', '', 'nothing'],
	['abc', 'xabc', 'x', 'one'],
	['abcd', 'xyabc', 'xy', 'two, which push one out'],
	['abc', 'xy', null, 'more than was read'],
	['', 'xy', null, 'the first ones of an empty chat'],
	['', '', null, 'nothing in an empty chat'],
	['abcd', 'abcdef', '', 'older ones below'],
] as const)
	for (const make of [withIds, withoutIds])
		it(`should find ${what} new, ${make.name}: ${head} before ${known}`, () => {
			const placed = place(make(known), make(head), true);
			assert.is(placed && lettersOf(placed.above), added);
		});

it('should take what deletions have moved up for older ones, and what came between known ones for new', () => {
	const above = (head: string) => lettersOf(placeById(withIds('abcd'), withIds(head))!.above);
	assert.equal([above('xabdyz'), above('axbcd')], ['x', 'x']);
});

for (const [known, page, below, start] of [
	['abc', 'bcd', 'd', -1],
	['abc', 'cde', 'de', -2],
	['abc', 'abc', '', 0],
	// Newer ones before the list, as many had come.
	['abc', 'xyabcd', 'd', 2],
	['abcdef', 'xyabc', '', 2],
	// A deletion, and one that heads each page.
	['abcd', 'bxyz', 'xyz', -1],
	['abcdefg', 'ahijkl', 'hijkl', 0],
	// One that was stored late.
	['abcdefgh', 'bcdex', '', -1],
] as const)
	it(`should place ${page} beside ${known} by its ids`, () => {
		const placed = placeById(withIds(known), withIds(page))!;
		assert.equal([lettersOf(placed.below), placed.start], [below, start]);
	});

for (const [known, page, below] of [
	['abcdef', 'defgh', 'gh'],
	['abcdef', 'bcd', ''],
	['aab', 'abb', 'b'],
	['abcdef', 'xyz', null],
	// Where one row differs, there is no overlap.
	['abcdef', 'dxfgh', null],
] as const)
	it(`should leave out the rows of ${page} that overlap ${known}, without ids`, () => {
		const placed = place(withoutIds(known), withoutIds(page));
		assert.is(placed && lettersOf(placed.below), below);
		const one = { id: '1', nickname: '小宇', content: 'z' };
		assert.is(!!place([one, ...withoutIds(known)], withIds(page)), placed !== null, 'where one has no id, none counts');
	});

it('should distinguish equal texts of two people', () => {
	const [first] = withoutIds('a');
	assert.is(place([first!], [{ ...first!, nickname: '小雨' }, first!], true)!.above.length, 1);
});

it('should notice ids that begin anew on each page, and take an edited message for no sign of it', () => {
	const page = (texts: string, ids: string): Comment[] =>
		Array.from(texts, (content, at) => ({ id: ids[at]!, nickname: 'n', content }));
	for (const [known, read, reused] of [
		[page('cba', '123'), page('fed', '123'), true],
		[page('a', '1'), page('ba', '12'), true],
		[page('cba', '321'), page('dcxa', '4321'), false],
		[page('cba', '321'), page('dc', '43'), false],
	] as const)
		assert.is(areIdsReused(known, read), reused);
	const list = forgetIds(startList(EMPTY_LIST, withIds('abc')));
	assert.equal([list.known, list.pages[0]!.comments], [withoutIds('abc'), withoutIds('abc')]);
	assert.ok(
		list.known.every((one, at) => one === list.pages[0]!.comments[at]),
		'rows are still known',
	);
});

/** A page of so many letters from one on. */
const page = (from: string, count = 20) =>
	withIds(String.fromCodePoint(...Array.from({ length: count }, (_, at) => from.codePointAt(0)! + at)));

it('should keep the server’s order beside that of the rows', () => {
	let list = startList(EMPTY_LIST, page('a'));
	assert.is(nextPage(list), 2);
	list = addPage(addHead(list, page('_', 2), true), 2, page('u'), 2, 1);
	assert.equal([list.pages.map(({ comments }) => comments.length), nextPage(list)], [[2, 20, 20], 3]);
	assert.equal(list.known, [...page('_', 2), ...page('a'), ...page('u')]);
	list = addPage(list, 3, page('\u0087', 4));
	assert.equal([list.pages.at(-1)!.comments.length, nextPage(list)], [2, 4], 'the rest of the page was empty');
	assert.is(new Set(list.pages.map(({ key }) => key)).size, 4);
});

it('should end with an empty page, or the sixth in a row that repeats another', () => {
	for (const make of [withIds, withoutIds]) {
		let list = startList(EMPTY_LIST, make('abc'));
		assert.equal([list.finished, addPage(list, 2, []).finished], [false, true]);
		for (let times = 1; times <= 6; times++) {
			assert.not(list.finished, `${times}`);
			list = addPage(list, nextPage(list), make('abc'));
			assert.equal([list.known.length, nextPage(list)], [3, times + 2]);
		}
		assert.ok(list.finished);
	}
	assert.ok(startList(EMPTY_LIST, []).finished);
});

it('should start anew with new keys', () => {
	const first = startList(EMPTY_LIST, withIds('a'));
	const next = startList(addHead(first, withIds('b'), true), withIds('c'));
	assert.equal([shown(next), lettersOf(next.known), nextPage(next)], ['c', 'c', 2]);
	assert.ok(next.pages[0]!.key > first.pages[0]!.key + 1);
});

it('should leave out the oldest of a long list for new ones, only count new ones for a reader further down, and leave out the newest for older ones', () => {
	const long = startList(EMPTY_LIST, page('一', MAX_COMMENTS));
	const top = addHead(long, withIds('ab'), true);
	assert.equal([top.known.length, top.known.at(-1), nextPage(top)], [MAX_COMMENTS, long.known.at(-3), 26]);
	const away = addHead(long, withIds('ab'), false);
	assert.equal(
		[away.known, away.pages, away.offset, lettersOf(away.head!)],
		[long.known, long.pages, 2, 'ab' + lettersOf(long.known.slice(0, 18))],
	);
	const down = addPage(away, nextPage(away), page('가', 20));
	assert.equal(
		[down.known.length, down.known[0], down.offset, down.head, nextPage(down)],
		[MAX_COMMENTS, long.known[20], 22, away.head, 27],
	);
	assert.is(down.pages.flatMap(({ comments }) => comments).length, MAX_COMMENTS);
});

it('should take a deleted comment out of its page alone', () => {
	const list = addHead(startList(EMPTY_LIST, withIds('def')), withIds('abc'), true);
	const removed = removeComment(list, 'e');
	assert.equal([shown(removed), lettersOf(removed.known), list.end - removed.end], ['abc|df', 'abcdf', 1]);
	assert.is(removed.pages[0], list.pages[0]);
	assert.is(removed.pages[1]!.key, list.pages[1]!.key);
});

it.run();
