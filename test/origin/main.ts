/**
 * `npm start`: serves the built page and its backend on this machine and its local network; with `--build` it builds the
 * page first. It ends with npm, and with the watcher of `npm run dev`.
 */
import '../../src/build/node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { endWithParent } from '../../src/build/end-with-parent.mjs';
import { networkAddresses } from './rtc/candidates.ts';
import { DEMO_SIGN_KEY, DEMO_TOKEN, MODERATOR_ID, VIEWER_ID } from './demo.ts';

/** The addresses that are printed, with what they show. */
const DEMO_PAGES = [
	['not started', '?id=0'],
	['live, real-time', '?id=1'],
	['ended', '?id=2'],
	['replay', '?id=3'],
	['replay, filmed upright', '?id=8'],
	['replay in three qualities and sound alone', '?id=9'],
	['replay, HLS', '?id=10'],
	['replay of an hour', '?id=11'],
	['replay of an hour in one file, whose index is last', '?id=12'],
	['replay with chapters and captions', '?id=15'],
	['live, plain media address', '?id=5'],
	['live, real-time by WHEP', '?id=6'],
	['live, what publish.html sends', '?id=7'],
	['live, FLV over HTTP', '?id=13'],
	['live, MP4 over HTTP', '?id=14'],
	['live, as a viewer who may chat', `?id=1&userId=${VIEWER_ID}&token=${DEMO_TOKEN}`],
	['live, as a moderator', `?id=1&userId=${MODERATOR_ID}&token=${DEMO_TOKEN}`],
	['publish camera, screen or a test picture', 'publish.html'],
	['play any address with the streaming client', 'play.html'],
] as const;

const HOST = '0.0.0.0';

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

function readPort(): number {
	const value = process.env['PORT'] || '8080';
	const port = Number(value);
	if (!/^\d+$/.test(value) || port > 65_535) fail(`PORT must be a number from 0 to 65535, not "${value}".`);
	return port;
}

/** Says why the port cannot be opened. */
function refusePort({ code, message }: NodeJS.ErrnoException): never {
	if (code === 'EADDRINUSE') fail(`Port ${port} is already in use; choose another one with PORT=8081 npm start.`);
	if (code === 'EACCES')
		fail(`Port ${port} may not be opened by this user; choose one above 1023 with PORT=8080 npm start.`);
	return fail(`The origin could not start: ${message}`);
}

/** Opens the port and closes it. */
const tryPort = () =>
	new Promise<void>((resolve, reject) => {
		const server = createServer().once('error', reject);
		server.listen(port, HOST, () => server.close(() => resolve()));
	});

/** Builds the page as its own command does; says only why it fails. */
function build(): void {
	const { status, stderr } = spawnSync(process.execPath, ['build.mjs', '--config', 'test/origin/demo.json'], {
		cwd: fileURLToPath(new URL('../..', import.meta.url)),
		encoding: 'utf8',
	});
	if (status === 0) return;
	process.stderr.write(stderr);
	process.exit(status ?? 1);
}

const port = readPort();
await tryPort().catch(refusePort);
if (process.argv.includes('--build')) build();
if (!existsSync(fileURLToPath(new URL('../../dist/index.html', import.meta.url))))
	fail('There is no built page in dist/; run "npm run build" first.');

// Loaded only here, because it takes a second: what is wrong is said at once.
const { startOrigin } = await import('./index.ts');
const origin = await startOrigin({ port, host: HOST, signKey: DEMO_SIGN_KEY, best: 'hd' }).catch(refusePort);

for (const [description, query] of DEMO_PAGES) console.log(`${origin.url}/${query}  ${description}`);
for (const address of networkAddresses())
	console.log(`http://${address}:${origin.port}/?id=1  from a phone on the same network`);

let stopping = false;
function stop(): void {
	if (stopping) process.exit(1);
	stopping = true;
	void origin.close().then(() => process.exit(0));
}
// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
endWithParent(stop);
