import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/**
 * The WHEP server of Janus' authors, and what their WHIP server of Debian, `simple-whip-server`, requires. They bring 96
 * packages (13 MB), so they are no part of `npm ci`.
 */
const DEPENDENCIES = { 'janus-whep-server': '1.1.0', async: '3.2.6', colors: '1.4.0', websocket: '1.0.35' };
/** Packages published later are not taken, so that the same ones are installed each time. */
const BEFORE = '2026-11-01';
/** Stands in for a package that has to be compiled: a transport to Janus that is not used here. */
const UNIX_DGRAM = { name: 'unix-dgram', version: '2.0.7', exports: './index.js' };

const folder = join(root, 'node_modules/.cache/janus-servers');

const run = (cwd: string, command: string, ...options: string[]) =>
	execFileSync(command, options, { cwd, stdio: ['ignore', 'ignore', 'pipe'], timeout: 150_000 });

/** Installs the two servers into a folder. */
function install(folder: string): void {
	const files = {
		'unix-dgram/package.json': JSON.stringify(UNIX_DGRAM),
		'unix-dgram/index.js': 'exports.createSocket = undefined;',
		'package.json': JSON.stringify({ dependencies: DEPENDENCIES, overrides: { 'unix-dgram': 'file:unix-dgram' } }),
	};
	mkdirSync(join(folder, 'unix-dgram'));
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	run(folder, 'npm', 'install', '--ignore-scripts', '--no-package-lock', '--no-audit', `--before=${BEFORE}`);
	run(folder, 'apt-get', 'download', 'simple-whip-server');
	run(
		folder,
		'dpkg-deb',
		'-x',
		readdirSync(folder).find((name) => name.endsWith('.deb'))!,
		'debian',
	);
	for (const name of ['server.js', 'whip-janus.js'])
		copyFileSync(join(folder, 'debian/usr/share/simple-whip-server/src', name), join(folder, name));
}

/** The folder of Janus' WHIP server, `server.js`, and of the packages; fetched once. Undefined where they cannot be had. */
export function janusPackages(): string | undefined {
	if (existsSync(folder)) return folder;
	mkdirSync(join(folder, '..'), { recursive: true });
	const incoming = mkdtempSync(`${folder}-`);
	try {
		install(incoming);
		renameSync(incoming, folder);
		return folder;
	} catch {
		return undefined;
	} finally {
		rmSync(incoming, { recursive: true, force: true });
	}
}
