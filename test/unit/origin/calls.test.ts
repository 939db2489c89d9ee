import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { comments, detail, createForm, post, originTests } from './harness.ts';

const it = suite('origin: calls');
const withOrigin = originTests(it);
const withSignatures = originTests(it, { signKey: 'secret' });
const withMethodCodes = originTests(it, { methodCodes: { 'live/detail': 'LIVE_DETAIL' } });

const PAGE = { pagenum: 1, pagesize: 20 };
const NEWS = { typeid: 0, newsid: 0, hotid: 0, title: '', organizationid: 3001, ...PAGE };
const OSS = 'live/2024/1001.mp4';

withSignatures('should accept a correct signature and refuse a wrong one', async (origin) => {
	assert.is((await detail(origin, '1', { key: 'secret' })).status, 200);
	const wrong = await detail(origin, '1', { key: 'other' });
	assert.equal([wrong.status, wrong.code, wrong.recData], [401, 401, undefined]);
	assert.is((await detail(origin, '1', { sign: '' })).status, 401);
	assert.is(
		(await post(origin, 'api/live/comment/page', { key: 'secret', recData: { ...PAGE, liveId: 1 } })).status,
		200,
	);
	assert.is((await post(origin, 'api/live/comment/page', { sign: 'ab', recData: { ...PAGE, liveId: 1 } })).status, 401);
});

withSignatures(
	'should accept unsigned calls from a plain http page on another host, where browsers cannot sign, but no wrong signature',
	async (origin) => {
		const request = (host: string, sign: string) =>
			new Promise<number>((resolve, reject) => {
				const packet = JSON.stringify({
					token: '',
					methodCode: 'live/detail',
					reqTime: Date.now(),
					versionNo: '1',
					recData: { id: '1' },
				});
				const path = `/juvenile/api/live/detail?${new URLSearchParams({ id: '1', sign, packet })}`;
				get({ host: '127.0.0.1', port: origin.port, path, headers: { host } }, (response) => {
					response.resume();
					resolve(response.statusCode!);
				}).on('error', reject);
			});
		assert.is(await request('192.0.2.7:8080', ''), 200);
		assert.is(await request('192.0.2.7:8080', 'ab'), 401);
		assert.is(await request('localhost:8080', ''), 401);
	},
);

withOrigin('should refuse invalid packets', async (origin) => {
	const good = { token: '', methodCode: 'live/detail', reqTime: Date.now(), versionNo: '1', recData: {} };
	const statusFor = async (packet: unknown) =>
		(await detail(origin, '1', { packet: typeof packet === 'string' ? packet : JSON.stringify(packet) })).status;
	assert.is(await statusFor(good), 200);
	assert.is(await statusFor({ ...good, reqTime: String(good.reqTime) }), 200);
	for (const bad of [
		'',
		'{',
		'[]',
		'null',
		'"x"',
		{ ...good, token: 1 },
		{ ...good, methodCode: 'live/other' },
		{ ...good, reqTime: 'now' },
		{ ...good, versionNo: undefined },
		{ ...good, recData: undefined },
		{ ...good, recData: [1] },
		{ ...good, userId: {} },
	]) {
		assert.is(await statusFor(bad), 400, JSON.stringify(bad));
	}
	assert.is((await fetch(`${origin.url}/juvenile/api/live/detail?id=1`)).status, 400);
});

withMethodCodes('should accept the configured method codes only', async (origin) => {
	assert.is((await detail(origin, '1', { methodCode: 'LIVE_DETAIL' })).status, 200);
	assert.is((await detail(origin, '1')).status, 400);
});

withOrigin('should return the live with URLs on the requested host', async (origin) => {
	const { status, code, recData } = await detail(origin, '1');
	assert.equal([status, code], [200, 200]);
	assert.is(recData.originRts, `artc://127.0.0.1:${origin.port}/live/demo`);
	assert.is(recData.organizationTitle, '阳光实验小学');
	for (const name of ['coverImg', 'headPic', 'posPic', 'videoPic'])
		assert.is((await fetch(recData[name])).status, 200, name);
	const statuses = await Promise.all(
		['0', '1', '2', '3', '5'].map(async (id) => (await detail(origin, id)).recData.status),
	);
	assert.equal(statuses, [0, 1, 2, 3, 1]);
	const plain = await detail(origin, '5');
	assert.is(plain.recData.originRts, `${origin.url}/media/replay.mp4`);
	assert.is((await detail(origin, '6')).recData.originRts, `whep://127.0.0.1:${origin.port}/whep/demo2`);
	const form = createForm('api/live/detail');
	form.set('id', '3');
	const proxied = await fetch(`${origin.url}/juvenile/api/live/detail?${form}`, {
		headers: { 'x-forwarded-proto': 'https' },
	});
	assert.match((await proxied.json()).recData.playbackUrl, /^https:\/\//);
});

withOrigin('should return comments page by page, newest first', async (origin) => {
	const pages = await Promise.all([1, 2, 3, 4].map((pagenum) => comments(origin, '1', pagenum)));
	assert.equal(
		pages.map((page) => page.length),
		[20, 20, 15, 0],
	);
	const all = pages.flat();
	assert.is(new Set(all.map((c) => c.id)).size, 55);
	assert.ok(all.every((c, i) => i === 0 || c.createTime <= all[i - 1]!.createTime));
	assert.ok(all.some((c) => c.nickname === '') && all.some((c) => c.nickname !== ''));
	assert.is((await comments(origin, '3')).length, 8);
	assert.equal(await comments(origin, '2'), []);
	assert.is((await comments(origin, '9', 20, 100)).length, 100);
	const tooLarge = await post(origin, 'api/live/comment/page', {
		recData: { liveId: '1', pagenum: 1, pagesize: 101 },
	});
	assert.is(tooLarge.status, 400);
});

withOrigin('should return news with and without images, with numbers as numbers and strings', async (origin) => {
	const { recData } = await post(origin, 'api/information/newslistapi', { recData: NEWS });
	assert.ok(Array.isArray(recData) && recData.length >= 10);
	assert.ok(recData.some((item: { img?: string }) => !item.img));
	assert.ok(recData.some((item: { readnum?: unknown }) => typeof item.readnum === 'string'));
	assert.is(
		(await post(origin, 'api/information/newslistapi', { recData: { ...NEWS, title: undefined } })).status,
		400,
	);
});

withOrigin('should save a message as a chat record and a comment', async (origin) => {
	const recData = { content: '老师好', videoOss: OSS, userId: '42' };
	assert.is((await post(origin, 'api/stream/chat/save', { recData, token: 'demo', userId: '42' })).status, 200);
	const [newest] = await comments(origin, '1');
	assert.equal([newest!.nickname, newest!.content, newest!.userId], ['用户42', '老师好', '42']);
	const chat = await post(origin, 'api/stream/chat/findByPage/with/video', {
		recData: { videoOss: OSS, pageNum: 1, pageSize: 5 },
	});
	assert.equal([chat.recData.records.length, chat.recData.total, chat.recData.records[0].content], [5, 56, '老师好']);
});

withOrigin('should not save a message without a token, a user id or a text', async (origin) => {
	const recData = { content: '老师好', videoOss: OSS, userId: '42' };
	const save = async (change: object, token = 'demo') =>
		(await post(origin, 'api/stream/chat/save', { recData: { ...recData, ...change }, token })).status;
	assert.is(await save({}, ''), 401);
	assert.is(await save({ userId: '' }), 400);
	assert.is(await save({ content: ' ' }), 400);
	assert.is(await save({ videoOss: 'nowhere' }), 404);
	assert.is((await comments(origin, '1', 3)).length, 15);
});

withOrigin('should delete a comment for the moderator only', async (origin) => {
	const [newest] = await comments(origin, '1');
	const remove = async (userId: string, token: string, methodCode?: string) =>
		(await post(origin, `api/stream/chat/delete/${newest!.id}`, { recData: {}, userId, token, methodCode })).status;
	assert.is(await remove('42', 'demo'), 403);
	assert.is(await remove('7001', ''), 401);
	assert.is((await comments(origin, '1'))[0]!.id, newest!.id);
	assert.is(await remove('7001', 'demo', 'stream/chat/delete'), 200);
	assert.is.not((await comments(origin, '1'))[0]!.id, newest!.id);
	assert.is(await remove('7001', 'demo'), 404);
});

withOrigin('should refuse a write in the name of another user, an old one and a repeated one', async (origin) => {
	const recData = { content: '老师好', videoOss: OSS, userId: '42' };
	const path = 'api/stream/chat/save';
	const packet = (change: object = {}) =>
		JSON.stringify({
			token: 'demo',
			methodCode: 'stream/chat/save',
			reqTime: Date.now(),
			versionNo: '1.0.0',
			userId: '42',
			recData,
			...change,
		});
	const save = async (text: string) => (await post(origin, path, { packet: text })).status;
	const good = packet();
	assert.is(await save(good), 200);
	assert.is(await save(good), 403, 'repeated');
	for (const change of [
		{ userId: '7001' },
		{ recData: { ...recData, userId: '43' } },
		{ userId: '43', recData: { ...recData, userId: '43' } },
		{ reqTime: Date.now() - 600_000 },
		{ reqTime: Date.now() + 600_000 },
	])
		assert.is(await save(packet(change)), 403, JSON.stringify(change));
	assert.is(await save(packet({ reqTime: Math.floor(Date.now() / 1000) })), 200, 'seconds');
	assert.is(await save(packet({ token: 'other' })), 401);
	assert.is((await comments(origin, '1', 3)).length, 17);
});

withOrigin('should sign the page URL for WeChat', async (origin) => {
	const url = 'https://example.com/live?id=1&userId=42';
	const { recData } = await post(origin, 'wxjs/getWechatShareToken', {
		methodCode: 'wxjs/getWechatShareToken',
		fields: { url },
	});
	const { appid, signature, jsapi_ticket, nonceStr, timestamp } = recData.sign;
	assert.ok(appid);
	const text = `jsapi_ticket=${jsapi_ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`;
	assert.is(signature, createHash('sha1').update(text).digest('hex'));
	const form = new URLSearchParams(origin.requests().at(-1)!.body);
	assert.is(form.get('url'), url);
	for (const bad of ['', 'https://example.com/#top', 'javascript:1']) {
		assert.is(
			(
				await post(origin, 'wxjs/getWechatShareToken', {
					methodCode: 'wxjs/getWechatShareToken',
					fields: { url: bad },
				})
			).status,
			400,
		);
	}
});

withOrigin('should allow cross-origin calls', async (origin) => {
	const preflight = await fetch(`${origin.url}/juvenile/api/live/comment/page`, { method: 'OPTIONS' });
	assert.is(preflight.status, 204);
	assert.is(preflight.headers.get('access-control-allow-origin'), '*');
	const refused = await fetch(`${origin.url}/juvenile/api/live/detail?id=404&${createForm('api/live/detail')}`);
	assert.is(refused.headers.get('access-control-allow-origin'), '*');
});

withOrigin('should refuse unknown paths, methods and content types', async (origin) => {
	assert.is((await post(origin, 'api/nothing')).status, 404);
	assert.is((await post(origin, 'api/stream/chat/delete/abc')).status, 404);
	assert.is((await post(origin, 'api/live/detail')).status, 405);
	assert.is((await fetch(`${origin.url}/juvenile/api/stream/chat/save`)).status, 405);
	const typed = await fetch(`${origin.url}/juvenile/api/live/comment/page`, {
		method: 'POST',
		body: JSON.stringify({}),
		headers: { 'content-type': 'application/json' },
	});
	assert.is(typed.status, 400);
});

it.run();
