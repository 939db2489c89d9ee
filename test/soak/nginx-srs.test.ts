/** The load balancer of SRS in the streaming client's README, in an nginx before a stand-in for the nodes. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { freePort } from '../support/free-port.ts';
import { root } from '../support/root.ts';
import { suiteUnless } from '../support/skip-test.ts';
import { adapt, type Nginx, nginxProgram, startNginx } from '../support/start-nginx.ts';

const it = suiteUnless(nginxProgram ? '' : 'nginx is not installed', 'nginx before SRS');

const fixture = (name: string) => join(root, 'test/fixtures', name);
let node: Server;
let nginx: Nginx;
let port = 0;
let received: string[] = [];

it.before(async () => {
	node = createServer(({ method, url, headers }, response) => {
		received.push(`${method} ${url} of ${headers['x-forwarded-for']}`);
		response.writeHead(201).end();
	}).listen(0, '127.0.0.1');
	port = await freePort();
	const [, sample] = /```nginx\n(# The load balancer[^]*?)```/.exec(
		readFileSync(join(root, 'src/rts/README.md'), 'utf8'),
	)!;
	nginx = await startNginx(port, (folder) =>
		adapt(sample!, [
			[/10\.0\.0\.1[12]:1985/g, `127.0.0.1:${(node.address() as AddressInfo).port}`],
			[/listen 443/, `listen 127.0.0.1:${port}`],
			[/\/etc\/ssl\/play\.example\.com/g, fixture('localhost')],
			[/\/var\/log\/nginx/, folder],
		]),
	);
});
it.after(async () => {
	await nginx.stop();
	node?.close();
});
it.before.each(() => {
	received = [];
});

/** The status of a request. */
const send = (method: string, path: string) =>
	new Promise<number>((resolve, reject) => {
		request({ host: '127.0.0.1', port, method, path, rejectUnauthorized: false }, (response) => {
			response.resume().on('end', () => resolve(response.statusCode!));
		})
			.on('error', reject)
			.end();
	});

it('should load without a warning', () => assert.is(nginx.output(), ''));

for (const [method, path] of [
	['OPTIONS', '/rtc/v1/whep/?app=live&stream=stream'],
	['POST', '/rtc/v1/whep/?app=live&stream=stream&token=a%2Bb'],
	['OPTIONS', '/rtc/v1/whip/?action=delete&token=t'],
	['DELETE', '/rtc/v1/whip/?action=delete&token=t&session=a:b'],
] as const)
	it(`should pass ${method} ${path}`, async () => {
		assert.is(await send(method, path), 201);
		assert.equal(received, [`${method} ${path} of 127.0.0.1`]);
	});

for (const [method, path] of [
	['GET', '/api/v1/clients/'],
	['DELETE', '/api/v1/clients/x'],
	['GET', '/'],
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

it.run();
