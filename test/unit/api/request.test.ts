import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import { type Answer, good, json, PATH, type ReceivedRequest, serveApi } from '../../support/api-server.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('request');
const api = serveApi(it);

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
		assert.is((await rejection(api.call('read'))).response!.status, status);
		assert.is(api.received.length, 1);
	});
}

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
		assert.is((await rejection(api.call('write'))).name, 'SyntaxError', body);
	}
});

it('should reject a read whose body is not JSON without a repeat', async () => {
	for (const body of ['<html>', '', '{"recData":']) {
		api.received = [];
		api.answers = [json(200, body)];
		assert.is((await rejection(api.call('read'))).name, 'SyntaxError', body);
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
	assert.is((await rejection(api.call('read'))).name, 'SyntaxError');
	assert.is(api.received.length, 1);
});

it('should name no URL with a packet in its errors, because that holds the token', async () => {
	api.answers = [json(500, {})];
	const { name, message } = await rejection(api.call('write', { secret: 1 }));
	assert.equal(
		[name, message],
		['HTTPError', `Request failed with status code 500 Internal Server Error: POST ${api.base()}${PATH}`],
	);
	assert.not.match((await rejection(api.fetchDetail())).message, api.base());
});

it.run();
