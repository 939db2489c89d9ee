import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCall } from '../../../src/api/request.ts';
import { fetchLive } from '../../../src/api/live.ts';
import { defaults } from '../../../src/config.ts';
import { ApiError } from '../../../src/api/envelope.ts';

interface ReceivedRequest {
	method: string;
	url: string;
	type: string;
	body: string;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const it = suite('request');
const PATH = '/juvenile/api/live/comment/page';
const signRequest = async (path: string, recData: unknown) => ({
	sign: 's+/=',
	packet: JSON.stringify({ path, recData }),
});

let server: Server;
let base = '';
let received: ReceivedRequest[] = [];
/** The server's answers, one a request; the last one repeats. */
let answers: Answer[] = [];

const json =
	(status: number, body: unknown): Answer =>
	(response) =>
		void response
			.writeHead(status, { 'content-type': 'application/json' })
			.end(typeof body === 'string' ? body : JSON.stringify(body));
const good = json(200, { code: 200, recData: { a: 1 } });
const hang: Answer = () => {};

it.before(async () => {
	server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (text) => (body += text));
		request.on('end', () => {
			received.push({ method: request.method!, url: request.url!, type: request.headers['content-type'] ?? '', body });
			(answers.length > 1 ? answers.shift()! : answers[0]!)(response, request);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
it.before.each(() => {
	received = [];
	answers = [good];
});
it.after.each(() => void (globalThis.setTimeout = setTimeoutOfNode));
it.after(() => {
	server.closeAllConnections();
	server.close();
});

async function rejection(promise: Promise<unknown>): Promise<Error & { response?: { status: number } }> {
	try {
		await promise;
	} catch (error) {
		assert.instance(error, Error);
		return error as Error;
	}
	throw new Error('it did not reject');
}

const setTimeoutOfNode = globalThis.setTimeout;

/** Lets the client's timers run faster. */
function speedUpTimers(times = 100): void {
	globalThis.setTimeout = ((then: () => void, delay: number, ...rest: []) =>
		setTimeoutOfNode(then, delay / times, ...rest)) as typeof setTimeout;
}

const fetchDetail = () => fetchLive({ ...defaults.api, base }, signRequest, '1');

/** Milliseconds on the sped-up clock. */
async function duration(promise: Promise<unknown>): Promise<number> {
	const from = performance.now();
	await promise;
	return (performance.now() - from) * 100;
}

it('should post sign and packet as a form and resolve with recData', async () => {
	assert.equal(await createCall(base, signRequest)('read', PATH, { pagenum: 1 }), { a: 1 });
	const [{ method, url, type, body }] = received as [ReceivedRequest];
	assert.equal([method, url], ['POST', PATH]);
	assert.match(type, /^application\/x-www-form-urlencoded/);
	assert.equal(Object.fromEntries(new URLSearchParams(body)), {
		sign: 's+/=',
		packet: JSON.stringify({ path: PATH, recData: { pagenum: 1 } }),
	});
	assert.is(received.length, 1);
});

it('should send extra fields beside sign and packet', async () => {
	await createCall(base, signRequest)('read', PATH, {}, { url: 'https://a/?b=1&c' });
	assert.is(new URLSearchParams(received[0]!.body).get('url'), 'https://a/?b=1&c');
});

for (const status of [500, 502, 503, 429]) {
	it(`should repeat a read twice after ${status}`, async () => {
		answers = [json(status, {}), json(status, {}), good];
		assert.equal(await createCall(base, signRequest)('read', PATH, {}), { a: 1 });
		assert.is(received.length, 3);
	});
}

it('should reject a read after the second repeat', async () => {
	answers = [json(500, {})];
	const error = await rejection(createCall(base, signRequest)('read', PATH, {}));
	assert.is(error.name, 'HTTPError');
	assert.is(error.response!.status, 500);
	assert.is(received.length, 3);
});

it('should repeat a read whose connection was cut', async () => {
	answers = [(_, request) => void request.socket.destroy(), good];
	assert.equal(await createCall(base, signRequest)('read', PATH, {}), { a: 1 });
	assert.is(received.length, 2);
});

for (const status of [400, 401, 403, 404]) {
	it(`should not repeat a read the server refuses with ${status}`, async () => {
		answers = [json(status, { message: 'no' })];
		assert.is((await rejection(createCall(base, signRequest)('read', PATH, {}))).response!.status, status);
		assert.is(received.length, 1);
	});
}

it('should never repeat a write', async () => {
	const call = createCall(base, signRequest);
	for (const status of [500, 503, 429, 408]) {
		received = [];
		answers = [json(status, {}), good];
		assert.is((await rejection(call('write', PATH, {}))).name, 'HTTPError');
		assert.is(received.length, 1, String(status));
	}
	received = [];
	answers = [(_, request) => void request.socket.destroy(), good];
	await rejection(call('write', PATH, {}));
	assert.is(received.length, 1, 'a cut connection');
});

it('should treat a write as done when the answer has recData or a code of success', async () => {
	const call = createCall(base, signRequest);
	for (const body of [
		{ recData: 'success' },
		{ recData: {} },
		{ code: 200 },
		{ code: '0', recData: null },
		{ code: 200, recData: null },
	]) {
		answers = [json(200, body)];
		await call('write', PATH, {});
	}
});

it('should treat a write as failed when the answer has neither recData nor a code of success', async () => {
	const call = createCall(base, signRequest);
	for (const body of [
		{ code: 500, message: '系统繁忙' },
		{ code: 500, recData: null },
		{ code: 2001 },
		{ recData: null },
		{},
		[],
		null,
	]) {
		answers = [json(200, body)];
		assert.instance(await rejection(call('write', PATH, {})), ApiError, JSON.stringify(body));
	}
	// A captive portal answers everything with status 200.
	for (const body of ['<!doctype html><p>Sign in', 'not JSON', '', '{"code":200,']) {
		answers = [json(200, body)];
		assert.is((await rejection(call('write', PATH, {}))).name, 'SyntaxError', body);
	}
});

it('should reject a read whose body is not JSON without a repeat', async () => {
	for (const body of ['<html>', '', '{"recData":']) {
		received = [];
		answers = [json(200, body)];
		assert.is((await rejection(createCall(base, signRequest)('read', PATH, {}))).name, 'SyntaxError', body);
		assert.is(received.length, 1);
	}
});

it('should reject a read without recData', async () => {
	for (const body of [{ code: 500, message: '系统繁忙' }, { code: 500, recData: null }, { code: 200 }, [], null]) {
		answers = [json(200, body)];
		assert.instance(await rejection(createCall(base, signRequest)('read', PATH, {})), ApiError);
	}
});

for (const body of [
	{ recData: null },
	{ code: 200, recData: null },
	{ code: '0', recData: null },
	{ code: null, recData: null },
])
	it(`should read null from ${JSON.stringify(body)}`, async () => {
		answers = [json(200, body)];
		assert.is(await createCall(base, signRequest)('read', PATH, {}), null);
	});

for (const kind of ['read', 'write'] as const) {
	it(`should give a ${kind} ten seconds and not repeat it afterwards`, async () => {
		answers = [hang];
		speedUpTimers();
		const result = rejection(createCall(base, signRequest)(kind, PATH, {}));
		const taken = await duration(result);
		assert.ok(taken > 9000 && taken < 60_000, `${taken} ms`);
		assert.is((await result).name, 'TimeoutError');
		assert.is(received.length, 1);
	});
}

it('should wait for a slow answer', async () => {
	answers = [(...exchange) => void setTimeoutOfNode(() => good(...exchange), 60)];
	speedUpTimers(5);
	assert.equal(await createCall(base, signRequest)('read', PATH, {}), { a: 1 });
	assert.is(received.length, 1);
});

it('should reject a read whose body does not end within ten seconds', async () => {
	answers = [(response) => void response.writeHead(200, { 'content-length': '100' }).write('{"recData":')];
	speedUpTimers();
	const taken = await duration(rejection(createCall(base, signRequest)('read', PATH, {})));
	assert.ok(taken > 9000 && taken < 60_000, `${taken} ms`);
});

for (const [where, answer] of [
	['head', hang],
	['body', (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"recData":')],
] as [string, Answer][])
	it(`should close the connection of an answer whose ${where} takes too long`, async () => {
		const call = createCall(base, signRequest);
		for (const request of [() => call('read', PATH, {}), () => call('write', PATH, {}), fetchDetail]) {
			let closed: Promise<unknown> | undefined;
			answers = [
				(response, incoming) => {
					closed = new Promise((resolve) => incoming.socket.once('close', resolve));
					answer(response, incoming);
				},
			];
			speedUpTimers();
			await rejection(request());
			assert.ok(closed, 'it was requested');
			await closed;
		}
	});

it('should give up on a live in time where requests cannot be aborted', async () => {
	const { AbortController, fetch } = globalThis;
	Object.assign(globalThis, { AbortController: undefined, fetch: () => new Promise(() => {}) });
	speedUpTimers();
	const error = await rejection(fetchDetail()).finally(() => Object.assign(globalThis, { AbortController, fetch }));
	assert.is(error.message, 'live: no answer in time');
});

it('should count the time of the body from the start of the request', async () => {
	answers = [
		(response) => {
			setTimeoutOfNode(() => void response.writeHead(200, { 'content-length': '100' }).write('{"recData":'), 60);
		},
	];
	speedUpTimers();
	// 6 s until the head, so 4 s are left.
	const taken = await duration(rejection(createCall(base, signRequest)('read', PATH, {})));
	assert.ok(taken > 9000 && taken < 15_000, `${taken} ms`);
});

it('should repeat a read whose body breaks off', async () => {
	answers = [
		(response) => {
			response.writeHead(200, { 'content-length': '100' }).write('{"recData":');
			setTimeoutOfNode(() => response.destroy(), 20);
		},
		good,
	];
	assert.equal(await createCall(base, signRequest)('read', PATH, {}), { a: 1 });
	assert.is(received.length, 2);
});

it('should never repeat a write whose body breaks off', async () => {
	answers = [
		(response) => {
			response.writeHead(200, { 'content-length': '100' }).write('{"recData":');
			setTimeoutOfNode(() => response.destroy(), 20);
		},
		good,
	];
	await rejection(createCall(base, signRequest)('write', PATH, {}));
	assert.is(received.length, 1);
});

it('should reject an answer without a body', async () => {
	answers = [(response) => void response.writeHead(204).end()];
	assert.is((await rejection(createCall(base, signRequest)('read', PATH, {}))).name, 'SyntaxError');
	assert.is(received.length, 1);
});

for (const [what, value] of [
	['seconds', () => '3600'],
	['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
] as const)
	it(`should not repeat a read when the server demands a pause of more than ten seconds, in ${what}, and say how long`, async () => {
		answers = [(response) => void response.writeHead(503, { 'retry-after': value() }).end()];
		speedUpTimers();
		for (const request of [() => createCall(base, signRequest)('read', PATH, {}), fetchDetail]) {
			const { retryAfter } = (await rejection(request())) as Error & { retryAfter?: number };
			assert.ok(retryAfter! > 3_590_000 && retryAfter! <= 3_600_000, `${retryAfter}`);
		}
		assert.is(received.length, 2);
	});

for (const value of ['', 'soon', '-5', 'Wed, 21 Oct 2015 07:28:00 GMT'])
	it(`should wait for nothing when Retry-After is "${value}"`, async () => {
		answers = [(response) => void response.writeHead(503, { 'retry-after': value }).end()];
		assert.is(((await rejection(fetchDetail())) as Error & { retryAfter?: number }).retryAfter, 0);
	});

it('should repeat neither a poll nor the request for the live', async () => {
	answers = [json(503, {})];
	await rejection(createCall(base, signRequest)('poll', PATH, {}));
	await rejection(fetchDetail());
	assert.is(received.length, 2);
});

it('should wait as long as the server demands when that is short', async () => {
	answers = [(response) => void response.writeHead(503, { 'retry-after': '2' }).end(), good];
	speedUpTimers();
	const taken = await duration(createCall(base, signRequest)('read', PATH, {}));
	assert.ok(taken > 1500, `${taken} ms`);
});

it('should name no URL in its errors, because one may hold the token', async () => {
	answers = [json(500, {})];
	const failed = await rejection(createCall(base, signRequest)('write', PATH, {}));
	assert.equal(
		[failed.name, failed.message],
		['HTTPError', 'Request failed with status code 500 Internal Server Error'],
	);
	assert.not.match((await rejection(fetchDetail())).message, base);
	answers = [hang];
	speedUpTimers();
	const late = await rejection(createCall(base, signRequest)('read', PATH, {}));
	assert.equal([late.name, late.message], ['TimeoutError', 'Request timed out']);
	assert.not.match((await rejection(fetchDetail())).message, base);
});

it.run();
