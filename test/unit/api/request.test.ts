import '../../support/dom.ts';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import { type Answer, good, json, PATH, type ReceivedRequest, serveApi } from '../../support/api-server.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('request');
const api = serveApi(it);
it.before.each(() => void mock.method(console, 'warn', () => {}));
it.after.each(() => mock.restoreAll());

it('should post sign and packet as a form and resolve with recData', async () => {
	assert.equal(await api.call('read', { pagenum: 1 }), { a: 1 });
	const [{ method, url, type, body }] = api.received as [ReceivedRequest];
	assert.equal([method, url], ['POST', PATH]);
	assert.match(type, /^application\/x-www-form-urlencoded/);
	assert.equal(Object.fromEntries(new URLSearchParams(body)), {
		sign: 's+/=',
		packet: JSON.stringify({ path: PATH, recData: { pagenum: 1 } }),
	});
	assert.is(api.received.length, 1);
});

it('should send extra fields beside sign and packet', async () => {
	await api.call('read', {}, { url: 'https://a/?b=1&c' });
	assert.is(new URLSearchParams(api.received[0]!.body).get('url'), 'https://a/?b=1&c');
});

for (const statuses of [
	[500, 502],
	[503, 429],
] as const)
	it(`should repeat a read twice after ${statuses.join(' and ')}`, async () => {
		api.answers = [...statuses.map((status) => json(status, {})), good];
		assert.equal(await api.call('read'), { a: 1 });
		assert.is(api.received.length, 3);
	});

it('should reject a read after the second repeat', async () => {
	api.answers = [json(500, {})];
	const error = await rejection(api.call('read'));
	assert.is(error.name, 'HTTPError');
	assert.is(error.response!.status, 500);
	assert.is(api.received.length, 3);
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

for (const status of [400, 401, 403, 404]) {
	it(`should not repeat a read the server refuses with ${status}`, async () => {
		api.answers = [json(status, { message: 'no' })];
		assert.is((await rejection(api.call('read'))).status, status);
		assert.is(api.received.length, 1);
	});
}

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
	assert.match(
		warning!.arguments[0]!,
		/live\/detail answers, but not this page: it must send Access-Control-Allow-Origin/,
	);
});

it('should never repeat a write', async () => {
	for (const status of [500, 503, 429, 408]) {
		api.received = [];
		api.answers = [json(status, {}), good];
		assert.is((await rejection(api.call('write'))).name, 'HTTPError');
		assert.is(api.received.length, 1, String(status));
	}
});

it('should treat a write as done when the answer has recData or a code of success', async () => {
	for (const body of [
		{ recData: 'success' },
		{ recData: {} },
		{ code: null, recData: {} },
		{ code: 200 },
		{ code: '0', recData: null },
		{ code: 200, recData: null },
	]) {
		api.answers = [json(200, body)];
		await api.call('write');
	}
});

it('should treat a write as failed when the answer has neither recData nor a code of success', async () => {
	for (const body of [
		{ code: 500, message: '系统繁忙' },
		{ code: 500, recData: null },
		{ code: 500, message: '内容包含敏感词', recData: {} },
		{ code: '500', recData: 'success' },
		{ code: 2001 },
		{ recData: null },
		{},
		[],
		null,
	]) {
		api.answers = [json(200, body)];
		assert.instance(await rejection(api.call('write')), ApiError, JSON.stringify(body));
	}
	// A captive portal answers everything with status 200.
	for (const body of ['<!doctype html><p>Sign in', 'not JSON', '', '{"code":200,']) {
		api.answers = [json(200, body)];
		const { name, message } = await rejection(api.call('write'));
		assert.is(name, 'ApiError', body);
		assert.match(message, /: the answer is not JSON, such as /);
	}
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

it('should reject a read whose body is not JSON without a repeat', async () => {
	for (const body of ['<html>', '', '{"recData":']) {
		api.received = [];
		api.answers = [json(200, body)];
		assert.is((await rejection(api.call('read'))).name, 'ApiError', body);
		assert.is(api.received.length, 1);
	}
});

it('should reject a read without recData', async () => {
	for (const body of [{ code: 500, message: '系统繁忙' }, { code: 500, recData: null }, { code: 200 }, [], null]) {
		api.answers = [json(200, body)];
		assert.instance(await rejection(api.call('read')), ApiError);
	}
});

for (const body of [
	{ recData: null },
	{ code: 200, recData: null },
	{ code: '0', recData: null },
	{ code: null, recData: null },
])
	it(`should read null from ${JSON.stringify(body)}`, async () => {
		api.answers = [json(200, body)];
		assert.is(await api.call('read'), null);
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
