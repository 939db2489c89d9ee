/** The samples for media servers in src/docs/servers.md, in an nginx. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { freePort } from '../support/free-port.ts';
import { root } from '../support/root.ts';
import { suiteUnless } from '../support/skip-test.ts';
import { adapt, isHostName, type Nginx, nginxProgram, requestOverTls, startNginx } from '../support/start-nginx.ts';

const it = suiteUnless(nginxProgram ? '' : 'nginx is not installed', 'nginx before media servers');

const fixture = (name: string) => join(root, 'test/fixtures', name);
/** Stands in for the nodes of SRS. */
let node: Server;
let balancer: Nginx;
/** Before ZLMediaKit. */
let media: Nginx & { secure: number };
let secure = 0;
let received: string[] = [];

it.before(async () => {
	node = createServer(({ method, url, headers, socket }, response) => {
		if (!isHostName(headers.host)) return void socket.destroy();
		received.push(`${method} ${url} of ${headers['x-forwarded-for']}`);
		response.writeHead(201, { location: `http://${headers.host}/index/api/delete_webrtc?id=1&token=2` }).end();
	}).listen(0, '127.0.0.1');
	secure = await freePort();
	const text = readFileSync(join(root, 'src/docs/servers.md'), 'utf8');
	const sampleOf =
		(begin: string, nodes: RegExp, ...more: RegExp[]) =>
		(folder: string) =>
			adapt(new RegExp(`\`\`\`nginx\\n(${begin}[^]*?)\`\`\``).exec(text)![1]!, [
				[nodes, `127.0.0.1:${(node.address() as AddressInfo).port}`],
				[/listen 443/, `listen 127.0.0.1:${secure}`],
				[/\/etc\/ssl\/play\.example\.com/g, fixture('localhost')],
				[/\/var\/log\/nginx/g, folder],
				...more.map((path): [RegExp, string] => [path, folder]),
			]);
	balancer = await startNginx(
		secure,
		sampleOf('# The load balancer', /10\.0\.0\.1[012]:(1985|8080)/g, /\/var\/lib\/nginx/),
	);
	const port = secure;
	secure = await freePort();
	media = { ...(await startNginx(secure, sampleOf('server \\{', /10\.0\.0\.21:80/g))), secure };
	secure = port;
});
it.after(async () => {
	await Promise.all([balancer.stop(), media.stop()]);
	node?.close();
});
it.before.each(() => {
	received = [];
});

/** The status of a request to the balancer. */
const send = async (method: string, path: string) =>
	(await requestOverTls(secure, path, {}, 'localhost', method)).status;

it('should load the load balancer without a warning', () => assert.is(balancer.output(), ''));

for (const [method, path] of [
	['OPTIONS', '/rtc/v1/whep/?app=live&stream=stream'],
	['POST', '/rtc/v1/whep/?app=live&stream=stream&token=a%2Bb'],
	['OPTIONS', '/rtc/v1/whip/?action=delete&token=t'],
	['DELETE', '/rtc/v1/whip/?action=delete&token=t&session=a:b'],
	['GET', '/live/stream.flv?token=1'],
	['GET', '/live/stream.m3u8'],
	['GET', '/live/stream-26.ts'],
] as const)
	it(`should pass ${method} ${path}`, async () => {
		assert.is(await send(method, path), 201);
		assert.equal(received, [`${method} ${path} of 127.0.0.1`]);
	});

for (const [method, path] of [
	['GET', '/api/v1/clients/'],
	['DELETE', '/api/v1/clients/x'],
	['GET', '/'],
	['POST', '/live/stream.flv'],
	['GET', '/live/../api/v1/clients.flv'],
	['POST', '/rtc/v1/whip/?app=live&stream=stream'],
	['POST', '/rtc/v1/whip/?action=delete&app=live&stream=stream'],
	['POST', '/rtc/v1/whep/?action=publish&app=live&stream=stream'],
	['POST', '/rtc/v1/whep/?app=live&%61ction=publish'],
	['POST', '/rtc/v1/whip-play/?stream=stream'],
	['POST', '/rtc/v1/publish/'],
	['POST', '/rtc/v1/play/'],
	['POST', '/rtc/v1/whep/../whip/?stream=stream'],
	['POST', '//rtc/v1/whip/?stream=stream'],
	['POST', '/rtc/v1/%77hip/?stream=stream'],
	['GET', '/rtc/v1/whep/?app=live'],
	['PUT', '/rtc/v1/whip/?stream=stream'],
	['DELETE', '/rtc/v1/whep/'],
	['DELETE', '/rtc/v1/whip/../../../api/v1/clients/x'],
] as const)
	it(`should refuse ${method} ${path}`, async () => {
		assert.is(await send(method, path), 403);
		assert.equal(received, []);
	});

it('should pass to ZLMediaKit what viewers need, with a Location that an https page may request', async () => {
	const ask = (method: string, path: string) => requestOverTls(media.secure, path, {}, 'localhost', method);
	const { status, headers } = await ask('POST', '/index/api/whep?app=live&stream=stream');
	assert.equal(
		[status, headers.location, headers['access-control-expose-headers']],
		[201, 'https://localhost/index/api/delete_webrtc?id=1&token=2', 'Location'],
	);
	for (const [method, path] of [
		['DELETE', '/index/api/delete_webrtc?id=1&token=2'],
		['GET', '/live/stream_ld.live.flv?token=1'],
		['GET', '/live/stream.live.mp4'],
	] as const)
		assert.is((await ask(method, path)).status, 201);
	for (const [method, path] of [
		['POST', '/index/api/whip?app=live'],
		['GET', '/index/api/getServerConfig'],
		['POST', '/index/api/delete_webrtc?id=1'],
		['POST', '/live/stream.live.flv'],
		['GET', '/live/stream/2026-11-29/01.mp4'],
	] as const)
		assert.is((await ask(method, path)).status, 403);
	assert.is(media.output(), '');
});

it.run();
