import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/pages');

/** Changes when any source of the page does. */
function sourceStamp(): string {
	const hash = createHash('sha256').update(readFileSync(join(root, 'build.mjs')));
	for (const folder of ['src', 'static'])
		for (const name of readdirSync(join(root, folder), { recursive: true }) as string[]) {
			const file = join(root, folder, name);
			if (statSync(file).isFile()) hash.update(name).update(readFileSync(file));
		}
	return hash.digest('hex');
}

/**
 * The page built with a deployment's configuration, as an operator would with `build.mjs --config`;
 * answers with its folder. A page already built from the same sources and configuration is used again.
 */
export function builtPage(config: object): string {
	const text = JSON.stringify(config);
	const out = join(cache, createHash('sha256').update(text).update(sourceStamp()).digest('hex').slice(0, 16));
	if (existsSync(join(out, 'index.html'))) return out;
	const making = `${out}.${process.pid}`;
	mkdirSync(making, { recursive: true });
	const file = join(cache, `config.${process.pid}.json`);
	writeFileSync(file, text);
	try {
		execFileSync(process.execPath, [join(root, 'build.mjs'), '--config', file, '--out', making], {
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		if (!existsSync(out)) renameSync(making, out);
	} finally {
		rmSync(file, { force: true });
		rmSync(making, { recursive: true, force: true });
	}
	return out;
}
