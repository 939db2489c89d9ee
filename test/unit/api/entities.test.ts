import '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchComments, readComments } from '../../../src/api/comments.ts';
import { ApiError, openEnvelope } from '../../../src/api/envelope.ts';
import { COMMENT_EXAMPLE, LIVE_EXAMPLE, NEWS_EXAMPLE } from '../../../src/api/examples.ts';
import { defaults } from '../../../src/config.ts';
import { fetchNews, readNews } from '../../../src/api/news.ts';
import type { Live } from '../../../src/api/complete-live.ts';
import { fetchShareSignature } from '../../../src/api/share-signature.ts';
import { deleteComment, fetchChatTotal, saveChat } from '../../../src/api/stream-chat.ts';
import type { Call } from '../../../src/api/request.ts';
import { readLive } from '../../support/read-live.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('entities');

/** A call that resolves with `recData`. */
const answering =
	(recData: unknown): Call =>
	async () =>
		recData;

it('should read comments', () => {
	const records = [
		{ id: 9, nickname: '', content: '欢迎' },
		{ id: '8', nickname: '小宇', content: 5 },
		null,
		'x',
		{ nickname: null },
	];
	assert.equal(readComments({ liveCommentList: { records, total: 2 } }), [
		{ id: '9', nickname: '', content: '欢迎' },
		{ id: '8', nickname: '小宇', content: '5' },
		{ id: '', nickname: '', content: '' },
	]);
	for (const liveCommentList of [undefined, null, {}, { records: {} }])
		assert.equal(readComments({ liveCommentList }), []);
	for (const recData of ['x', 7, []]) assert.equal(readComments(recData), []);
});

it('should read news with image and fallback image', () => {
	const [i, h] = ['//c.example.com/i.jpg', '//c.example.com/h.jpg'];
	const records = [
		{ newsid: 1, newstitle: '获奖', img: `http:${i}`, headImg: `http:${h}`, readnum: '3280', commentCountNew: 46 },
		{ newsid: 2, img: '', headImg: `http:${h}`, readnum: null },
		{ newsid: 3, img: 'javascript:1', headImg: 'data:image/png,', commentCountNew: -3 },
	];
	assert.equal(readNews(records), [
		{ id: '1', title: '获奖', images: [`https:${i}`, `https:${h}`], reads: 3280, comments: 46 },
		{ id: '2', title: '', images: [`https:${h}`], reads: 0, comments: 0 },
		{ id: '3', title: '', images: [], reads: 0, comments: 0 },
	]);
	for (const recData of [null, {}, 'x', 7]) assert.equal(readNews(recData), []);
});

/** Values that no field should have. */
const ODD_VALUES = [undefined, null, true, {}, [], ['x'], -1, NaN, '', ' ', 'javascript:1'];

it('should give each field of a live its type, whatever arrives, and each URL only what can be requested', () => {
	// A count may be text, and an id a number.
	const types = (live: Live) =>
		Object.entries({ ...live, peopleCount: 0, organizationId: '' }).map(([name, value]) => [name, typeof value]);
	const expected = types(readLive(LIVE_EXAMPLE));
	for (const [name, example] of Object.entries(LIVE_EXAMPLE))
		for (const value of ODD_VALUES) {
			const live = readLive({ ...LIVE_EXAMPLE, [name]: value });
			assert.equal(types(live), expected, `${name}: ${JSON.stringify(value)}`);
			if (/:\/\//.test(`${example}`)) assert.not.match(JSON.stringify(live), /javascript/);
		}
});

it('should give each field of a comment and of a news item its type, whatever arrives', () => {
	const comment = (record: object) => readComments({ liveCommentList: { records: [record] } })[0]!;
	const item = (record: object) => readNews([record])[0]!;
	for (const value of ODD_VALUES) {
		for (const name of Object.keys(COMMENT_EXAMPLE))
			for (const field of Object.values({ ...comment({ ...COMMENT_EXAMPLE, [name]: value }), time: '' }))
				assert.type(field, 'string');
		for (const name of Object.keys(NEWS_EXAMPLE)) {
			const { id, title, images, reads, comments } = item({ ...NEWS_EXAMPLE, [name]: value });
			assert.equal([typeof id, typeof title], ['string', 'string']);
			for (const count of [reads, comments]) assert.match(`${count}`, /\d/);
			for (const url of images) assert.match(url, /^https:/);
		}
	}
});

it('should cut each text at its limit', () => {
	const long = 'x'.repeat(3000);
	const lengths = (record: object, ...names: string[]) =>
		names.map((name) => (record as Record<string, string>)[name]!.length);
	const live = readLive({ title: long, summary: long, organizationTitle: long, inviteCode: long });
	assert.equal(lengths(live, 'title', 'summary', 'organizationTitle', 'inviteCode'), [300, 2000, 300, 300]);
	const [comment] = readComments({ liveCommentList: { records: [{ id: long, nickname: long, content: long }] } });
	assert.equal(lengths(comment!, 'id', 'nickname', 'content'), [100, 60, 2000]);
	assert.equal(lengths(readNews([{ newsid: long, newstitle: long }])[0]!, 'id', 'title'), [100, 300]);
	assert.throws(
		() => openEnvelope({ message: long }, []),
		(error: Error) => error.message === `no recData or refused: ${'x'.repeat(200)}`,
	);
});

it('should repeat what is read, and nothing that is written', async () => {
	const kinds: string[] = [];
	const call: Call = async (kind) => {
		kinds.push(kind);
		return { sign: { signature: 'abc' } };
	};
	await fetchComments(call, '5', 1, 20);
	await fetchNews(async (...request) => (await call(...request), []), '3001');
	await fetchChatTotal(call, 'a');
	await fetchShareSignature(call, 'https://a/');
	await saveChat(call, '加油', 'live/1.mp4', '42');
	await deleteComment(call, '7');
	assert.equal(kinds, ['read', 'read', 'read', 'read', 'write', 'write']);
});

it('should cut answers that are longer than a page', async () => {
	const long = Array.from({ length: 50 }, (_, id) => ({ id, newsid: id }));
	assert.is((await fetchComments(answering({ liveCommentList: { records: long } }), '5', 1, 20)).length, 20);
	assert.is((await fetchNews(answering(long), '3001')).length, 20);
});

it('should reject comments and news of another type, and read empty lists from a recData of null', async () => {
	const comments = (recData: unknown) => fetchComments(answering(recData), '5', 1, 20);
	const news = (recData: unknown) => fetchNews(answering(recData), '3001');
	for (const recData of ['success', 7, true])
		for (const read of [comments, news]) assert.instance(await rejection(read(recData)), ApiError);
	assert.instance(await rejection(news({ records: [] })), ApiError);
	assert.equal(await comments({ liveCommentList: null }), []);
	assert.equal([await comments(null), await news(null)], [[], []]);
});

it('should read the id of a comment from the field that the deployment names', async () => {
	const call = answering({ liveCommentList: { records: [{ id: 1, commentId: 'c7', content: '好' }] } });
	const idIn = async (commentId: string) =>
		(await fetchComments(call, '5', 1, 20, 'read', { ...defaults.api.fields, commentId }))[0]!.id;
	assert.equal([await idIn('commentId'), await idIn('missing')], ['c7', '']);
});

for (const [recData, total] of [
	[{ total: '55' }, 55],
	[{ total: '99+' }, '99+'],
	['x', 0],
	[null, 0],
] as const)
	it(`should read the number of messages from ${JSON.stringify(recData)}`, async () =>
		assert.is(await fetchChatTotal(answering(recData), 'a'), total));

it('should read a share signature and reject an answer without one', async () => {
	const read = { appid: 'wx1', signature: 'abc', nonceStr: 'n' };
	const call = answering({ sign: { ...read, timestamp: 1_700_000_000, jsapi_ticket: 't' } });
	assert.equal(await fetchShareSignature(call, 'https://a/'), { ...read, timestamp: '1700000000' });
	for (const recData of [null, {}, { sign: null }, { sign: {} }, { sign: 'x' }, 7])
		assert.instance(await rejection(fetchShareSignature(answering(recData), 'https://a/')), ApiError);
});

it.run();
