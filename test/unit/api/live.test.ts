import '../../support/dom.ts';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import { LIVE_EXAMPLE } from '../../../src/api/examples.ts';
import { fetchLive, readAnswer } from '../../../src/api/fetch-live.ts';
import { isMisread, readBody } from '../../../src/api/read-body.ts';
import { createSignRequest } from '../../../src/api/sign-request.ts';
import { defaults } from '../../../src/config.ts';
import { signer } from '../../support/api-server.ts';
import { readLive } from '../../support/read-live.ts';

const it = suite('live');

it('should read a live with numbers as texts and the other way round', () => {
	const same = {
		description: '<p>好</p>',
		organizationTitle: '学校',
		playbackUrl: 'https://cdn.example.com/r.mp4',
		originRts: 'artc://play.example.com/live/a?k=%2F',
		inviteCode: 'YG',
		oss: 'live/1.mp4',
		shareUrl: 'https://live.example.com/?id=1',
	};
	const [coverImg, headPic] = ['http://cdn.example.com/c.jpg', '/h.png'];
	const numbers = { id: 1, status: '3', title: 5, organizationId: 3001, peopleCount: '12345' };
	const live = readLive({ ...same, ...numbers, coverImg, headPic, summary: null, extra: { a: 1 } });
	assert.equal(live, {
		...live,
		...same,
		id: '1',
		status: 3,
		title: '5',
		summary: '',
		coverImg: 'https://cdn.example.com/c.jpg',
		poster: 'https://cdn.example.com/c.jpg',
		headPic: 'https://live.example.com/h.png',
		organizationId: 3001,
		peopleCount: 12345,
		qualities: [],
		playbackQualities: [],
		startTime: 0,
	});
});

for (const text of ['null', 'undefined', null])
	it(`should take ${text} for missing, but not in a text`, () => {
		const first = readAnswer({}, defaults.api.fields);
		const texts = Object.entries(readLive(LIVE_EXAMPLE)).filter(([, value]) => typeof value === 'string');
		const names = texts.map(([name]) => name).filter((name) => !(name in first));
		const raw = Object.fromEntries(names.map((name) => [name, text]));
		const live: Record<string, unknown> = readLive({ ...raw, videoPic: '/v.jpg' });
		for (const name of names) assert.is(live[name], '', name);
		assert.ok(names.length > 9);
		assert.is(live.poster, 'https://live.example.com/v.jpg');
		assert.is(readLive({ title: `${text}!` }).title, `${text}!`);
		assert.is(readLive({ title: { toString: text } }).title, '');
	});

it('should read the qualities in the field of the configuration, a bad one as unusable', () => {
	const listed = [
		{ name: '高清', kbps: '1,130', url: 'artc://play.example.com/live/a?auth_key=1' },
		{ name: 5, kbps: 400, url: 'javascript:1' },
		{},
		null,
		'artc://play.example.com/live/a',
	];
	const fields = { ...defaults.api.fields, qualities: 'streams', playbackQualities: 'files' };
	const audioOnly = false;
	assert.equal(readLive({ streams: listed }, fields).qualities, [
		{ name: '高清', kbps: 1130, address: 'artc://play.example.com/live/a?auth_key=1', audioOnly },
		{ name: '5', kbps: 400, address: '', audioOnly },
		{ name: '', kbps: 0, address: '', audioOnly },
	]);
	const file = { name: '声音', kbps: 40, url: '/a.m4a' };
	assert.equal(
		readLive({ files: [{ ...file, audioOnly: true }, { ...file, audioOnly: 1 }, listed[0]] }, fields).playbackQualities,
		[
			{ name: '声音', kbps: 40, address: 'https://live.example.com/a.m4a', audioOnly: true },
			{ name: '声音', kbps: 40, address: 'https://live.example.com/a.m4a', audioOnly },
			// No real-time address is a file.
			{ name: '高清', kbps: 1130, address: '', audioOnly },
		],
	);
	for (const qualities of [undefined, null, '', {}, 7, 'artc://a/b'])
		assert.equal(readLive({ qualities }).qualities, []);
	assert.is(readLive({ qualities: Array(5000).fill(listed[0]) }).qualities.length, 8);
});

it('should treat an unreadable status as live', () => {
	for (const status of ['', null, undefined, 'live', -1, 1.5, NaN, true, {}, '1'])
		assert.is(readLive({ status }).status, 1, JSON.stringify(status));
	for (const status of [0, '0', ' 2 ', 3, 7]) assert.is(readLive({ status }).status, Number(status));
});

it('should fall back to the other images when there is no cover', () => {
	const [a, b, c] = ['https://c.example.com/a', 'https://c.example.com/b', 'https://c.example.com/c'];
	const images = (raw: object) => {
		const { coverImg, poster } = readLive(raw);
		return [coverImg, poster];
	};
	assert.equal(images({ coverImg: a, videoPic: b, posPic: c }), [a, a]);
	// Only the stage shows another image; a share card has a default one (spec §2).
	assert.equal(images({ coverImg: 'javascript:1', videoPic: b, posPic: c }), ['', b]);
	assert.equal(images({ posPic: c }), ['', c]);
	assert.equal(images({}), ['', '']);
});

it('should reject a live that is not a record', () => {
	for (const recData of [null, undefined, '', 'live', 7, true, [], [{}]])
		assert.throws(
			() => readLive(recData),
			(error: unknown) => error instanceof ApiError,
		);
});

it.after.each(() => mock.restoreAll());
/** Fetches a live with plain `fetch`, which resolves with this response; returns the live or the error, and the requests. */
async function fetchPlain(response: Response, signRequest = signer((...packet) => JSON.stringify(packet)), id = '1') {
	const urls: string[] = [];
	// A second mock would be restored to the first.
	mock.restoreAll();
	mock.method(globalThis, 'fetch', async (url: string) => (urls.push(url), response));
	const config = { ...defaults.api, base: 'https://api.example.com' };
	return fetchLive(config, signRequest, id).then(
		(live) => ({ live, urls, error: undefined }),
		(error: ApiError) => ({ error, urls, live: undefined }),
	);
}

for (const status of [404, 500])
	it(`should reject a plain fetch of the live with status ${status} without a repeat`, async () => {
		const { error, urls } = await fetchPlain(new Response('{"recData":{"id":1}}', { status }));
		assert.instance(error, ApiError);
		assert.equal([error!.status, error!.message, urls.length], [status, `status ${status}`, 1]);
	});

for (const status of [200, 403])
	it(`should take the time of later packets from an answer with status ${status}`, async () => {
		const signRequest = createSignRequest(defaults.api, { userId: '', token: '' });
		const reqTime = async () => JSON.parse((await signRequest('/juvenile/api/stream/chat/save', {})).packet).reqTime;
		const month = 30 * 86_400_000;
		const isAhead = async (ahead: number) => Math.abs((await reqTime()) - Date.now() - ahead) < 60_000;
		assert.ok(await isAhead(0));
		for (const ahead of [month, -month]) {
			const headers = { date: new Date(Date.now() + ahead).toUTCString() };
			const response = new Response('{"recData":{"id":1}}', { status, headers });
			await fetchPlain(response, signRequest);
			assert.ok(await isAhead(ahead));
			// Another host may not show its own.
			await fetchPlain(new Response('{"recData":{"id":1}}'), signRequest);
			assert.ok(await isAhead(ahead));
		}
	});

const GBK = Buffer.from([0xbf, 0xaa, 0xd1, 0xa7]);
for (const [type, body, title] of [
	['application/json;charset=GBK', GBK, '开学'],
	['application/json; charset="gb18030"', GBK, '开学'],
	['application/json; charset=utf8mb4', Buffer.from('开学'), '开学'],
	['application/json', Buffer.from('开学'), '开学'],
	['application/json', GBK, '\ufffd\ufffd\u0467'],
] as const)
	it(`should read ${title} in the charset of ${type}`, async () => {
		const signRequest = Object.assign(signer(String), { readBody });
		const bytes = Buffer.concat([Buffer.from('{"recData":{"title":"'), body, Buffer.from('"}}')]);
		const { live } = await fetchPlain(new Response(bytes, { headers: { 'content-type': type } }), signRequest);
		assert.is(live!.raw.title, title);
		assert.is(isMisread(live!.raw), title !== '开学');
	});

it('should fetch the live with sign and packet in the query', async () => {
	const { live, urls } = await fetchPlain(new Response('{"recData":{"id":"1&2","status":3}}'), undefined, '1&2');
	assert.equal([live!.raw.id, live!.status], ['1&2', 3]);
	const { origin, pathname, searchParams } = new URL(urls[0]!);
	assert.is(origin + pathname, 'https://api.example.com/juvenile/api/live/detail');
	assert.equal(Object.fromEntries(searchParams), {
		id: '1&2',
		sign: 's+/=',
		packet: '["/juvenile/api/live/detail",{"id":"1&2"}]',
	});
	assert.is(urls.length, 1);
});

it.run();
