import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'uvu';
import { fetchLive } from '../../src/api/fetch-live.ts';
import { createApi } from '../../src/api/api.ts';
import { createCalls } from '../../src/api/create-calls.ts';
import { createExplain } from '../../src/api/explain.ts';
import { createCall, type Kind } from '../../src/api/request.ts';
import type { SignRequest } from '../../src/api/sign-request.ts';
import { defaults } from '../../src/config.ts';

export interface ReceivedRequest {
	method: string;
	url: string;
	type: string;
	body: string;
}

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export const PATH = '/juvenile/api/live/comment/page';

export const json =
	(status: number, body: unknown): Answer =>
	(response) =>
		void response
			.writeHead(status, { 'content-type': 'application/json' })
			.end(typeof body === 'string' ? body : JSON.stringify(body));
export const good = json(200, { code: 200, recData: { a: 1 } });
export const hang: Answer = () => {};
/** The body never ends. */
export const hangInBody: Answer = (response) =>
	void response.writeHead(200, { 'content-length': '100' }).write('{"recData":');

/** Makes requests whose packet is this text. */
export const signer = (packet: (path: string, recData: unknown) => string): SignRequest =>
	Object.assign(async (path: string, recData: unknown) => ({ sign: 's+/=', packet: packet(path, recData) }), {
		setTime: () => 0,
		readBody: (response: Response) => response.text(),
	});

/** An API server for the tests of a suite, and the calls to it. */
export function serveApi(it: Test) {
	let server: Server;
	let base = '';
	const visit = { id: '1', userId: '' };
	const signRequest = signer((path, recData) => JSON.stringify({ path, recData }));
	const api = {
		received: [] as ReceivedRequest[],
		/** The server's answers, one a request; the last one repeats. */
		answers: [good],
		/** Signs calls, but the detail call. */
		signRequest,
		/** Setting of the next calls. */
		okCodes: [] as string[],
		call: (kind: Kind, recData: unknown = {}, extra?: object) =>
			createCall({ base, okCodes: api.okCodes }, api.signRequest, createExplain(base))(kind, PATH, recData, extra),
		fetchDetail: () => fetchLive({ ...defaults.api, base, okCodes: api.okCodes }, signRequest, '1'),
		readDetail: () =>
			createApi({
				config: { ...defaults.api, base, okCodes: api.okCodes },
				signRequest,
				visit,
				loadCalls: async () => createCalls({ ...defaults.api, base }, signRequest, visit),
			}).fetchLive(),
		/** URL of the server. */
		base: () => base,
	};
	it.before(async () => {
		server = createServer((request, response) => {
			let body = '';
			request.setEncoding('utf8').on('data', (text) => (body += text));
			request.on('end', () => {
				if (request.method === 'HEAD') return void response.end();
				const type = request.headers['content-type'] ?? '';
				api.received.push({ method: request.method!, url: request.url!, type, body });
				(api.answers.length > 1 ? api.answers.shift()! : api.answers[0]!)(response, request);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	it.before.each(() => {
		api.received = [];
		api.answers = [good];
		api.okCodes = [];
		api.signRequest = signRequest;
	});
	it.after(() => {
		server.closeAllConnections();
		server.close();
	});
	return api;
}

/** Holds the timers that are set during each test of a suite: none runs by itself. */
export function holdTimers(it: Test) {
	const { setTimeout } = globalThis;
	let held: { delay: number; run: () => void }[] = [];
	it.before.each(() => {
		held = [];
		globalThis.setTimeout = ((run: () => void, delay: number) => {
			held.push({ delay, run });
			// Node's own `fetch` uses it as a timer.
			return setTimeout(() => {}, 2 ** 31 - 1).unref();
		}) as typeof setTimeout;
	});
	it.after.each(() => void (globalThis.setTimeout = setTimeout));
	return {
		/** Waits until a condition holds, by the real clock. */
		async until(condition: () => boolean) {
			while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
		},
		/** The delays that have been set, in milliseconds. */
		delays: () => held.map(({ delay }) => delay),
		/** Lets the time of those with a delay be up. */
		run(delay: number) {
			for (const timer of held.filter((one) => one.delay === delay)) timer.run();
		},
	};
}
