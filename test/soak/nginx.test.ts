/** The page's own configuration, in an nginx. */
import { cpSync, readFileSync, readdirSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { readReport } from '../../src/visit-log/read-report.ts';
import { until } from '../support/until.ts';
import { demo } from '../support/demo-config.ts';
import { builtPage } from '../support/built-page.ts';
import { root } from '../support/root.ts';
import { suiteUnless } from '../support/skip-test.ts';
import { isHostName, nginxProgram, type PageServer, requestOverTls, startPage } from '../support/start-nginx.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const it = suiteUnless(nginxProgram ? '' : 'nginx is not installed', 'nginx');

const dist = builtPage(demo);
const fixture = (name: string) => join(root, 'test/fixtures', name);
/** The API behind TLS, with the certificate that the servers may trust. */
let api: Server;
let first: PageServer;
let calls: (IncomingHttpHeaders & { url: string | undefined })[] = [];
let connections = 0;
/** The page at the root, and in a folder. */
const site = temporaryFolder('site');
const DETAIL = JSON.stringify({ code: 200, recData: { description: '<p>亲爱的家长朋友们：</p>'.repeat(1_000) } });

const start = (trusted: string) => startPage(site, (api.address() as AddressInfo).port, trusted);

it.before(async () => {
	const [cert, key] = ['crt', 'key'].map((kind) => readFileSync(fixture(`localhost.${kind}`)));
	for (const folder of ['', 'class2']) cpSync(dist, join(site, folder), { recursive: true });
	api = createServer({ cert, key }, ({ headers, url, socket }, response) => {
		if (!isHostName(headers.host)) return void socket.destroy();
		calls.push({ ...headers, url });
		response.setHeader('Cache-Control', 'private').setHeader('Content-Type', 'application/json;charset=UTF-8');
		response.end(url === '/juvenile/api/live/detail' ? DETAIL : '{}');
	}).on('secureConnection', () => connections++);
	await new Promise<void>((resolve) => api.listen(0, 'localhost', resolve));
	first = await start(fixture('localhost.crt'));
});
it.after(async () => {
	await first.stop();
	api?.close();
});
it.before.each(() => {
	calls = [];
});

/** The answer to a request to the page's server, or another one. */
const get = (
	path: string,
	more?: OutgoingHttpHeaders,
	{ secure }: Pick<PageServer, 'secure'> = first,
	name?: string,
	method?: string,
) => requestOverTls(secure, path, more, name, method);

it('should load without a warning', () => assert.is(first.output(), ''));

for (const [path, file, cacheControl] of [
	['/?id=1', 'index.html', 'no-cache'],
	['/index.html', 'index.html', 'no-cache'],
	['/service-worker.js', 'service-worker.js', 'no-cache'],
	['/app', /^app\.\w{8}\.js$/, 'public, max-age=31536000, immutable'],
	['/stage', /^stage\.\w{8}\.js$/, 'public, max-age=31536000, immutable'],
	['/rts.js', 'rts.js', 'no-cache'],
	['/class2/?id=1', 'index.html', 'no-cache'],
	['/class2/app', /^app\.\w{8}\.js$/, 'public, max-age=31536000, immutable'],
] as const)
	it(`should serve ${path} compressed, with its headers`, async () => {
		const name = readdirSync(dist).find((name) => (typeof file === 'string' ? name === file : file.test(name)))!;
		const { status, headers, body } = await get(path.includes('?') ? path : path.replace(/[^/]*$/, name));
		assert.is(status, 200);
		assert.equal(body, readFileSync(join(dist, `${name}.gz`)));
		assert.equal(
			['cache-control', 'content-encoding', 'vary', 'server'].map((header) => headers[header]),
			[cacheControl, 'gzip', 'Accept-Encoding', 'nginx'],
		);
		assertSecurity(headers);
	});

/** Checks what each response says beside its caching. */
const assertSecurity = (headers: IncomingHttpHeaders) =>
	assert.equal(
		[
			'x-content-type-options',
			'strict-transport-security',
			'content-security-policy',
			'referrer-policy',
			'cross-origin-opener-policy',
			'permissions-policy',
		].filter((header) => !headers[header]),
		[],
	);

for (const path of ['/app.00000000.js', '/nginx.conf', '/_headers', '/class2/app.00000000.js', '/class2/_headers'])
	it(`should answer ${path} with 404, with the same headers, kept by nobody`, async () => {
		const { status, headers } = await get(path);
		assert.equal([status, headers['cache-control']], [404, 'no-store']);
		assertSecurity(headers);
	});

it('should pass calls on to the API, with the address and scheme of the visitor and no other', async () => {
	const { status, headers } = await get('/juvenile/api/live/detail', { 'x-forwarded-for': '10.0.0.1' });
	assert.equal([status, headers['cache-control']], [200, 'private']);
	assert.equal(
		calls.map((call) => [call.host, call['x-forwarded-for'], call['x-forwarded-proto']]),
		[['api.example.com', '127.0.0.1', 'https']],
	);
});

it('should pass answers on compressed, over one connection', async () => {
	connections = 0;
	for (const path of Array(5).fill('/juvenile/api/live/detail')) {
		const { headers, body } = await get(path);
		assert.is(headers['content-encoding'], 'gzip');
		assert.is(gunzipSync(body).toString(), DETAIL);
		assert.ok(body.length < DETAIL.length / 20, `${body.length} of ${DETAIL.length} bytes`);
	}
	assert.ok(connections <= 1, `${connections} connections`);
	assert.is((await get('/juvenile/api/live/detail', { 'accept-encoding': 'identity' })).body.toString(), DETAIL);
});

it('should pass offers on to the host of the stream, and nothing else', async () => {
	assert.is((await get('/rts/live/stream?auth_key=1', {}, first, 'localhost', 'POST')).status, 200);
	assert.equal(
		calls.map((call) => [call.host, call['x-forwarded-for'], call.url]),
		[['play.example.com', '127.0.0.1', '/live/stream?auth_key=1']],
	);
	assert.is((await get('/rts/live/stream')).status, 403);
});

it('should refuse answers of the API as scripts, and as nothing else', async () => {
	const statuses = [];
	for (const destination of ['script', 'serviceworker', 'style', 'empty', 'image'])
		statuses.push((await get('/juvenile/x', { 'sec-fetch-dest': destination })).status);
	assert.equal(statuses, [403, 403, 403, 200, 200]);
});

it('should send nothing to an API whose certificate no authority has signed', async () => {
	const nginx = await start('/etc/ssl/certs/ca-certificates.crt');
	try {
		const { status, headers } = await get('/juvenile/api/live/detail', {}, nginx);
		assert.equal([status, headers['cache-control'], calls.length], [502, 'no-store', 0]);
		assertSecurity(headers);
	} finally {
		await nginx.stop();
	}
});

it('should answer nothing that names another host', async () => {
	const failed = () => 'failed';
	assert.is(await get('/', { host: 'evil.example' }).catch(failed), 'failed');
	assert.is(await get('/', {}, first, 'evil.example').catch(failed), 'failed');
	// fetch() sends the address as the host.
	assert.is(await fetch(`http://127.0.0.1:${first.plain}/`, { redirect: 'manual' }).catch(failed), 'failed');
});

it('should lead from http to https', async () => {
	const { status, headers } = await fetch(`http://localhost:${first.plain}/?id=1`, { redirect: 'manual' });
	assert.equal([status, headers.get('location')], [301, 'https://localhost/?id=1']);
});

it('should take reports of visits, of which the log alone is read', async () => {
	const query = 'sn=0&e=ps&sta=p&st=l&msd=900&lp-p=5000&cid=1';
	const { status, body } = await get(`/visit?${query}`, { 'user-agent': 'Firefox/140.0' });
	assert.equal([status, body.length], [204, 0]);
	const file = join(first.folder, 'live-page-visits.log');
	await until(() => readFileSync(file, 'utf8').endsWith('\n'), 'the report is logged');
	const { live, firstFrame, engine } = readReport(readFileSync(file, 'utf8'))!;
	assert.equal([live, firstFrame, engine], ['1', 900, 'firefox140']);
});

it('should log requests without what their query holds', async () => {
	await get('/?id=1&token=secret');
	await get('/missing?token=secret', { referer: 'https://localhost/?token=secret' });
	const read = (name: string) => readFileSync(join(first.folder, name), 'utf8');
	// Written after the response.
	await until(() => read('live-page.log').includes('/missing'), 'the last request is logged');
	const [log, errors] = ['live-page.log', 'live-page-error.log'].map(read);
	assert.match(log!, /"GET \/index\.html" 200 .* - - -\n.*"GET \/missing" 404 /);
	assert.not.match(log! + errors + first.output(), 'secret');
});

it.run();
