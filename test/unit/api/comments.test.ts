import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readComments } from '../../../src/api/comments.ts';
import { deleteComment } from '../../../src/api/stream-chat.ts';

const it = suite('comments');

for (const [what, nickname] of [
	['spaces', ' \u3000\u2003 '],
	['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
	['fillers', '\u3164\u115f\u1160\uffa0\u2800'],
	['controls of direction', '\u202e\u2066\u2069\u200f'],
	['control characters', '\0\t\n\x7f\x85'],
	['variation selectors and tags', '\ufe0f\u{e0100}\u{e0041}'],
] as const)
	it(`should take a nickname of ${what} for an empty one`, () => {
		assert.is(readComments({ liveCommentList: { records: [{ id: 1, nickname, content: 'a' }] } })[0]!.nickname, '');
	});

for (const nickname of ['小 宇', '\u200b小宇', '👨\u200d👩\u200d👧', '❤\ufe0f', '\u202eabc', '.', '𝄞', '한글'])
	it(`should keep the nickname ${JSON.stringify(nickname)}`, () => {
		assert.is(
			readComments({ liveCommentList: { records: [{ id: 1, nickname, content: 'a' }] } })[0]!.nickname,
			nickname,
		);
	});

it('should take characters out of a nickname that reach beyond its isolation', () => {
	const [comment] = readComments({
		liveCommentList: { records: [{ id: 1, nickname: '\u2069\u202e甲\u2066', content: 'a' }] },
	});
	assert.is(comment!.nickname, '\u202e甲');
});

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
