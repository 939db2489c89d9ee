import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHttpClient } from '../../../src/check/http-client.ts';

const it = suite('check: HTTP client');
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

/** Milliseconds. */
const HANDSHAKE = 300;

it('should count what arrives from the request on, not from its connection', async () => {
	const [key, cert] = [fixture('localhost.key'), fixture('localhost.crt')];
	const context = createSecureContext({ key, cert });
	const server = createServer({
		...{ key, cert },
		SNICallback: async (_, done) => (await setTimeout(HANDSHAKE), done(null, context)),
	});
	server.on('request', (_, response) => response.end('FLV'));
	await once(server.listen(0), 'listening');
	const { port } = server.address() as AddressInfo;
	const { signal } = new AbortController();
	const http = createHttpClient({ limit: 1, signal, strict: true, ca: cert });
	const { ms, arrivals } = await http.send(`https://localhost:${port}/a.flv`, { headers: { connection: 'close' } });
	server.close();
	assert.equal(
		arrivals.map(([bytes]) => bytes),
		[3],
	);
	assert.ok(arrivals[0]![1] <= ms - HANDSHAKE + 2, `${arrivals[0]![1]} of ${ms}`);
});

it.run();
