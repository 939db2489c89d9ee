import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './root.ts';

const CACHE = join(root, 'node_modules/.cache/pages');
const RENDER = fileURLToPath(new URL('render-page.mjs', import.meta.url));

let stamp = '';
/** Changes when anything does that a build reads; a process looks once. */
function sourceStamp(): string {
	if (stamp) return stamp;
	const hash = createHash('sha256');
	for (const name of ['build.mjs', 'package-lock.json']) hash.update(readFileSync(join(root, name)));
	for (const folder of ['src', 'static'])
		for (const name of (readdirSync(join(root, folder), { recursive: true }) as string[]).sort()) {
			const file = join(root, folder, name);
			if (statSync(file).isFile()) hash.update(name).update(readFileSync(file));
		}
	return (stamp = hash.digest('hex').slice(0, 16));
}

/**
 * The page built with a deployment's configuration, as by `build.mjs --config`; answers with its folder.
 * The sources are compiled once, for all configurations and test processes; a configuration changes `index.html` and `nginx.conf` only.
 */
export function builtPage(config: object): string {
	const text = JSON.stringify(config);
	const folder = join(CACHE, sourceStamp());
	const out = join(folder, createHash('sha256').update(text).digest('hex').slice(0, 16));
	if (!existsSync(out))
		execFileSync(process.execPath, [RENDER, folder, out], { input: text, stdio: ['pipe', 'ignore', 'pipe'] });
	return out;
}
