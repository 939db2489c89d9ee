import '../../support/dom.ts';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import { createSignRequest } from '../../../src/api/sign-request.ts';
import { defaults } from '../../../src/config.ts';
import { type Answer, good, json, PATH, type ReceivedRequest, serveApi } from '../../support/api-server.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('request');
const api = serveApi(it);
it.before.each(() => void mock.method(console, 'warn', () => {}));
it.after.each(() => mock.restoreAll());

it('should post sign and packet as a form, with extra fields, and resolve with recData', async () => {
	assert.equal(await api.call('read', { pagenum: 1 }, { url: 'https://a/?b=1&c' }), { a: 1 });
	const [{ method, url, type, body }] = api.received as [ReceivedRequest];
	assert.equal([method, url, api.received.length], ['POST', PATH, 1]);
	assert.match(type, /^application\/x-www-form-urlencoded/);
	assert.equal(Object.fromEntries(new URLSearchParams(body)), {
		sign: 's+/=',
		packet: JSON.stringify({ path: PATH, recData: { pagenum: 1 } }),
		url: 'https://a/?b=1&c',
	});
});

for (const [kind, statuses, refusal, requests] of [
	['read', [500, 502, 200], undefined, 3],
	['read', [503, 429, 200], undefined, 3],
	['read', [500, 500, 500, 200], 500, 3],
	['poll', [503, 200], 503, 1],
	...[400, 401, 403, 404].map((status) => ['read', [status, 200], status, 1] as const),
	...[500, 503, 429, 408].map((status) => ['write', [status, 200], status, 1] as const),
] as const)
	it(`should request a ${kind} ${requests} times where the server answers with ${statuses}`, async () => {
		api.answers = statuses.map((status) => json(status, status === 200 ? { recData: { a: 1 } } : { message: 'no' }));
		if (!refusal) assert.equal(await api.call(kind), { a: 1 });
		else {
			const { status, response } = await rejection(api.call(kind));
			assert.is(status ?? response!.status, refusal);
		}
		assert.is(api.received.length, requests);
	});

/** Refuses packets that are not of this minute. */
const timely: Answer = (response, request) => {
	const { reqTime } = JSON.parse(new URLSearchParams(api.received.at(-1)!.body).get('packet')!);
	const isTimely = Math.abs(reqTime - new Date().getTime()) < 60_000;
	(isTimely ? good : json(401, { code: 401, message: '请求已过期' }))(response, request);
};
for (const [what, step, answers, times, requests] of [
	['an hour back', -3_600_000, [timely], 'succeed', 2],
	['an hour on', 3_600_000, [timely], 'succeed', 2],
	['an hour back, where it is refused for another reason', -3_600_000, [json(403, { code: 403 })], 'fail', 2],
	['an hour back, where the server fails', -3_600_000, [json(500, { code: 500 })], 'fail', 1],
	['an hour back, where no API answers', -3_600_000, [json(404, '<html>')], 'fail', 1],
	['a second back', -1000, [json(401, { code: 401 })], 'fail', 1],
] as const)
	it(`should ${times} in ${requests} requests to write once the clock was set ${what}`, async () => {
		api.answers = [good];
		api.signRequest = createSignRequest(defaults.api, { userId: '42', token: 't' });
		await api.call('write');
		const { now } = Date;
		mock.method(Date, 'now', () => now() + step);
		api.received.length = 0;
		api.answers = [...answers];
		if (times === 'succeed') assert.is(await api.call('write'), null);
		else await rejection(api.call('write'));
		assert.is(api.received.length, requests);
		await api.call('poll').catch(() => {});
		assert.is(api.received.length, requests + 1, 'later ones are right at once');
	});

const breakOff: Answer = (response) => {
	response.writeHead(200, { 'content-length': '100' }).write('{"recData":');
	setTimeout(() => response.destroy(), 20);
};
for (const [what, answer] of [
	['connection was cut', (_, request) => void request.socket.destroy()],
	['body breaks off', breakOff],
] as [string, Answer][])
	it(`should repeat a read whose ${what}, and no write`, async () => {
		api.answers = [answer, good];
		assert.equal(await api.call('read'), { a: 1 });
		assert.is(api.received.length, 2);
		api.answers = [answer, good];
		await rejection(api.call('write'));
		assert.is(api.received.length, 3);
	});

for (const body of ['<!doctype html><h1>Not Found</h1>', '', '{"timestamp":1}', '[]', 'null'])
	it(`should take no 404 with ${body || 'nothing'} for the API's, and name the likely cause`, async () => {
		api.answers = [json(404, body)];
		for (const call of [() => api.call('poll'), api.readDetail]) {
			const { name, message, status } = await rejection(call());
			assert.equal([name, status], ['ApiError', 502]);
			assert.match(
				message,
				/^http:\/\/127[^?]+: a 404 that is not the API's.* Is \/juvenile\/ routed to the API, or api.base wrong\?$/,
			);
		}
	});

it("should take a 404 with code or message for the API's", async () => {
	for (const body of [{ code: 404 }, { message: '直播不存在' }]) {
		api.answers = [json(404, body)];
		for (const call of [() => api.call('poll'), api.readDetail]) assert.is((await rejection(call())).status, 404);
	}
});

it('should say once that a header for other hosts is missing, where the API answers without it', async () => {
	const { fetch } = globalThis;
	const modes: unknown[] = [];
	globalThis.fetch = async (_, init) => {
		modes.push(init?.mode);
		if (init?.mode !== 'no-cors') throw new TypeError('Failed to fetch');
		return new Response();
	};
	await rejection(api.readDetail()).finally(() => (globalThis.fetch = fetch));
	await new Promise(setImmediate);
	const [warning] = (console.warn as unknown as { mock: { calls: { arguments: string[] }[] } }).mock.calls;
	assert.equal(modes, [undefined, 'no-cors']);
	const sentence = /live\/detail answers, but not this page: it must send Access-Control-Allow-Origin/;
	assert.match(warning!.arguments[0]!, sentence);
});

/** Answers with status 200, what a read reads, and whether a write is done. */
const answers: [body: unknown, read: unknown, written: boolean][] = [
	[{ recData: 'success' }, 'success', true],
	[{ recData: {} }, {}, true],
	[{ code: null, recData: {} }, {}, true],
	[{ code: null, recData: null }, null, false],
	[{ recData: null }, null, false],
	[{ code: '0', recData: null }, null, true],
	[{ code: 200, recData: null }, null, true],
	[{ code: 200 }, undefined, true],
	[{ code: 500, message: '系统繁忙' }, undefined, false],
	[{ code: 500, recData: null }, undefined, false],
	[{ code: 500, message: '内容包含敏感词', recData: {} }, {}, false],
	[{ code: '500', recData: 'success' }, 'success', false],
	[{ code: 2001 }, undefined, false],
	[{}, undefined, false],
	[[], undefined, false],
	[null, undefined, false],
];
for (const [body, read, written] of answers)
	it(`should ${read === undefined ? 'reject a read' : `read ${JSON.stringify(read)}`} and ${written ? 'take a write for done' : 'reject a write'} that is answered with ${JSON.stringify(body)}`, async () => {
		api.answers = [json(200, body)];
		if (read === undefined) assert.instance(await rejection(api.call('read')), ApiError);
		else assert.equal(await api.call('read'), read);
		if (written) await api.call('write');
		else assert.instance(await rejection(api.call('write')), ApiError);
		assert.is(api.received.length, 2);
	});

// A captive portal answers everything with status 200.
for (const body of ['<!doctype html><p>Sign in', 'not JSON', '', '{"code":200,'])
	it(`should reject without a repeat what is answered with ${body || 'nothing'}`, async () => {
		api.answers = [json(200, body)];
		for (const kind of ['read', 'write'] as const) {
			const { name, message } = await rejection(api.call(kind));
			assert.is(name, 'ApiError');
			assert.match(message, /: no JSON, but /);
		}
		assert.is(api.received.length, 2);
	});

it('should take the codes of the deployment for success, of writes and reads', async () => {
	api.okCodes = ['0000', '1'];
	for (const code of ['0000', 1, '1']) {
		api.answers = [json(200, { code })];
		await api.call('write');
		api.answers = [json(200, { code, recData: { id: 1 } })];
		assert.equal(await api.call('read'), { id: 1 });
		assert.is((await api.fetchDetail()).raw.id, 1);
	}
	for (const code of [0, 200, '500'])
		for (const call of [() => api.call('write'), () => api.call('read'), api.fetchDetail]) {
			api.answers = [json(200, { code, recData: {} })];
			assert.is((await rejection(call())).name, 'ApiError');
		}
	api.answers = [json(200, { recData: { id: 1 } })];
	assert.equal(await api.call('read'), { id: 1 });
});

for (const code of [401, 403, '404'])
	it(`should take the code ${code} of a read for that status only where codes of success are named`, async () => {
		api.answers = [json(200, { code, message: '没有', recData: {} })];
		assert.equal(await api.call('read'), {});
		api.okCodes = ['200'];
		for (const call of [() => api.call('read'), api.fetchDetail])
			assert.is((await rejection(call())).status, Number(code));
	});

for (const [what, status, body, reason] of [
	['a refusal', 200, { code: 500, message: ' 内容包含\n敏感词 ', recData: {} }, '内容包含 敏感词'],
	['a long one', 200, { code: 500, message: '长'.repeat(100) }, '长'.repeat(60)],
	['a status of refusal', 403, { code: 403, message: '没有删除权限' }, '没有删除权限'],
	['a framework’s message', 404, { status: 404, message: 'No handler found' }, ''],
	['a message of another type', 200, { code: 500, message: { a: 1 } }, ''],
	['a failed server', 500, { code: 500, message: 'NullPointerException' }, ''],
] as const)
	it(`should hand on ${reason ? 'the words' : 'no words'} of ${what}`, async () => {
		api.answers = [json(status, body)];
		assert.is((await rejection(api.call('write'))).reason, reason);
	});

it('should reject an answer without a body', async () => {
	api.answers = [(response) => void response.writeHead(204).end()];
	assert.is((await rejection(api.call('read'))).name, 'ApiError');
	assert.is(api.received.length, 1);
});

it('should name no URL with a packet in its errors, because that holds the token', async () => {
	api.answers = [json(500, {})];
	const { name, message } = await rejection(api.call('write', { secret: 1 }));
	assert.equal(
		[name, message],
		['HTTPError', `Request failed with status code 500 Internal Server Error: POST ${api.base()}${PATH}`],
	);
	for (const answer of [json(500, {}), json(404, ''), json(200, '<html>')]) {
		api.answers = [answer];
		assert.not.match((await rejection(api.readDetail())).message, /[?]id|packet/);
	}
});

it.run();
