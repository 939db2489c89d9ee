/** `npm start`: serves the built page and its backend on this machine and its local network. */
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { DEMO_SIGN_KEY, DEMO_TOKEN, MODERATOR_ID, VIEWER_ID } from './demo.ts';
import { startOrigin } from './index.ts';

/** The addresses that are printed, with what they show. */
const DEMO_PAGES = [
	['not started', '?id=0'],
	['live, real-time', '?id=1'],
	['ended', '?id=2'],
	['replay', '?id=3'],
	['live, plain media address', '?id=5'],
	['live, real-time by WHEP', '?id=6'],
	['live, what publish.html sends', '?id=7'],
	['live, as a viewer who may chat', `?id=1&userId=${VIEWER_ID}&token=${DEMO_TOKEN}`],
	['live, as a moderator', `?id=1&userId=${MODERATOR_ID}&token=${DEMO_TOKEN}`],
	['publish camera, screen or a test picture', 'publish.html'],
	['play any address with the streaming client', 'play.html'],
] as const;

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

function readPort(): number {
	const value = process.env['PORT'] || '8080';
	const port = Number(value);
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		fail(`PORT must be a number from 0 to 65535, not "${value}".`);
	return port;
}

const port = readPort();
if (!existsSync(fileURLToPath(new URL('../../dist/index.html', import.meta.url)))) {
	fail('There is no built page in dist/; run "npm run build" first.');
}

const origin = await startOrigin({ port, host: '0.0.0.0', signKey: DEMO_SIGN_KEY }).catch(
	(error: NodeJS.ErrnoException) => {
		if (error.code === 'EADDRINUSE')
			fail(`Port ${port} is already in use; choose another one with PORT=8081 npm start.`);
		if (error.code === 'EACCES')
			fail(`Port ${port} may not be opened by this user; choose one above 1023 with PORT=8080 npm start.`);
		return fail(`The origin could not start: ${error.message}`);
	},
);

const networkUrls = Object.values(networkInterfaces())
	.flatMap((addresses) => addresses ?? [])
	.filter((address) => address.family === 'IPv4' && !address.internal)
	.map((address) => `http://${address.address}:${origin.port}`);

for (const [description, query] of DEMO_PAGES) console.log(`${origin.url}/${query}  ${description}`);
for (const url of networkUrls) console.log(`${url}/?id=1  from a phone on the same network`);

let stopping = false;
function stop(): void {
	if (stopping) process.exit(1);
	stopping = true;
	void origin.close().then(() => process.exit(0));
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
