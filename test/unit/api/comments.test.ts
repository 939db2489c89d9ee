import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readComments } from '../../../src/api/comments.ts';
import { shownName } from '../../../src/safe/nickname.ts';
import { deleteComment } from '../../../src/api/stream-chat.ts';

const it = suite('comments');

const nicknameOf = (nickname: unknown) =>
	shownName(readComments({ liveCommentList: { records: [{ id: 1, nickname, content: 'a' }] } })[0]!.nickname);

const NOBODY = '匿名用户';
for (const [nickname, name] of [
	// Not the assistant, whose nickname is empty.
	[' \u3000\u2003 ', NOBODY],
	['\u200b\u200c\u200d\u2060\ufeff', NOBODY],
	['\u3164\u115f\u1160\uffa0\u2800', NOBODY],
	['\u202e\u2066\u2069\u200f', NOBODY],
	['\0\t\n\x7f\x85', NOBODY],
	['\ufe0f\u{e0100}\u{e0041}', NOBODY],
	...[
		'\u17b4\u17b5',
		'\u302a',
		'\u0301',
		'\ufffc',
		'\u{1d173}',
		'\u{1d159}',
		'\u{13441}',
		'\u0301 \u200b',
		{},
		[],
		true,
	].map((value) => [value, NOBODY]),
	['e\u0301', 'e\u0301'],
	['', ''],
	[null, ''],
	[undefined, ''],
	// Sequences.
	...[
		'1\ufe0f\u20e3班',
		'🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
		'☎\ufe0e',
		'👋🏽',
		'🕵🏽\u200d♀\ufe0f',
		'می\u200cخواهم',
		'क्\u200dष',
		'ᠠ\u180b',
		'ᠨ\u180eᠠ',
		'葛\u{e0100}',
		'神\ufe00',
		'‼\ufe0f',
		'⁉\ufe0f',
		'ℹ\ufe0f',
		'™\ufe0f',
		// Joiners at the end of a word.
		'മോഹന്\u200d',
		'क्\u200d 1',
		'ه\u200d.ش',
		'ᠠ\u200d',
	].map((name) => [name, name]),
	['1\ufe0f班', '1班'],
	['🏴\u{e0067}班', '🏴班'],
	['می\u200c\u200cخواهم\u200c', 'میخواهم'],
	['張\u{e0100}\u{e0101}', '張\u{e0100}'],
	['\u180bᠠ', 'ᠠ'],
	...['小 宇', '👨\u200d👩\u200d👧', '🤦\u200d♀\ufe0f', '❤\ufe0f\u200d🔥', '.', '𝄞', '한글', '直播小助手'].map(
		(name) => [name, name],
	),
	['张\u200b老师', '张老师'],
	['\u200d张老师', '张老师'],
	['张\u200d老师\ufe0f', '张老师'],
	['\u2069\u202e张老师\u2066', '张老师'],
	['  张老师\u3164', '张老师'],
	['张\u034f老\u{e0061}师', '张老师'],
] as const)
	it(`should show the nickname ${JSON.stringify(nickname)} as ${name || 'that of the assistant'}`, () =>
		assert.is(nicknameOf(nickname), name));

for (const [content, shown] of [
	[`好${'\u3000'.repeat(200)}直播小助手：领奖`, '好 直播小助手：领奖'],
	[`好${'\u3000\u200b'.repeat(200)}直播小助手：领奖`, '好 直播小助手：领奖'],
	[`好${' \u2800\u3164\n'.repeat(90)}直播小助手：领奖`, '好 直播小助手：领奖'],
	['再见，\u3000老师 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥', '再见，\u3000老师 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥'],
])
	it(`should keep the message ${JSON.stringify(shown)} from drawing a row of its own`, () =>
		assert.is(readComments({ liveCommentList: { records: [{ content }] } })[0]!.content, shown));

it('should take an id that several comments of an answer have for none', () => {
	const idsOf = (...ids: unknown[]) =>
		readComments({ liveCommentList: { records: ids.map((id) => ({ id, content: '好' })) } }).map(({ id }) => id);
	assert.equal(
		[idsOf(0, 0, 0), idsOf(3, 2, '3', 0), idsOf(0), idsOf(null, 1)],
		[['', '', ''], ['', '2', '', '0'], ['0'], ['', '1']],
	);
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
