import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { fileURLToPath } from 'node:url';
import { catchWeriftRejections } from '../../src/check/werift-rejections.ts';
import { handleBeacon, isBeacon } from './beacon.ts';
import { handleCall } from './calls/handle-call.ts';
import { handleControl, type Control } from './control.ts';
import { createStore } from './data/store.ts';
import { applyFault, createFaults } from './faults.ts';
import { handleIntegratorPage } from './http/integrator-pages.ts';
import { handleMedia } from './http/media-files.ts';
import { readRequest, type HttpRequest } from './http/request.ts';
import { json, methodNotAllowed, preflight, text } from './http/responses.ts';
import type { HttpResponse } from './http/send-response.ts';
import { listen } from './http/server.ts';
import { handleHttpLive, isHttpLive } from './live/http-live.ts';
import { handleStaticFile } from './http/static-files.ts';
import { createRequestLog } from './request-log.ts';
import { ACTIVITY_LIMITS, type ActivityLimits } from './rtc/activity-timer.ts';
import { createMediaServer } from './rtc/media-server.ts';
import { handleSignalling } from './rtc/signalling.ts';
import type { AlterMedia } from './rtc/viewer.ts';
import { createWhepServer, isWhepPath } from './rtc/whep.ts';

export interface OriginOptions {
	/** Port to listen on; 0, the default: any free one. */
	port?: number;
	/** Address to listen on; `127.0.0.1` unless set. */
	host?: string;
	/** Folder of the built page, read at each request; the repository's `dist/` unless set. */
	dist?: string;
	/** Key of the signatures of calls; empty, the default: they are not verified. */
	signKey?: string;
	/** TLS with HTTP/2 and HTTP/1.1, with the self-signed certificate of `test/fixtures`. */
	http2?: boolean;
	/** Bytes of a TLS record at most, with `http2`; 16 KB unless set. */
	recordSize?: number;
	/**
	 * Encoding of `demo`: 720p at 1,130 kbit/s, or that of `demo_sd`, which spares the processor in tests that are not
	 * about rates.
	 */
	best?: 'hd' | 'sd';
	/** Changes the media of the samples. */
	alterMedia?: AlterMedia;
	/** Address that media come from; that at which signalling was reached unless set. */
	mediaAddress?: string;
	/** When a silent viewer or publisher is closed. */
	activityLimits?: Partial<ActivityLimits>;
	/** Do not log requests that fail with an error of the origin itself. */
	quiet?: boolean;
}

/** A running origin. */
export interface Origin extends Control {
	/** URL of the page without a slash at the end, such as `http://127.0.0.1:41234`. */
	url: string;
	port: number;
	host: string;
	/** Closes every connection and peer and clears every timer. May be called more than once. */
	close(): Promise<void>;
}

/** Starts the stand-in backend: page, calls, signalling, media and control. Rejects with the system's error, such as `EADDRINUSE`. */
export async function startOrigin(options: OriginOptions = {}): Promise<Origin> {
	const {
		port: wantedPort = 0,
		host = '127.0.0.1',
		signKey = '',
		http2 = false,
		recordSize,
		quiet = false,
		best = 'sd',
	} = options;
	const dist = options.dist ?? fileURLToPath(new URL('../../dist', import.meta.url));
	const mediaServer = await createMediaServer(
		{ ...ACTIVITY_LIMITS, ...options.activityLimits },
		best,
		options.alterMedia,
		options.mediaAddress,
	);
	const whepServer = createWhepServer(mediaServer);
	const store = createStore();
	const faults = createFaults();
	const log = createRequestLog();

	const control: Control = {
		requests: log.all,
		setFault: faults.set,
		setLive: store.setLive,
		stream: mediaServer.control,
		setLink: mediaServer.setLink,
		pushComments(liveId, comments) {
			if (typeof comments === 'number') store.pushComments(String(liveId), comments);
			else for (const item of comments) store.addComment(String(liveId), item);
		},
		setNews: store.setNews,
		async reset() {
			store.reset();
			faults.clear();
			log.clear();
			await mediaServer.reset();
		},
		streams: mediaServer.counts,
		viewers: (name) =>
			Object.entries(mediaServer.counts()).reduce(
				(sum, [n, s]) => sum + (name === undefined || n === name ? s.viewers : 0),
				0,
			),
		readers: mediaServer.readers,
		publishers: () => Object.entries(mediaServer.counts()).flatMap(([name, s]) => (s.publishers > 0 ? [name] : [])),
	};

	async function route(request: HttpRequest): Promise<HttpResponse> {
		const path = request.path ?? '';
		if (path.startsWith('/juvenile/')) return handleCall(request, store, signKey);
		if (isHttpLive(path)) return handleHttpLive(request, mediaServer);
		if (path.startsWith('/live/')) return handleSignalling(request, mediaServer);
		if (isWhepPath(path)) return whepServer.handle(request);
		if (path.startsWith('/media/')) return handleMedia(request, mediaServer);
		if (isBeacon(path)) return handleBeacon(request);
		if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
		return (await handleIntegratorPage(request)) ?? handleStaticFile(request, dist);
	}

	async function handle(request: HttpRequest): Promise<void> {
		if (request.path?.startsWith('/__origin/')) {
			request.respond(await handleControl(request, control));
			return;
		}
		const record = log.add(request);
		const respond = (response: HttpResponse, truncate = false) => {
			record.status = response.status;
			request.respond(response, truncate);
		};
		if (request.path === null) return respond(text(400, 'bad path\n'));
		if (request.method === 'OPTIONS') return respond(preflight());
		const fault = faults.take(request.method, request.path);
		if (!fault) return respond(await route(request));
		const response = await applyFault(request, fault, () => route(request));
		if (response) respond(response, fault.cut);
	}

	async function onRequest(
		message: IncomingMessage | Http2ServerRequest,
		response: ServerResponse | Http2ServerResponse,
	): Promise<void> {
		let request: HttpRequest;
		try {
			request = await readRequest(message, response);
		} catch {
			// The client disconnected while sending.
			response.destroy();
			return;
		}
		try {
			await handle(request);
		} catch (error) {
			if (!quiet) console.error(`[origin] ${request.method} ${request.path}:`, error);
			request.respond(json(500, { code: 500, message: 'the stand-in origin failed' }));
		}
	}

	const listener = await listen(
		{ port: wantedPort, host, ...(http2 && { tls: 'h2' }), recordSize },
		(message, response) => void onRequest(message, response),
	);
	const stopLogging = catchWeriftRejections((reason) =>
		console.warn('[origin] unhandled rejection in werift:', reason),
	);
	let closing: Promise<void> | undefined;
	const closeAll = async () => {
		await mediaServer.close();
		await listener.close();
		stopLogging();
	};
	const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
	return {
		...control,
		url: `${http2 ? 'https' : 'http'}://${shownHost}:${listener.port}`,
		port: listener.port,
		host,
		close: () => (closing ??= closeAll()),
	};
}
