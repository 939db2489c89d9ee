import { once } from 'node:events';
import { request } from 'node:http';
import { connect, constants } from 'node:http2';
import { connect as openSocket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRange } from '../../origin/http/range.ts';
import { DOCUMENT, originTests, runWithOrigin } from './harness.ts';

const it = suite('origin: files');
const withOrigin = originTests(it);
const withHttp2 = originTests(it, { http2: true });

/** A request whose path and headers are sent as given; `fetch` would normalize them. */
function raw(
	port: number,
	path: string,
	headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
	return new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('end', () =>
				resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
			);
		})
			.on('error', reject)
			.end();
	});
}

withOrigin('should serve the document for / to be revalidated', async (origin) => {
	const response = await fetch(`${origin.url}/?id=1`);
	assert.is(await response.text(), DOCUMENT);
	assert.is(response.headers.get('content-type'), 'text/html; charset=utf-8');
	assert.is(response.headers.get('cache-control'), 'no-cache');
	assert.is(response.headers.get('content-security-policy'), null);
	assert.is((await raw(origin.port, '/index.html')).body.toString(), DOCUMENT);
});

withOrigin('should respond 304 to its own entity tag and 200 to another', async (origin) => {
	const { headers } = await raw(origin.port, '/');
	const again = await raw(origin.port, '/', { 'if-none-match': String(headers['etag']) });
	assert.is(again.status, 304);
	assert.is(again.body.length, 0);
	assert.is((await raw(origin.port, '/', { 'if-none-match': '"other"' })).status, 200);
});

withOrigin('should prefer brotli, then gzip, and send Vary', async (origin) => {
	const encoding = async (accept: string) =>
		(await raw(origin.port, '/', { 'accept-encoding': accept })).headers['content-encoding'];
	assert.is(await encoding('gzip, deflate, br'), 'br');
	assert.is(await encoding('gzip'), 'gzip');
	assert.is(await encoding('br;q=0, gzip'), 'gzip');
	assert.is(await encoding('identity'), undefined);
	assert.is((await raw(origin.port, '/')).headers['vary'], 'accept-encoding');
});

withOrigin('should let hashed files be cached for a year', async (origin) => {
	const { headers } = await fetch(`${origin.url}/app.K2ZQ5N7A.js`);
	assert.is(headers.get('cache-control'), 'public, max-age=31536000, immutable');
	assert.is(headers.get('content-type'), 'text/javascript; charset=utf-8');
});

withOrigin('should not serve missing files or files outside the folder', async (origin) => {
	for (const path of [
		'/missing.js',
		'/../secret.txt',
		'/..%2fsecret.txt',
		'/%2e%2e/secret.txt',
		'/a/../../secret.txt',
		'//etc/passwd',
		'/.env',
		'/app.K2ZQ5N7A.js/x',
	]) {
		assert.is((await raw(origin.port, path)).status, 404, path);
	}
	for (const path of ['/%', '/%zz', '/%00']) assert.is((await raw(origin.port, path)).status, 400, path);
	assert.is((await fetch(`${origin.url}/`, { method: 'PUT' })).status, 405);
});

withOrigin('should serve the replay in ranges', async (origin) => {
	const whole = await raw(origin.port, '/media/replay.mp4');
	assert.is(whole.headers['content-type'], 'video/mp4');
	assert.is(whole.headers['accept-ranges'], 'bytes');
	const size = whole.body.length;
	const part = await raw(origin.port, '/media/replay.mp4', { range: 'bytes=100-199' });
	assert.is(part.status, 206);
	assert.is(part.headers['content-range'], `bytes 100-199/${size}`);
	assert.equal(part.body, whole.body.subarray(100, 200));
	assert.equal((await raw(origin.port, '/media/replay.mp4', { range: 'bytes=-10' })).body, whole.body.subarray(-10));
	const beyond = await raw(origin.port, '/media/replay.mp4', { range: `bytes=${size}-` });
	assert.is(beyond.status, 416);
	assert.is(beyond.headers['content-range'], `bytes */${size}`);
	assert.is((await raw(origin.port, '/media/replay.mp4', { range: 'bytes=0-9', 'if-range': '"old"' })).status, 200);
});

it('should parse ranges as in RFC 9110', () => {
	assert.equal(parseRange('bytes=0-', 10), { start: 0, end: 9 });
	assert.equal(parseRange('bytes=5-99', 10), { start: 5, end: 9 });
	assert.equal(parseRange('bytes=-99', 10), { start: 0, end: 9 });
	assert.is(parseRange('bytes=10-', 10), 'unsatisfiable');
	assert.is(parseRange('bytes=-0', 10), 'unsatisfiable');
	for (const whole of [undefined, '', 'bytes=-', 'bytes=5-2', 'items=0-1', 'bytes=0-1,3-4'])
		assert.is(parseRange(whole, 10), null);
});

withHttp2('should serve HTTP/2 over TLS', async (origin) => {
	assert.match(origin.url, /^https:/);
	const session = connect(origin.url, { rejectUnauthorized: false });
	const stream = session.request({ [constants.HTTP2_HEADER_PATH]: '/?id=1', 'accept-encoding': 'br' });
	const headers = await new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve));
	assert.is(headers[':status'], 200);
	assert.is(headers['content-encoding'], 'br');
	session.close();
});

it('should close a connection from which no TLS handshake has come', async () => {
	let closed: Promise<unknown> | undefined;
	await runWithOrigin(
		async ({ port }) => {
			const socket = openSocket(port, '127.0.0.1');
			closed = once(socket, 'close');
			await once(socket, 'connect');
		},
		{ http2: true },
	);
	await closed;
});

it.run();
