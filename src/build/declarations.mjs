import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

/**
 * Names modules by `.js`, as TypeScript before 5.0 refuses `.ts` in an import.
 * @param {string} text
 */
const forOlderCompilers = (text) => text.replace(/((?:from |import\()'\.[^']*)\.ts'/g, "$1.js'");

/**
 * Compiles the streaming client's declarations. Prints the compiler's errors and throws.
 * @param {string} root the repository's folder
 * @returns {Promise<[name: string, text: string][]>}
 */
export async function declarations(root) {
	const cache = join(root, 'node_modules/.cache');
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(join(cache, 'types-'));
	const tsc = join(root, 'node_modules/typescript/bin/tsc');
	try {
		await promisify(execFile)(process.execPath, [tsc, '-p', join(root, 'src/rts'), '--outDir', folder]);
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
		const names = files.map((file) => relative(folder, file).replaceAll('\\', '/')).sort();
		return await Promise.all(
			names.map(
				async (name) => /** @type {const} */ ([name, forOlderCompilers(await readFile(join(folder, name), 'utf8'))]),
			),
		);
	} catch (error) {
		process.stdout.write(/** @type {{ stdout?: string }} */ (error).stdout ?? '');
		throw new Error('build: the declarations of src/rts could not be made');
	} finally {
		await rm(folder, { recursive: true });
	}
}
