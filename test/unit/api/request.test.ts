import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCall, readJson } from '../../../src/api/request.ts';
import { ApiError } from '../../../src/api/envelope.ts';

interface Seen {
	method: string;
	url: string;
	type: string;
	body: string;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const it = suite('client');
const PATH = '/juvenile/api/live/comment/page';
const seal = async (path: string, recData: unknown) => ({ sign: 's+/=', packet: JSON.stringify({ path, recData }) });

let server: Server;
let base = '';
let seen: Seen[] = [];
/** What the server answers, one a request; the last one repeats. */
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
			seen.push({ method: request.method!, url: request.url!, type: request.headers['content-type'] ?? '', body });
			(answers.length > 1 ? answers.shift()! : answers[0]!)(response, request);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
it.before.each(() => {
	seen = [];
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

/** Makes a second of the client's timers a hundredth of one. */
function quicken(): void {
	globalThis.setTimeout = ((then: () => void, delay: number, ...rest: []) =>
		setTimeoutOfNode(then, delay / 100, ...rest)) as typeof setTimeout;
}

/** Milliseconds of the quickened clock. */
async function duration(promise: Promise<unknown>): Promise<number> {
	const from = performance.now();
	await promise;
	return (performance.now() - from) * 100;
}

it('should post sign and packet as a form, and answer with recData', async () => {
	assert.equal(await createCall(base, seal)('read', PATH, { pagenum: 1 }), { a: 1 });
	const [{ method, url, type, body }] = seen as [Seen];
	assert.equal([method, url], ['POST', PATH]);
	assert.match(type, /^application\/x-www-form-urlencoded/);
	assert.equal(Object.fromEntries(new URLSearchParams(body)), {
		sign: 's+/=',
		packet: JSON.stringify({ path: PATH, recData: { pagenum: 1 } }),
	});
	assert.is(seen.length, 1);
});

it('should send extra fields beside them', async () => {
	await createCall(base, seal)('read', PATH, {}, { url: 'https://a/?b=1&c' });
	assert.is(new URLSearchParams(seen[0]!.body).get('url'), 'https://a/?b=1&c');
});

for (const status of [500, 502, 503, 429]) {
	it(`should repeat a read twice after ${status}`, async () => {
		answers = [json(status, {}), json(status, {}), good];
		assert.equal(await createCall(base, seal)('read', PATH, {}), { a: 1 });
		assert.is(seen.length, 3);
	});
}

it('should give a read up after the second repeat', async () => {
	answers = [json(500, {})];
	const error = await rejection(createCall(base, seal)('read', PATH, {}));
	assert.is(error.name, 'HTTPError');
	assert.is(error.response!.status, 500);
	assert.is(seen.length, 3);
});

it('should repeat a read whose connection was cut', async () => {
	answers = [(_, request) => void request.socket.destroy(), good];
	assert.equal(await createCall(base, seal)('read', PATH, {}), { a: 1 });
	assert.is(seen.length, 2);
});

for (const status of [400, 401, 403, 404]) {
	it(`should not repeat a read the server refuses with ${status}`, async () => {
		answers = [json(status, { message: 'no' })];
		assert.is((await rejection(createCall(base, seal)('read', PATH, {}))).response!.status, status);
		assert.is(seen.length, 1);
	});
}

it('should never repeat a write', async () => {
	const call = createCall(base, seal);
	for (const status of [500, 503, 429, 408]) {
		seen = [];
		answers = [json(status, {}), good];
		assert.is((await rejection(call('write', PATH, {}))).name, 'HTTPError');
		assert.is(seen.length, 1, String(status));
	}
	seen = [];
	answers = [(_, request) => void request.socket.destroy(), good];
	await rejection(call('write', PATH, {}));
	assert.is(seen.length, 1, 'a cut connection');
});

it('should take a write for done where the answer holds recData, or says so by its code', async () => {
	const call = createCall(base, seal);
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

it('should take a write for failed where the answer says so, or says nothing', async () => {
	const call = createCall(base, seal);
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
	// A network's login page says 200 to everything.
	for (const body of ['<!doctype html><p>Sign in', 'not JSON', '', '{"code":200,']) {
		answers = [json(200, body)];
		assert.is((await rejection(call('write', PATH, {}))).name, 'SyntaxError', body);
	}
});

it('should reject a read whose body is not JSON, and not repeat it', async () => {
	for (const body of ['<html>', '', '{"recData":']) {
		seen = [];
		answers = [json(200, body)];
		assert.is((await rejection(createCall(base, seal)('read', PATH, {}))).name, 'SyntaxError', body);
		assert.is(seen.length, 1);
	}
});

it('should reject a read without recData', async () => {
	for (const body of [{ code: 500, message: '系统繁忙' }, { recData: null }, [], null]) {
		answers = [json(200, body)];
		assert.instance(await rejection(createCall(base, seal)('read', PATH, {})), ApiError);
	}
});

for (const kind of ['read', 'write'] as const) {
	it(`should give a ${kind} ten seconds, and not repeat it then`, async () => {
		answers = [hang];
		quicken();
		const result = rejection(createCall(base, seal)(kind, PATH, {}));
		const taken = await duration(result);
		assert.ok(taken > 9000 && taken < 60_000, `${taken} ms`);
		assert.is((await result).name, 'TimeoutError');
		assert.is(seen.length, 1);
	});
}

it('should wait for an answer that is slow', async () => {
	answers = [(...exchange) => void setTimeoutOfNode(() => good(...exchange), 60)];
	quicken();
	assert.equal(await createCall(base, seal)('read', PATH, {}), { a: 1 });
	assert.is(seen.length, 1);
});

it('should end a read whose body never comes to its end', async () => {
	answers = [(response) => void response.writeHead(200, { 'content-length': '100' }).write('{"recData":')];
	quicken();
	for (const ask of [() => createCall(base, seal)('read', PATH, {}), () => readJson(`${base}/x`)]) {
		const taken = await duration(rejection(ask()));
		assert.ok(taken > 9000 && taken < 60_000, `${taken} ms`);
	}
});

it('should not wait for longer than people do because the server says so', async () => {
	answers = [(response) => void response.writeHead(503, { 'retry-after': '3600' }).end()];
	quicken();
	for (const ask of [() => createCall(base, seal)('read', PATH, {}), () => readJson(`${base}/x`)]) {
		assert.is((await rejection(ask())).name, 'HTTPError');
	}
	assert.is(seen.length, 2);
});

it('should wait as long as the server says when that is short', async () => {
	answers = [(response) => void response.writeHead(503, { 'retry-after': '2' }).end(), good];
	quicken();
	const taken = await duration(createCall(base, seal)('read', PATH, {}));
	assert.ok(taken > 1500, `${taken} ms`);
});

it('should get a whole address, with repeats', async () => {
	answers = [json(503, {}), json(200, { recData: 1 })];
	assert.equal(await readJson(`${base}/juvenile/api/live/detail?id=1`), { recData: 1 });
	assert.equal(
		seen.map(({ method, url }) => `${method} ${url}`),
		Array(2).fill('GET /juvenile/api/live/detail?id=1'),
	);
});

it('should say with which status a get was refused', async () => {
	answers = [json(404, {})];
	assert.is((await rejection(readJson(`${base}/x`))).response!.status, 404);
	assert.is(seen.length, 1);
});

it.run();
