import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Comment } from '../../../src/api/comments.ts';
import {
	addHead,
	addPage,
	type CommentList,
	EMPTY_LIST,
	findNew,
	removeComment,
	startList,
	withoutKnown,
} from '../../../src/models/comment-list.ts';

const it = suite('comment list');

/** A comment a letter: with its letter as id, or without ids. */
const withIds = (letters: string): Comment[] =>
	Array.from(letters, (content) => ({ id: content, nickname: '小宇', content }));
const withoutIds = (letters: string) => withIds(letters).map((comment) => ({ ...comment, id: '' }));
const lettersOf = (comments: readonly Comment[]) => comments.map(({ content }) => content).join('');
const shown = ({ pages }: CommentList) => pages.map(({ comments }) => lettersOf(comments)).join('|');

const heads: [known: string, head: string, added: string, what: string][] = [
	['abc', 'abc', '', 'nothing'],
	['abc', 'xabc', 'x', 'one'],
	['abc', 'xyab', 'xy', 'two, which push one out'],
	['abc', 'xy', 'gap', 'more than was read'],
	['', 'xy', 'gap', 'the first ones of an empty chat'],
	['', '', '', 'nothing in an empty chat'],
	['abc', '', '', 'nothing, because the chat was emptied'],
	['abcd', 'abcdef', '', 'older ones below'],
];
for (const [known, head, added, what] of heads)
	for (const [ids, make] of [
		['with ids', withIds],
		['without ids', withoutIds],
	] as const)
		it(`should find ${what} new ${ids}: ${head} before ${known}`, () => {
			const { comments, gap } = findNew(startList(EMPTY_LIST, make(known), 1), make(head));
			assert.is(gap ? 'gap' : lettersOf(comments), added);
			if (gap) assert.is(lettersOf(comments), head);
		});

for (const [known, head, added] of [
	// The same person repeats a message: its place tells whether it is new.
	['aab', 'aaab', 'a'],
	['aab', 'aab', ''],
	['abab', 'ababab', ''],
	['aabab', 'abaab', 'ab'],
] as const)
	it(`should compare repeated messages by their order: ${head} before ${known}`, () =>
		assert.is(lettersOf(findNew(startList(EMPTY_LIST, withoutIds(known), 1), withoutIds(head)).comments), added));

it('should distinguish equal texts of two people', () => {
	const [first] = withoutIds('a');
	const list = startList(EMPTY_LIST, [first!], 1);
	assert.equal(findNew(list, [{ ...first!, nickname: '小雨' }, first!]).comments.length, 1);
});

it('should take what deletions have moved up for older ones, and what came between known ones for new', () => {
	const list = startList(EMPTY_LIST, withIds('abcd'), 1);
	assert.is(lettersOf(findNew(list, withIds('xabdyz')).comments), 'x');
	assert.is(lettersOf(findNew(list, withIds('axbcd')).comments), 'x');
});

for (const [known, page, added] of [
	['abc', 'def', 'def'],
	['abc', 'bcd', 'd'],
	['abc', 'cde', 'de'],
	['abc', 'abc', ''],
	['', 'ab', 'ab'],
	['abc', '', ''],
] as const)
	for (const make of [withIds, withoutIds])
		it(`should add ${added || 'nothing'} of the page ${page} after ${known}, ${make.name}`, () =>
			assert.is(lettersOf(withoutKnown(make(known), make(page))), added));

it('should add a comment once however often a page holds it, and each one without an id', () => {
	assert.is(shown(startList(EMPTY_LIST, withIds('aba'), 1)), 'ab');
	assert.is(shown(startList(EMPTY_LIST, withoutIds('aba'), 1)), 'aba');
});

it('should keep the server’s order beside that of the rows', () => {
	let list = startList(EMPTY_LIST, withoutIds('cd'), 1);
	// A pull: older ones above, and new ones above these.
	list = addHead(addPage(list, withoutIds('ef'), 40, true), withoutIds('ab'));
	assert.equal([shown(list), lettersOf(list.known), list.depth], ['ab|ef|cd', 'abcdef', 42]);
	list = addPage(list, withoutIds('fg'), 60);
	assert.equal([shown(list), lettersOf(list.known), list.depth], ['ab|ef|cd|g', 'abcdefg', 60]);
	assert.is(new Set(list.pages.map(({ key }) => key)).size, 4);
});

it('should end with an empty page, or the sixth in a row that brings nothing new', () => {
	const list = startList(EMPTY_LIST, withoutIds('a'), 1);
	assert.equal([list.finished, addPage(list, [], 40).finished], [false, true]);
	assert.ok(startList(EMPTY_LIST, [], 1).finished);
	const repeat = (from: CommentList, times: number): CommentList =>
		times ? repeat(addPage(from, withoutIds('a'), 40), times - 1) : from;
	assert.equal([repeat(list, 5).finished, repeat(list, 6).finished], [false, true]);
	const interrupted = addPage(repeat(list, 5), withoutIds('b'), 40);
	assert.equal([interrupted.repeats, interrupted.finished], [0, false]);
});

it('should start anew with new keys', () => {
	const first = startList(EMPTY_LIST, withIds('a'), 1);
	const next = startList(addPage(first, withIds('b'), 40), withIds('c'), 3);
	assert.equal([shown(next), lettersOf(next.known), next.depth], ['c', 'c', 60]);
	assert.ok(next.pages[0]!.key > first.pages[0]!.key + 1);
});

it('should take a deleted comment out of its page alone, and not bring it back', () => {
	const list = addPage(startList(EMPTY_LIST, withIds('abc'), 1), withIds('def'), 40);
	const removed = removeComment(list, 'e');
	assert.equal([shown(removed), removed.depth], ['abc|df', 39]);
	assert.is(removed.pages[0], list.pages[0]);
	assert.is(removed.pages[1]!.key, list.pages[1]!.key);
	assert.equal(findNew(removed, withIds('eabc')).comments, []);
});

it.run();
