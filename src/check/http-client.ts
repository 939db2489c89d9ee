import http from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import zlib from 'node:zlib';

/** A request and its answer. */
export interface Exchange {
	url: string;
	method: string;
	status: number;
	/** By lower-case name. */
	headers: Record<string, string>;
	/** Decoded; cut at `maxBytes`. */
	body: Buffer;
	/** Milliseconds to the end of the answer. */
	ms: number;
	/** By how many bytes of the body had come after how many milliseconds, from the request on, without its connection. */
	arrivals: [bytes: number, ms: number][];
	/** Bytes of the largest TLS record, or part of a connection without. */
	largestRecord: number;
	/** Time of the answer by this machine's clock. */
	at: number;
}

/** An answer, or why there is none. */
export interface Reply {
	exchange?: Exchange;
	error?: unknown;
}

/** Resolves with the answer to a request, or why there is none; undefined where a limit of the check itself is reached. */
export const replyOf = (sent: Promise<Exchange>): Promise<Reply | undefined> =>
	sent.then(
		(exchange) => ({ exchange }),
		(error: unknown) => (error instanceof LimitError ? undefined : { error }),
	);

/** Whether there is an answer, which is no refusal. */
export const succeeds = (reply: Reply): reply is { exchange: Exchange } =>
	!!reply.exchange && reply.exchange.status > 199 && reply.exchange.status < 300;

/** What became of a request, as the end of a sentence. */
export const answerOf = ({ exchange, error }: Reply): string =>
	exchange ? `answered with status ${exchange.status}` : `not answered (${(error as Error).message})`;

/** Facts of a host's certificate. */
export interface CertificateFacts {
	/** OpenSSL's code or Node's; empty: browsers accept it. */
	error: string;
	validTo: number;
}

/** Options of a request. */
interface SendOptions {
	method?: string;
	headers?: Record<string, string>;
	body?: string;
	/** The rest of the body is not read. */
	maxBytes?: number;
	/** Milliseconds after which the rest of the body is not read. */
	maxTime?: number;
	/** Milliseconds. */
	timeout?: number;
}

/** Why there is no answer, as the end of a sentence. */
export class HttpError extends Error {}

/** Thrown where a limit of the check itself is reached. */
export class LimitError extends HttpError {}

interface HttpClientOptions {
	/** Number of requests. */
	limit: number;
	/** Ends all. */
	signal: AbortSignal;
	/** Refuse hosts that browsers would refuse, because secrets are sent. */
	strict: boolean;
	/** Additional authority. */
	ca?: string | undefined;
}

const TIMEOUT = 10_000;
const MAX_BYTES = 8_000_000;
const MAX_REDIRECTS = 5;

/** A phone of today. */
const USER_AGENT =
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const SENTENCES: Record<string, string> = {
	ENOTFOUND: 'its name is not known',
	EAI_AGAIN: 'its name could not be looked up',
	ECONNREFUSED: 'it refuses the connection',
	ECONNRESET: 'it closes the connection without an answer',
	EPROTO: 'it speaks no TLS that browsers know',
	ETIMEDOUT: 'it does not answer in time',
	EHOSTUNREACH: 'there is no way to it',
	ENETUNREACH: 'there is no way to it',
};

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
	if (/CERT|VERIFY|ISSUER/.test(code)) return `browsers refuse its certificate (${code})`;
	return SENTENCES[code] ?? (code || message);
}

function unpack(body: Buffer, encoding: string): Buffer {
	try {
		// A body that was cut still gives its beginning.
		if (encoding === 'br')
			return zlib.brotliDecompressSync(body, { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH });
		return /^(gzip|deflate)$/.test(encoding)
			? zlib.unzipSync(body, { finishFlush: zlib.constants.Z_SYNC_FLUSH })
			: body;
	} catch {
		throw new HttpError(`its content cannot be unpacked (${encoding})`);
	}
}

/** Creates a client that sends requests as a phone's browser does. */
export function createHttpClient({ limit, signal, strict, ca }: HttpClientOptions) {
	const agents = {
		'http:': new http.Agent({ keepAlive: true }),
		'https:': new https.Agent({ keepAlive: true, rejectUnauthorized: strict, ca }),
	};
	const hosts = new Set<string>();
	const certificates = new Map<string, CertificateFacts>();
	let remaining = limit;
	let isUsedUp = false;
	const take = () => {
		if (signal.aborted) throw new LimitError('the time is over');
		isUsedUp ||= !remaining;
		if (!remaining) throw new LimitError(`all ${limit} requests are used`);
		remaining--;
	};

	function noteCertificate(host: string, socket: TLSSocket): void {
		const validTo = Date.parse(socket.getPeerCertificate().valid_to);
		// A resumed connection has none.
		if (validTo && !certificates.has(host))
			certificates.set(host, { error: String(socket.authorizationError ?? ''), validTo });
	}

	/** Rejects with an {@link HttpError} without an answer. */
	async function send(url: string, options: SendOptions = {}): Promise<Exchange> {
		take();
		const { method = 'GET', headers = {}, body = '' } = options;
		const { maxBytes = MAX_BYTES, timeout = TIMEOUT, maxTime = Infinity } = options;
		const { protocol, host, hostname } = new URL(url);
		if (protocol !== 'http:' && protocol !== 'https:') throw new HttpError('its address is no URL of http or https');
		const started = performance.now();
		const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
		const request = (protocol === 'https:' ? https : http).request(url, {
			agent: agents[protocol],
			method,
			signal: limited,
			headers: {
				'user-agent': USER_AGENT,
				'accept-encoding': 'gzip, deflate, br',
				'accept-language': 'zh-CN',
				...headers,
				...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
			},
		});
		let sent = started;
		request.once('finish', () => (sent = performance.now()));
		let largestRecord = 0;
		// Node hands each record on by itself.
		const measure = ({ length }: Buffer) => void (largestRecord = Math.max(largestRecord, length));
		request.once('socket', (socket) => {
			socket.on('data', measure);
			request.once('close', () => socket.off('data', measure));
		});
		try {
			const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
				request.on('response', resolve).on('error', reject).end(body);
			});
			hosts.add(hostname);
			if (response.socket instanceof TLSSocket) noteCertificate(host, response.socket);
			const parts: Buffer[] = [];
			let wireBytes = 0;
			const arrivals: Exchange['arrivals'] = [];
			for await (const part of response as AsyncIterable<Buffer>) {
				parts.push(part);
				wireBytes += part.length;
				arrivals.push([wireBytes, performance.now() - sent]);
				if (wireBytes >= maxBytes || performance.now() - started > maxTime) break;
			}
			const raw = Buffer.concat(parts);
			const received = Object.fromEntries(
				Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
			);
			return {
				url,
				method,
				status: response.statusCode!,
				headers: received,
				body: unpack(raw, received['content-encoding'] ?? ''),
				ms: performance.now() - started,
				arrivals,
				largestRecord,
				at: Date.now(),
			};
		} catch (error) {
			if (signal.aborted) throw new LimitError('the time is over');
			if (error instanceof HttpError) throw error;
			throw new HttpError(limited.aborted ? SENTENCES.ETIMEDOUT! : reasonOf(error as NodeJS.ErrnoException));
		}
	}

	/** As {@link send}, after redirects; `url` of the answer is the last one. @param hops gets the URLs of all */
	async function follow(url: string, options?: SendOptions, hops: URL[] = []): Promise<Exchange> {
		for (let next = new URL(url); ;) {
			hops.push(next);
			const exchange = await send(next.href, options);
			const { location } = exchange.headers;
			if (exchange.status < 300 || exchange.status > 399 || !location) return exchange;
			if (hops.length > MAX_REDIRECTS) throw new HttpError('it redirects without end');
			next = new URL(location, next);
		}
	}

	return {
		send,
		follow,
		/** Counts a request made elsewhere. Throws {@link HttpError} when none is left. */
		take,
		/** Whether a request was refused for want of others. */
		isUsedUp: () => isUsedUp,
		/** Names that have answered. */
		hosts,
		/** By host and port. */
		certificates,
		close: () => Object.values(agents).forEach((agent) => agent.destroy()),
	};
}

/** See {@link createHttpClient}. */
export type HttpClient = ReturnType<typeof createHttpClient>;
