/**
 * Compiles the declarations of the streaming client, for `npm pack`:
 *
 *     node declarations.mjs <folder>
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [folder = join(root, 'dist/types')] = process.argv.slice(2);

const tsc = join(root, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'src/rts'), '--outDir', folder], {
	stdio: 'inherit',
});
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
	const file = join(entry.parentPath, entry.name);
	// TypeScript before 5.0 refuses `.ts` in an import.
	if (entry.isFile())
		writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from |import\()'\.[^']*)\.ts'/g, "$1.js'"));
}
process.exitCode = status ?? 1;
