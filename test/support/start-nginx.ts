import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { root } from './root.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Path of nginx, if it is installed. */
export const nginxProgram = findProgram('nginx') ?? findProgram('../sbin/nginx');

export interface Nginx {
	folder: string;
	/** What it has written to its standard error. */
	output(): string;
	stop(): Promise<void>;
}

/** Starts an nginx and waits for a port. `http` makes the content of its http block from its folder. */
export async function startNginx(port: number, http: (folder: string) => string): Promise<Nginx> {
	const folder = temporaryFolder('nginx');
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
	writeFileSync(
		join(folder, 'nginx.conf'),
		`daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
		http { ${temporary.join(' ')} types { text/html html; text/javascript js; } ${http(folder)} }`,
	);
	const child: ChildProcess = spawn(nginxProgram!, ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let output = '';
	child.stderr!.setEncoding('utf8').on('data', (text) => (output += text));
	const reachable = () =>
		new Promise<boolean>((resolve) => {
			const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
			socket.unref().on('connect', () => socket.end());
		});
	while (child.exitCode === null && !(await reachable())) await new Promise((resolve) => setTimeout(resolve, 50));
	if (child.exitCode !== null) throw new Error(`nginx refuses the sample: ${output}`);
	return {
		folder,
		output: () => output,
		async stop() {
			if (child.kill()) await new Promise((resolve) => child.once('close', resolve));
		},
	};
}

/** Replaces what differs on this machine in a sample, in which each of these texts has to be. */
export const adapt = (sample: string, here: [sample: RegExp, here: string][]): string =>
	here.reduce((text, [part, instead]) => {
		if (!part.test(text)) throw new Error(`The sample has no ${part}`);
		return text.replace(part, instead);
	}, sample);

export interface PageServer extends Nginx {
	/** Port of http, and of https. */
	plain: number;
	secure: number;
}

const fixture = (name: string) => join(root, 'test/fixtures', name);

/**
 * Serves a built page with its sample configuration, in which only paths, ports and the API are those of this machine.
 *
 * @param api port of the API on https
 * @param trusted file of the authorities of its certificate
 */
export async function startPage(
	dist: string,
	api: number,
	trusted: string = fixture('localhost.crt'),
): Promise<PageServer> {
	const [plain, secure] = [await freePort(), await freePort()];
	const nginx = await startNginx(secure, (folder) =>
		adapt(readFileSync(join(dist, 'nginx.conf'), 'utf8'), [
			[/listen 80(.*);\n +listen \[::\]:80.*;/g, `listen 127.0.0.1:${plain}$1;`],
			[/listen 443( ssl.*);\n +listen \[::\]:443 ssl.*;/g, `listen 127.0.0.1:${secure}$1;`],
			[/live\.example\.com;/g, 'localhost;'],
			[/\/etc\/ssl\/live\.example\.com/g, fixture('localhost')],
			[/\/var\/log\/nginx/g, folder],
			[/root \/srv\/live-page/g, `root ${dist}`],
			[/203\.0\.113\.20:443/g, `127.0.0.1:${api}`],
			// Signalling through this host, which is a comment.
			[/^ {4}# (?=location \^~|    [a-z]|\}$)/gm, '    '],
			[/ADDRESS-OF-YOUR-STREAM-HOST/g, `127.0.0.1:${api}`],
			[/proxy_ssl_name (api|play)\.example\.com/g, 'proxy_ssl_name localhost'],
			[/\/etc\/ssl\/certs\/ca-certificates\.crt/g, trusted],
		]),
	);
	return { ...nginx, plain, secure };
}

/** As RFC 1123 §2.1 has it; SRS closes the connection of another. */
export const isHostName = (host = '') => /^[a-z\d]([a-z\d.-]*[a-z\d])?(:\d+)?$/i.test(host);

/** The answer to a request over TLS to a port of this machine. `servername`: what the handshake asks for. */
export function requestOverTls(
	port: number,
	path: string,
	more: OutgoingHttpHeaders = {},
	servername = 'localhost',
	method = 'GET',
) {
	return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
		const headers = { host: 'localhost', 'accept-encoding': 'gzip', ...more };
		const options = { host: '127.0.0.1', port, path, method, servername, rejectUnauthorized: false, headers };
		request(options, async (response) => {
			const parts: Buffer[] = [];
			for await (const part of response) parts.push(part);
			resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) });
		})
			.on('error', reject)
			.end();
	});
}
