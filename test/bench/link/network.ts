import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Link } from './shaper.ts';

/** The hosts of a deployment, each at an address of its own: the page on a CDN, the API, a stream server. */
export const HOSTS = { page: '10.98.0.1', api: '10.98.0.2', stream: '10.98.0.3' } as const;

/** Domain of the hosts: `page.bench.test`. Reserved for tests by RFC 2606. */
export const DOMAIN = 'bench.test';

/** URLs of the hosts. */
export const [PAGE, API, STREAM] = ['page', 'api', 'stream'].map((name) => `https://${name}.${DOMAIN}`) as [
	string,
	string,
	string,
];

const CLIENT_ADDRESS = '10.99.0.2';

/** Nice values: a busy machine must not be taken for a slow link. */
const EMULATOR_PRIORITY = -20;
const SERVER_PRIORITY = -15;
const SESSION_PRIORITY = -15;

/** Threads for the two reads that always wait, and for the files that Node reads besides. */
const THREADS = '8';

/** A link between a namespace for the browser and one for the servers. */
interface Network {
	/** Sets the link, dropping what is under way; null: as fast as the machine. */
	setLink(link: Link | null): Promise<void>;
	/** Path of a program that runs another one in the browser's namespace. */
	wrapper(program: string): string;
	/** Starts a Node program in the servers' namespace, with IPC. */
	startServer(script: string, args: string[]): ChildProcess;
	/** Ends the emulator and removes the namespaces. May be called again. */
	close(): void;
}

/** Why there can be no link below TCP on this machine; empty where there can. */
export function networkProblem(): string {
	if (process.platform !== 'linux') return 'not Linux';
	if (process.getuid?.() !== 0) return 'not root';
	try {
		accessSync('/dev/net/tun', constants.R_OK | constants.W_OK);
	} catch {
		return 'no /dev/net/tun';
	}
	try {
		execFileSync('ip', ['-V'], { stdio: 'ignore' });
	} catch {
		return 'no ip command (Debian: iproute2)';
	}
	return '';
}

/** Sets the nice value of a process's session: where Linux groups processes by session, their own counts only within it. */
function prioritise(pid: number): void {
	try {
		writeFileSync(`/proc/${pid}/autogroup`, `${SESSION_PRIORITY}`);
	} catch {
		// This kernel does not group them.
	}
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Creates namespaces, devices, addresses and routes, and starts the emulator. @throws Error with the words of `ip` */
export async function openNetwork(): Promise<Network> {
	const client = `bench-client-${process.pid}`;
	const server = `bench-server-${process.pid}`;
	const folder = mkdtempSync(join(tmpdir(), 'bench-link-'));
	const devices = [`bc${process.pid}`, `bs${process.pid}`] as const;
	const emulator = fork(fileURLToPath(new URL('emulator.ts', import.meta.url)), devices, {
		execArgv: ['--import', 'tsx'],
		env: { ...process.env, UV_THREADPOOL_SIZE: THREADS },
	});
	setPriority(emulator.pid!, EMULATOR_PRIORITY);
	prioritise(emulator.pid!);
	const reply = () =>
		new Promise<void>((resolve, reject) => {
			const failed = () => reject(new Error('The link emulator has ended.'));
			emulator.once('exit', failed);
			emulator.once('message', () => {
				emulator.off('exit', failed);
				resolve();
			});
		});
	let closed = false;
	const close = () => {
		if (closed) return;
		closed = true;
		process.off('exit', close);
		emulator.kill();
		for (const name of [client, server]) {
			try {
				ip('netns', 'delete', name);
			} catch {
				// It was never made.
			}
		}
		rmSync(folder, { recursive: true, force: true });
	};
	// A signal skips `finally`.
	process.once('exit', close);
	const exit = (_name: string, signal: number) => process.exit(128 + signal);
	process.once('SIGINT', exit).once('SIGTERM', exit);
	try {
		await reply();
		for (const name of [client, server]) {
			ip('netns', 'add', name);
			ip('-n', name, 'link', 'set', 'lo', 'up');
		}
		ip('link', 'set', devices[0], 'netns', client);
		ip('link', 'set', devices[1], 'netns', server);
		ip('-n', client, 'address', 'add', `${CLIENT_ADDRESS}/32`, 'dev', devices[0]);
		for (const address of Object.values(HOSTS)) ip('-n', server, 'address', 'add', `${address}/32`, 'dev', devices[1]);
		ip('-n', client, 'link', 'set', devices[0], 'up');
		ip('-n', server, 'link', 'set', devices[1], 'up');
		ip('-n', client, 'route', 'add', '10.98.0.0/24', 'dev', devices[0]);
		// The media sockets are bound to no address, and the browser takes media from no other than it has been told of.
		ip('-n', server, 'route', 'add', '10.99.0.0/24', 'dev', devices[1], 'src', HOSTS.stream);
	} catch (error) {
		close();
		throw error;
	}
	return {
		close,
		setLink(link) {
			const answer = reply();
			emulator.send({ link });
			return answer;
		},
		wrapper(program) {
			const path = join(folder, 'in-namespace');
			writeFileSync(
				path,
				`#!/bin/sh\necho ${SESSION_PRIORITY} 2>/dev/null >/proc/$$/autogroup\nexec ip netns exec ${client} '${program}' "$@"\n`,
			);
			chmodSync(path, 0o755);
			return path;
		},
		startServer(script, args) {
			const started = spawn('ip', ['netns', 'exec', server, process.execPath, '--import', 'tsx', script, ...args], {
				stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
			});
			setPriority(started.pid!, SERVER_PRIORITY);
			return started;
		},
	};
}
