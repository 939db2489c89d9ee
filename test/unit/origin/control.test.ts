import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startOrigin, type Origin } from '../../origin/index.ts';
import { rejection } from '../../support/rejection.ts';
import { comments, control, detail, DOCUMENT, originTests } from './harness.ts';

const it = suite('origin: control, faults, robustness');
const withOrigin = originTests(it);

withOrigin('should log every request with its status', async (origin) => {
	await fetch(`${origin.url}/track?tid=1&args=%7B%7D`, { headers: { 'x-test': 'yes' } });
	await fetch(`${origin.url}/logstores/rts/track?msgid=101`);
	await fetch(`${origin.url}/live/demo`, { method: 'POST', body: 'x'.repeat(70_000) });
	const log = (await (await fetch(`${origin.url}/__origin/log`)).json()) as ReturnType<typeof origin.requests>;
	assert.equal(
		log.map((r) => `${r.method} ${r.path} ${r.status}`),
		['GET /track 200', 'GET /logstores/rts/track 200', 'POST /live/demo 400'],
	);
	assert.is(log[0]!.query, 'tid=1&args=%7B%7D');
	assert.is(log[0]!.headers['x-test'], 'yes');
	assert.is(log[2]!.body.length, 65_536);
	assert.equal(log, origin.requests());
});

withOrigin('should apply a fault the given number of times, then respond normally', async (origin) => {
	await control(origin, 'fault', { path: '/juvenile/api/live', times: 2, status: 503 });
	assert.equal(
		[(await detail(origin, '1')).status, (await detail(origin, '1')).status, (await detail(origin, '1')).status],
		[503, 503, 200],
	);
	origin.setFault({ path: '/juvenile', body: 'not json' });
	const response = await fetch(`${origin.url}/juvenile/x`);
	assert.equal([response.status, await response.text()], [200, 'not json']);
	origin.setFault({ path: '/app.', times: -1, status: 404, body: '<h1>gone</h1>', contentType: 'text/html' });
	for (let i = 0; i < 3; i++)
		assert.is((await fetch(`${origin.url}/app.K2ZQ5N7A.js`)).headers.get('content-type'), 'text/html');
	origin.setFault({ path: '/app.', times: 0 });
	assert.is((await fetch(`${origin.url}/app.K2ZQ5N7A.js`)).status, 200);
});

withOrigin('should match a fault by method, and by exact path with $', async (origin) => {
	origin.setFault({ path: '/$', status: 500 });
	origin.setFault({ path: '/app', method: 'POST', status: 500 });
	assert.is((await fetch(`${origin.url}/app.K2ZQ5N7A.js`)).status, 200);
	assert.is((await fetch(`${origin.url}/?id=1`)).status, 500);
});

withOrigin('should delay a response, or never respond', async (origin) => {
	origin.setFault({ path: '/app.', delayMs: 300 });
	const started = Date.now();
	assert.is((await fetch(`${origin.url}/app.K2ZQ5N7A.js`)).status, 200);
	assert.ok(Date.now() - started >= 295);
	origin.setFault({ path: '/media', hang: true });
	assert.is(
		(await rejection(fetch(`${origin.url}/media/replay.mp4`, { signal: AbortSignal.timeout(200) }))).name,
		'TimeoutError',
	);
	assert.is((await fetch(`${origin.url}/media/replay.mp4`)).status, 200);
});

withOrigin('should remove a part of the real response', async (origin) => {
	const request = async () => (await fetch(`${origin.url}/juvenile/api/nothing`)).text();
	origin.setFault({ path: '/juvenile/', without: '"message":"[^"]*"' });
	assert.not.match(await request(), 'message');
	assert.match(await request(), '"message":"');
});

withOrigin('should destroy the connection in the middle of a body', async (origin) => {
	origin.setFault({ path: '/', cut: true });
	const response = await fetch(`${origin.url}/`, { headers: { 'accept-encoding': 'identity' } });
	assert.is(response.headers.get('content-length'), String(Buffer.byteLength(DOCUMENT)));
	assert.is((await rejection(response.text())).message, 'terminated');
	assert.is(await (await fetch(`${origin.url}/`)).text(), DOCUMENT);
});

withOrigin('should change lives, comments and news, and restore them on reset', async (origin) => {
	await control(origin, 'live', { id: 1, status: 3, playbackUrl: '{origin}/media/replay.mp4' });
	const { recData } = await detail(origin, '1');
	assert.equal([recData.status, recData.playbackUrl], [3, `${origin.url}/media/replay.mp4`]);
	await control(origin, 'live', { id: 'new', title: '新的' });
	assert.is((await detail(origin, 'new')).recData.title, '新的');
	await control(origin, 'comments', { liveId: '2', items: [{ content: '一' }, { content: '二', nickname: '小明' }] });
	assert.equal(
		(await comments(origin, '2')).map((c) => c.nickname + c.content),
		['小明二', '一'],
	);
	await control(origin, 'comments', { liveId: '2', count: 30 });
	assert.is((await comments(origin, '2', 2)).length, 12);
	assert.is((await control(origin, 'news', { items: [] })).status, 200);
	origin.setFault({ path: '/juvenile', status: 500, times: -1 });
	assert.is((await control(origin, 'reset', {})).status, 200);
	assert.is((await detail(origin, '1')).recData.status, 1);
	assert.is((await detail(origin, 'new')).status, 404);
	assert.equal(await comments(origin, '2'), []);
});

/** Status of a reset whose Host is another name, as after DNS rebinding. */
const statusWithHost = (origin: Origin, host: string) =>
	new Promise<number | undefined>((resolve, reject) => {
		const { port } = origin;
		request({ port, method: 'POST', path: '/__origin/reset', headers: { host } }, ({ statusCode }) =>
			resolve(statusCode),
		)
			.on('error', reject)
			.end();
	});

withOrigin('should accept control requests from this machine only, and refuse invalid ones', async (origin) => {
	assert.is((await control(origin, 'reset', {}, { 'x-forwarded-for': '203.0.113.9' })).status, 403);
	for (const headers of [
		{ origin: 'https://evil.example' },
		{ origin: 'null' },
		{ origin: origin.url.replace(/\d+$/, '1') },
		{ 'sec-fetch-site': 'cross-site' },
		{ 'sec-fetch-site': 'same-site' },
	] as Record<string, string>[])
		assert.is((await control(origin, 'reset', {}, headers)).status, 403, JSON.stringify(headers));
	assert.is(await statusWithHost(origin, 'evil.example'), 403);
	assert.is(await statusWithHost(origin, `localhost:${origin.port}`), 200);
	assert.is((await control(origin, 'reset', {}, { origin: origin.url, 'sec-fetch-site': 'same-origin' })).status, 200);
	for (const [operation, body] of [
		['fault', {}],
		['fault', '{'],
		['live', { status: 1 }],
		['stream', { name: 'demo', action: 'explode' }],
		['comments', { liveId: 1 }],
		['news', {}],
		['reset', '[]'],
	] as const) {
		assert.is((await control(origin, operation, body)).status, 400, `${operation} ${JSON.stringify(body)}`);
	}
	assert.is((await control(origin, 'nothing', {})).status, 404);
	assert.is((await fetch(`${origin.url}/__origin/reset`)).status, 405);
	assert.is((await control(origin, 'log', {})).status, 405);
});

withOrigin('should refuse a body over a megabyte', async (origin) => {
	const response = await fetch(`${origin.url}/juvenile/api/stream/chat/save`, {
		method: 'POST',
		body: 'x'.repeat(1024 * 1024 + 1),
	});
	assert.is(response.status, 413);
});

it('should close at once while requests are pending', async () => {
	const origin = await startOrigin({ dist: '/nowhere' });
	origin.setFault({ path: '/', hang: true });
	const pending = fetch(`${origin.url}/`).then(
		() => 'responded',
		() => 'failed',
	);
	await delay(100);
	// Otherwise they would not settle before the request's time limit, minutes later.
	await Promise.all([origin.close(), origin.close()]);
	assert.is(await pending, 'failed');
});

it.run();
