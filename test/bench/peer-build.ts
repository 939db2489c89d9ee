import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { vendorSdk } from '../support/vendor-sdk.ts';
import { DEMO_SIGN_KEY } from '../origin/demo.ts';
import { compress } from '../../src/build/compress.mjs';
import { API } from './link/network.ts';

const source = fileURLToPath(new URL('peer', import.meta.url));

/** Installs the peer's own packages, by its lock file, beside it; not again while the lock file is the same. */
async function install(): Promise<void> {
	const lock = await readFile(join(source, 'package-lock.json'), 'utf8');
	const note = join(source, 'node_modules/.installed-lock');
	if (existsSync(note) && (await readFile(note, 'utf8')) === lock) return;
	await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
		cwd: source,
		shell: process.platform === 'win32',
	});
	await writeFile(note, lock);
}

/**
 * Builds the peer without optimizing for the first round trip: one minified bundle in production mode, one stylesheet,
 * the vendor's script beside it as the vendor's pages load it (deferred, which those do not), an empty root.
 * Its bundle is for engines of 2020 and later, so it is a little smaller than one for the page's own floor.
 */
export async function buildPeer(folder: string): Promise<void> {
	await install();
	await mkdir(folder, { recursive: true });
	const { outputFiles } = await build({
		entryPoints: { app: join(source, 'src/main.jsx'), style: join(source, 'src/style.css') },
		bundle: true,
		minify: true,
		write: false,
		format: 'iife',
		target: 'es2020',
		charset: 'utf8',
		legalComments: 'none',
		jsx: 'automatic',
		outdir: folder,
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.SIGN_KEY': JSON.stringify(DEMO_SIGN_KEY),
			'process.env.API_BASE': JSON.stringify(API),
		},
		// The repository's own settings stand Preact in for React; not here.
		tsconfigRaw: {},
	});
	let html = await readFile(join(source, 'index.html'), 'utf8');
	/** With its compressed copies, as the build writes them. */
	const write = async (name: string, content: Uint8Array) => {
		const { br, gz } = await compress(content);
		await writeFile(join(folder, name), content);
		await writeFile(join(folder, `${name}.br`), br);
		await writeFile(join(folder, `${name}.gz`), gz);
	};
	const put = async (placeholder: string, name: string, content: Uint8Array) => {
		const hashed = name.replace(/\.(?=\w+$)/, `.${createHash('sha256').update(content).digest('hex').slice(0, 8)}.`);
		await write(hashed, content);
		html = html.replace(placeholder, hashed);
	};
	for (const { path, contents } of outputFiles)
		await (path.endsWith('.css') ? put('{style}', 'style.css', contents) : put('{app}', 'app.js', contents));
	await put('{sdk}', 'aliyun-rts-sdk.js', Buffer.from((await vendorSdk()).script));
	await write('index.html', Buffer.from(html));
}
