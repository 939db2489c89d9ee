import { fileURLToPath } from 'node:url';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { beaconAnswer, isBeacon } from './beacon.ts';
import { callAnswer } from './calls/calls.ts';
import { controlAnswer, type Control } from './control.ts';
import { createFaults } from './faults.ts';
import { json, methodNotAllowed, preflight, text } from './http/answers.ts';
import { openExchange, type Answer, type Exchange } from './http/exchange.ts';
import { listen } from './http/listen.ts';
import { mediaAnswer } from './http/media-files.ts';
import { staticAnswer } from './http/static-files.ts';
import { createState } from './lives/state.ts';
import { misbehave } from './misbehave.ts';
import { createRequestLog } from './request-log.ts';
import { createHub } from './rtc/hub.ts';
import { signallingAnswer } from './rtc/signalling.ts';
import { guardStrayRejections } from './stray-rejections.ts';

/** How an origin is set up. */
export interface OriginOptions {
	/** 0, the default: any free port. */
	port?: number;
	/** Address to listen on; `127.0.0.1` unless set. */
	host?: string;
	/** Folder of the built page; the repository's `dist/` unless set. It is read at each request. */
	dist?: string;
	/** Key of the calls' signatures; empty, the default: they are not checked. */
	signKey?: string;
	/** `methodCode` of calls by the path after `/juvenile/api/`, where a deployment does not use the path itself. */
	methodCodes?: Record<string, string>;
	/** TLS with HTTP/2 and HTTP/1.1, with the self-signed certificate of `test/fixtures`. */
	http2?: boolean;
	/** Say nothing about requests that failed inside the origin. */
	quiet?: boolean;
}

/** A running origin. */
export interface Origin extends Control {
	/** Address of the page without a slash at the end, such as `http://127.0.0.1:41234`. */
	url: string;
	port: number;
	host: string;
	/** Ends every connection, peer and timer. May be called again. */
	close(): Promise<void>;
}

/** Starts the stand-in backend: page, calls, signalling, media and control. Rejects with the system's error when the port is taken. */
export async function startOrigin(options: OriginOptions = {}): Promise<Origin> {
	const {
		port: wantedPort = 0,
		host = '127.0.0.1',
		signKey = '',
		methodCodes = {},
		http2 = false,
		quiet = false,
	} = options;
	const dist = options.dist ?? fileURLToPath(new URL('../../dist', import.meta.url));
	const hub = await createHub();
	const state = createState();
	const faults = createFaults();
	const log = createRequestLog();

	const control: Control = {
		requests: log.all,
		setFault: faults.set,
		setLive: state.setLive,
		stream: hub.control,
		pushComments(liveId, comments) {
			if (typeof comments === 'number') state.pushComments(String(liveId), comments);
			else for (const item of comments) state.addComment(String(liveId), item);
		},
		setNews: state.setNews,
		async reset() {
			state.reset();
			faults.clear();
			log.clear();
			await hub.reset();
		},
		streams: hub.counts,
		viewers: (name) =>
			Object.entries(hub.counts()).reduce((sum, [n, s]) => sum + (name === undefined || n === name ? s.viewers : 0), 0),
		publishers: () => Object.entries(hub.counts()).flatMap(([name, s]) => (s.publishers > 0 ? [name] : [])),
	};

	async function route(exchange: Exchange): Promise<Answer> {
		const path = exchange.path ?? '';
		if (path.startsWith('/juvenile/')) return callAnswer(exchange, { state, signKey, methodCodes });
		if (path.startsWith('/live/')) return signallingAnswer(exchange, hub);
		if (path.startsWith('/media/')) return mediaAnswer(exchange);
		if (isBeacon(path)) return beaconAnswer(exchange);
		if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
		return staticAnswer(exchange, dist);
	}

	async function serve(exchange: Exchange): Promise<void> {
		if (exchange.path?.startsWith('/__origin/')) {
			exchange.reply(await controlAnswer(exchange, control));
			return;
		}
		const record = log.add(exchange);
		const reply = (answer: Answer, cut = false) => {
			record.status = answer.status;
			exchange.reply(answer, cut);
		};
		if (exchange.path === null) return reply(text(400, 'bad path\n'));
		if (exchange.tooLarge) return reply(json(413, { code: 413, message: 'body is larger than 1 MB' }));
		if (exchange.method === 'OPTIONS') return reply(preflight());
		const fault = faults.take(exchange.method, exchange.path);
		if (!fault) return reply(await route(exchange));
		const answer = await misbehave(exchange, fault, () => route(exchange));
		if (answer) reply(answer, fault.cut);
	}

	async function onRequest(
		request: IncomingMessage | Http2ServerRequest,
		response: ServerResponse | Http2ServerResponse,
	): Promise<void> {
		let exchange: Exchange;
		try {
			exchange = await openExchange(request, response);
		} catch {
			// The client went away while sending; there is nobody to answer.
			response.destroy();
			return;
		}
		try {
			await serve(exchange);
		} catch (error) {
			if (!quiet) console.error(`[origin] ${exchange.method} ${exchange.path}:`, error);
			exchange.reply(json(500, { code: 500, message: 'the stand-in origin failed' }));
		}
	}

	const listener = await listen(
		{ port: wantedPort, host, http2 },
		(request, response) => void onRequest(request, response),
	);
	const unguard = guardStrayRejections();
	let closing: Promise<void> | undefined;
	const shut = async () => {
		await hub.close();
		await listener.close();
		unguard();
	};
	const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
	return {
		...control,
		url: `${http2 ? 'https' : 'http'}://${shown}:${listener.port}`,
		port: listener.port,
		host,
		close: () => (closing ??= shut()),
	};
}
