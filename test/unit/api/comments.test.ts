import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readComments } from '../../../src/api/comments.ts';
import { deleteComment } from '../../../src/api/stream-chat.ts';

const it = suite('comments');

const nicknameOf = (nickname: unknown) =>
	readComments({ liveCommentList: { records: [{ id: 1, nickname, content: 'a' }] } })[0]!.nickname;

for (const [what, nickname] of [
	['spaces', ' \u3000\u2003 '],
	['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
	['fillers', '\u3164\u115f\u1160\uffa0\u2800'],
	['controls of direction', '\u202e\u2066\u2069\u200f'],
	['control characters', '\0\t\n\x7f\x85'],
	['variation selectors and tags', '\ufe0f\u{e0100}\u{e0041}'],
] as const)
	it(`should take a nickname of ${what} for no name, and not for the assistant`, () => {
		assert.is(nicknameOf(nickname), '匿名用户');
	});

it('should take only the empty nickname for the assistant', () => {
	for (const nickname of ['', null, undefined]) assert.is(nicknameOf(nickname), '');
});

for (const nickname of [
	'小 宇',
	'👨\u200d👩\u200d👧',
	'🤦\u200d♀\ufe0f',
	'❤\ufe0f\u200d🔥',
	'.',
	'𝄞',
	'한글',
	'直播小助手',
])
	it(`should keep the nickname ${JSON.stringify(nickname)}`, () => assert.is(nicknameOf(nickname), nickname));

for (const nickname of [
	'张\u200b老师',
	'\u200d张老师',
	'张\u200d老师\ufe0f',
	'\u2069\u202e张老师\u2066',
	'  张老师\u3164',
	'张\u034f老\u{e0061}师',
])
	it(`should show ${JSON.stringify(nickname)} as the name that it looks like`, () =>
		assert.is(nicknameOf(nickname), '张老师'));

/** The paths that a deletion requests. */
async function deletionPaths(id: string): Promise<string[]> {
	const paths: string[] = [];
	const call = async (_kind: string, path: string) => void paths.push(path);
	await deleteComment(call, id).catch(() => {});
	return paths.map((path) => new URL(path, 'https://api.example.com').pathname);
}

for (const id of ['', '.', '..'])
	it(`should request nothing to delete the comment with the id "${id}"`, async () => {
		assert.equal(await deletionPaths(id), []);
		const error = await deleteComment(async () => {}, id).catch((error: Error) => error);
		assert.is((error as Error).name, 'ApiError');
	});

for (const [id, segment] of [
	['7', '7'],
	['...', '...'],
	['../save', '..%2Fsave'],
	['..\\save', '..%5Csave'],
	['%2e%2e', '%252e%252e'],
	['..?a#b', '..%3Fa%23b'],
	['.7', '.7'],
] as const)
	it(`should request the deletion of "${id}" at one path below that of the call`, async () => {
		assert.equal(await deletionPaths(id), [`/juvenile/api/stream/chat/delete/${segment}`]);
	});

it.run();
