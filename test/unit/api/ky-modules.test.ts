/** The calls as built, with modules of ours in place of five of ky's, beside the calls over ky as it is. */
import { join } from 'node:path';
import esbuild from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { REQUEST_TIMEOUT } from '../../../src/api/request-timeout.ts';
import { createCall, type Kind } from '../../../src/api/request.ts';
import { runModule } from '../../../src/build/bundle.mjs';
import { replacedKyModules } from '../../../src/build/plugins.mjs';
import { type Answer, good, hang, hangInBody, holdTimers, json, PATH, serveApi } from '../../support/api-server.ts';
import { root } from '../../support/root.ts';

const it = suite('ky modules');
const api = serveApi(it);
const timers = holdTimers(it);

const src = join(root, 'src');
/** The text of `api/request.ts` with ky, as an ES module. */
async function bundle(plugins: esbuild.Plugin[]): Promise<string> {
	const { outputFiles } = await esbuild.build({
		entryPoints: [join(src, 'api/request.ts')],
		bundle: true,
		write: false,
		format: 'esm',
		logLevel: 'silent',
		plugins,
	});
	return outputFiles[0]!.text;
}

let createBuilt: typeof createCall;
it.before(async () => ({ createCall: createBuilt } = await runModule(await bundle([replacedKyModules(src)]))));

const signRequest = async (path: string, recData: unknown) => ({
	sign: 's+/=',
	packet: JSON.stringify({ path, recData }),
});

/** Milliseconds before a repeat: ky's own, and what a server demands below. */
const PAUSES = [300, 600, 2000];

/** What a call requests, waits for and settles with. Every retry's delay is up at once; `expired`: so is the time limit. */
async function behaviour(create: typeof createCall, kind: Kind, answers: Answer[], expired: boolean) {
	api.received = [];
	let closed = false;
	api.answers = answers.map((answer) => (response, request) => {
		request.socket.once('close', () => (closed = true));
		answer(response, request);
	});
	const before = timers.delays().length;
	const waited: number[] = [];
	let settled = false;
	const result = create(api.base(), signRequest)(kind, PATH, { pagenum: 1 }, { url: 'https://a/?b=1&c' })
		.then(
			(recData) => ({ recData }),
			({ name, message, retryAfter, response }) => ({ name, message, retryAfter, status: response?.status }),
		)
		.finally(() => (settled = true));
	await timers.until(() => {
		// Node's own `fetch` sets others.
		const pauses = timers
			.delays()
			.slice(before)
			.filter((delay) => PAUSES.includes(delay));
		for (const pause of pauses.slice(waited.length)) {
			waited.push(pause);
			timers.run(pause);
		}
		if (expired && api.received.length) timers.run(REQUEST_TIMEOUT);
		return settled;
	});
	const giveUpAt = performance.now() + 1000;
	if (expired) await timers.until(() => closed || performance.now() > giveUpAt);
	return { result: await result, requests: api.received, waited, closed: expired && closed };
}

const busy =
	(status: number, headers: Record<string, string>): Answer =>
	(response) =>
		void response.writeHead(status, headers).end();
const cut: Answer = (_, { socket }) => void socket.destroy();
const day = new Date(Date.now() + 86_400_000).toUTCString();

for (const [what, kind, answers, pauses = [], expired = false] of [
	['an answer', 'read', [good]],
	['an answer to a write', 'write', [good]],
	['an answer to a poll', 'poll', [good]],
	...[408, 413, 429, 500, 502, 503, 504].map(
		(status) =>
			[
				`${status}, twice`,
				'read',
				[busy(status, {}), busy(status, {}), good],
				status === 413 ? [] : [300, 600],
			] as const,
	),
	...[400, 401, 403, 404, 501].map((status) => [`${status}`, 'read', [busy(status, {})]] as const),
	['503, always', 'read', [busy(503, {})], [300, 600]],
	['503 to a write', 'write', [busy(503, {}), good]],
	['503 to a poll', 'poll', [busy(503, {}), good]],
	['503 that demands an hour', 'read', [busy(503, { 'retry-after': '3600' }), good]],
	['503 that demands a day, as a date', 'read', [busy(503, { 'retry-after': day }), good]],
	['a cut connection', 'read', [cut, good], [300]],
	['a cut connection to a write', 'write', [cut, good]],
	['no answer in time', 'read', [hang], [], true],
	['no whole body in time', 'read', [hangInBody], [], true],
	['204', 'read', [busy(204, {})]],
	['no JSON', 'read', [json(200, '<p>')]],
	['no recData', 'read', [json(200, { message: '没有' })]],
] as [what: string, kind: Kind, answers: Answer[], pauses?: number[], expired?: boolean][])
	it(`should do as ky does: ${what}`, async () => {
		const expected = await behaviour(createCall, kind, answers, expired);
		assert.equal([expected.waited, expected.requests.length], [pauses, pauses.length + 1]);
		const { retryAfter, ...result } = expected.result as { retryAfter?: number };
		const built = await behaviour(createBuilt, kind, answers, expired);
		const { retryAfter: builtRetryAfter, ...builtResult } = built.result as { retryAfter?: number };
		assert.equal(
			[builtResult, built.requests, built.waited, built.closed],
			[result, expected.requests, expected.waited, expired],
		);
		// A date's rest goes down meanwhile.
		assert.ok(Math.abs((builtRetryAfter || 0) - (retryAfter || 0)) < 5000, `${builtRetryAfter}, ${retryAfter}`);
	});

it('should build what is less than ky, without its probe of request streams', async () => {
	const [whole, built] = await Promise.all([bundle([]), bundle([replacedKyModules(src)])]);
	assert.match(whole, 'https://empty.invalid');
	assert.not.match(built, 'https://empty.invalid');
	assert.ok(built.length < whole.length);
});

it('should refuse a module that ky has no more', async () => {
	const message = await bundle([replacedKyModules(src, ['core/constants', 'core/flags'])]).catch(String);
	assert.match(message, 'ky imports no core/flags.js any more; review src/build/plugins.mjs');
});

it('should refuse a name that ky imports and ours lacks', async () => {
	const message = await bundle([replacedKyModules(src, ['errors/HTTPError'])]).catch(String);
	assert.match(message, /No matching export in .*ky-modules\.ts" for import "HTTPError"/);
});

it.run();
