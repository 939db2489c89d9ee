import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { REQUEST_TIMEOUT } from '../../../src/api/request-timeout.ts';
import { good, hang, hangInBody, holdTimers, PATH, serveApi } from '../../support/api-server.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('request: time limits, Retry-After');
const api = serveApi(it);
const timers = holdTimers(it);

const calls = { read: () => api.call('read'), write: () => api.call('write'), detail: () => api.fetchDetail() };

for (const [where, answer] of Object.entries({ head: hang, body: hangInBody }))
	for (const [what, call] of Object.entries(calls))
		it(`should give a ${what} ten seconds for its ${where}, then close its connection and not repeat it`, async () => {
			let closed: Promise<unknown> | undefined;
			api.answers = [
				(response, request) => {
					closed = new Promise((resolve) => request.socket.once('close', resolve));
					answer(response, request);
				},
			];
			const result = rejection(call());
			await timers.until(() => !!closed);
			timers.run(REQUEST_TIMEOUT);
			const { name, message } = await result;
			assert.equal(
				[name, message],
				what === 'detail'
					? ['Error', 'no answer in time']
					: ['TimeoutError', `Request timed out: POST ${api.base()}${PATH}`],
			);
			await closed;
			assert.is(api.received.length, 1);
		});

it('should count the time of the body from the start of the request, and wait for it', async () => {
	let finish = () => {};
	api.answers = [
		(response) => {
			response.writeHead(200).write('{"recData":');
			finish = () => response.end('{"a":1}}');
		},
	];
	const { fetch } = globalThis;
	let hasHead = false;
	globalThis.fetch = (...request) => fetch(...request).finally(() => (hasHead = true));
	const result = api.call('read').finally(() => (globalThis.fetch = fetch));
	await timers.until(() => hasHead);
	assert.is(timers.delays().filter((delay) => delay === REQUEST_TIMEOUT).length, 1);
	finish();
	assert.equal(await result, { a: 1 });
	assert.is(api.received.length, 1);
});

it('should give up on a live in time where requests cannot be aborted', async () => {
	const { AbortController, fetch } = globalThis;
	Object.assign(globalThis, { AbortController: undefined, fetch: () => new Promise(() => {}) });
	const result = rejection(api.fetchDetail()).finally(() => Object.assign(globalThis, { AbortController, fetch }));
	await timers.until(() => timers.delays().includes(REQUEST_TIMEOUT));
	timers.run(REQUEST_TIMEOUT);
	assert.is((await result).message, 'no answer in time');
});

it('should not repeat a read when the server demands a pause of more than ten seconds, and say so, up to five minutes', async () => {
	api.answers = [(response) => void response.writeHead(503, { 'retry-after': '3600' }).end()];
	for (const call of [calls.read, calls.detail]) assert.is((await rejection(call())).retryAfter, 300_000);
	assert.is(api.received.length, 2);
});

it("should wait as long as the server demands when that is short, by the server's clock", async () => {
	const headers = { date: 'Tue, 14 Nov 2023 22:13:20 GMT', 'retry-after': 'Tue, 14 Nov 2023 22:13:24 GMT' };
	api.answers = [(response) => void response.writeHead(503, headers).end(), good];
	const result = api.call('read');
	// The demand is spread over up to 2 s more.
	for (const [least, most] of [
		[350, 650],
		[4000, 6000],
	] as const) {
		const due = () => timers.delays().find((delay) => delay >= least && delay <= most);
		await timers.until(() => !!due());
		assert.is(api.received.length, 1);
		timers.run(due()!);
	}
	assert.equal(await result, { a: 1 });
	assert.is(api.received.length, 2);
});

it.run();
