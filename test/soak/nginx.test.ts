/** The sample configuration in an nginx. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { demo } from '../support/demo-config.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { builtPage } from '../support/built-page.ts';
import { findProgram } from '../support/find-program.ts';
import { freePort } from '../support/free-port.ts';
import { root } from '../support/root.ts';
import { skipTest } from '../support/skip-test.ts';

const it = suite('nginx');

const dist = builtPage(demo);
const fixture = (name: string) => join(root, 'test/fixtures', name);
let folder: string;
let origin: Origin;
let server: ChildProcess | undefined;
let output = '';
let ports: { plain: number; secure: number };

/** The sample with the paths, ports and API of this machine; each of them has to be in it. */
function localSample(): string {
	const local: [sample: string | RegExp, here: string][] = [
		[/listen 80;\n +listen \[::\]:80;/, `listen 127.0.0.1:${ports.plain};`],
		[/listen 443( ssl.*);\n +listen \[::\]:443 ssl.*;/, `listen 127.0.0.1:${ports.secure}$1;`],
		['/etc/ssl/live.example.com.crt', fixture('localhost.crt')],
		['/etc/ssl/live.example.com.key', fixture('localhost.key')],
		['root /srv/live-page', `root ${dist}`],
		['https://api.example.com', origin.url],
	];
	return local.reduce(
		(text, [sample, here]) => {
			assert.match(text, sample);
			return text.replace(sample, here);
		},
		readFileSync(join(dist, 'nginx.conf'), 'utf8'),
	);
}

it.before(async () => {
	const nginx = findProgram('nginx') ?? findProgram('../sbin/nginx');
	if (!nginx) return;
	folder = mkdtempSync(join(tmpdir(), 'nginx-'));
	origin = await startOrigin({ dist, signKey: demo.api.signKey, quiet: true });
	ports = { plain: await freePort(), secure: await freePort() };
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
	writeFileSync(
		join(folder, 'nginx.conf'),
		`daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
		http { access_log off; ${temporary.join(' ')} types { text/html html; text/javascript js; } ${localSample()} }`,
	);
	server = spawn(nginx, ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
	server.stderr!.setEncoding('utf8').on('data', (text) => (output += text));
	const reachable = () =>
		new Promise<boolean>((resolve) => {
			const socket = connect(ports.secure, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
			socket.unref().on('connect', () => socket.end());
		});
	while (server.exitCode === null && !(await reachable())) await new Promise((resolve) => setTimeout(resolve, 50));
	if (server.exitCode !== null) throw new Error(`nginx refuses the sample: ${output}`);
});
it.after(async () => {
	if (server?.kill()) await new Promise((resolve) => server!.once('close', resolve));
	await origin?.close();
	if (folder) rmSync(folder, { recursive: true });
});
it.before.each(() => {
	if (!server) skipTest('nginx is not installed');
});

/** The answer of the server to a request over TLS. */
function get(path: string): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
	return new Promise((resolve, reject) => {
		const options = { port: ports.secure, path, rejectUnauthorized: false, headers: { 'accept-encoding': 'gzip' } };
		request(options, async (response) => {
			const parts: Buffer[] = [];
			for await (const part of response) parts.push(part);
			resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) });
		})
			.on('error', reject)
			.end();
	});
}

it('should load without a warning', () => assert.is(output, ''));

for (const [path, file, cacheControl] of [
	['/?id=1', 'index.html', 'no-cache'],
	['/index.html', 'index.html', 'no-cache'],
	['/service-worker.js', 'service-worker.js', 'no-cache'],
	['/app', /^app\.\w{8}\.js$/, 'public, max-age=31536000, immutable'],
	['/rts.js', 'rts.js', undefined],
] as const)
	it(`should serve ${path} compressed, with its headers`, async () => {
		const name = readdirSync(dist).find((name) => (typeof file === 'string' ? name === file : file.test(name)))!;
		const { status, headers, body } = await get(path.includes('?') ? path : `/${name}`);
		assert.is(status, 200);
		assert.equal(body, readFileSync(join(dist, `${name}.gz`)));
		assert.equal(
			[
				'cache-control',
				'content-encoding',
				'vary',
				'x-content-type-options',
				'strict-transport-security',
				'content-security-policy',
			].map((header) => headers[header]),
			[cacheControl, 'gzip', 'Accept-Encoding', 'nosniff', 'max-age=31536000', "frame-ancestors 'self'"],
		);
	});

it('should answer with 404 for what is not there', async () => assert.is((await get('/app.00000000.js')).status, 404));

it('should pass calls on to the API', async () => {
	await get('/juvenile/api/live/detail?id=1');
	assert.ok(origin.requests().some(({ path }) => path === '/juvenile/api/live/detail'));
});

it('should lead from http to https', async () => {
	const { status, headers } = await fetch(`http://127.0.0.1:${ports.plain}/?id=1`, { redirect: 'manual' });
	assert.equal([status, headers.get('location')], [301, 'https://127.0.0.1/?id=1']);
});

it.run();
