import { once } from 'node:events';
import http2 from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { USER_AGENT } from './http-client.ts';

/** Facts of the connection that brings the HTML. */
export interface TlsFacts {
	/** `h2`, `http/1.1` or empty. */
	protocol: string;
	/** Bytes of the largest TLS record of the answer. */
	largestRecord: number;
	/** The server offers HTTP/3. */
	http3: boolean;
}

/** Content type of TLS records with data (RFC 8446 §5.1). */
const APPLICATION_DATA = 23;
const HEADER_BYTES = 5;
const TIMEOUT = 8_000;

/** Creates a counter of TLS records in a byte stream. */
export function createRecordCounter() {
	let pending = Buffer.alloc(0);
	let skip = 0;
	let largest = 0;
	return {
		push(chunk: Buffer): void {
			if (skip >= chunk.length) return void (skip -= chunk.length);
			pending = Buffer.concat([pending, chunk.subarray(skip)]);
			skip = 0;
			while (pending.length >= HEADER_BYTES) {
				const length = pending.readUInt16BE(3);
				if (pending[0] === APPLICATION_DATA) largest = Math.max(largest, length);
				const end = HEADER_BYTES + length;
				skip = Math.max(0, end - pending.length);
				pending = pending.subarray(Math.min(end, pending.length));
			}
		},
		/** Forgets the handshake's. */
		reset: () => void (largest = 0),
		largest: () => largest,
	};
}

/** Connects, counting records; TLS reads a plain socket past JavaScript. */
function countedSocket(url: URL, counter: ReturnType<typeof createRecordCounter>): Duplex {
	const socket = connectTcp(Number(url.port) || 443, url.hostname.replace(/[[\]]/g, ''));
	const duplex: Duplex = new Duplex({
		read: () => void socket.resume(),
		write: (chunk, _encoding, done) => void socket.write(chunk, done),
		final: (done) => void socket.end(done),
		destroy(error, done) {
			socket.destroy();
			done(error);
		},
	});
	socket.on('data', (chunk) => {
		counter.push(chunk);
		if (!duplex.push(chunk)) socket.pause();
	});
	socket.on('end', () => duplex.push(null)).on('error', (error) => duplex.destroy(error));
	return duplex;
}

async function requestByHttp2(url: URL, socket: TLSSocket): Promise<Record<string, unknown>> {
	const session = http2.connect(url, { createConnection: () => socket });
	session.on('error', () => {});
	try {
		const stream = session.request({
			':path': url.pathname + url.search,
			'accept-encoding': 'gzip, deflate, br',
			'user-agent': USER_AGENT,
		});
		const [headers] = await once(stream, 'response');
		stream.resume();
		await once(stream, 'end');
		return headers;
	} finally {
		session.destroy();
	}
}

async function requestByHttp1(url: URL, socket: TLSSocket): Promise<Record<string, unknown>> {
	const lines = [
		`GET ${url.pathname}${url.search} HTTP/1.1`,
		`Host: ${url.host}`,
		'Accept-Encoding: gzip, deflate, br',
		`User-Agent: ${USER_AGENT}`,
		'Connection: close',
	];
	socket.write(`${lines.join('\r\n')}\r\n\r\n`);
	let head = '';
	for await (const chunk of socket) if (head.length < 16_384) head += (chunk as Buffer).toString('latin1');
	return { 'alt-svc': /^alt-svc: (.*)$/im.exec(head.split('\r\n\r\n')[0]!)?.[1] };
}

/** Fetches a URL of https over a connection of its own. Rejects if there is none. */
export async function readTlsFacts(url: URL): Promise<TlsFacts> {
	const counter = createRecordCounter();
	const socket = connectTls({
		socket: countedSocket(url, counter),
		servername: /^[\d.]+$|^\[/.test(url.hostname) ? '' : url.hostname,
		ALPNProtocols: ['h2', 'http/1.1'],
		// Judged elsewhere.
		rejectUnauthorized: false,
	});
	const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), TIMEOUT);
	try {
		await once(socket, 'secureConnect');
		counter.reset();
		const protocol = socket.alpnProtocol || '';
		const headers = await (protocol === 'h2' ? requestByHttp2 : requestByHttp1)(url, socket);
		return { protocol, largestRecord: counter.largest(), http3: /\bh3\b/.test(String(headers['alt-svc'] ?? '')) };
	} finally {
		clearTimeout(timer);
		socket.destroy();
	}
}
