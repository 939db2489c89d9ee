import { access, chmod, constants, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Marks an interrupted build. */
export const UNFINISHED = '.unfinished-build';

const TEXT = /\.(html|js|svg|json|txt)$/;

/**
 * Adds `.br` and `.gz` to texts. HTML comes last, so that no server has a page before its scripts.
 * @param {Map<string, string | Uint8Array>} files by name
 * @param {typeof import('./compress.mjs').compress} compress
 * @returns {Promise<Map<string, string | Uint8Array>>}
 */
export async function withCompressed(files, compress) {
	/** @type {Map<string, string | Uint8Array>} */
	const all = new Map();
	for (const [name, content] of [...files].sort(([a], [b]) => Number(isHtml(a)) - Number(isHtml(b)))) {
		if (TEXT.test(name)) {
			const { br, gz } = await compress(content);
			all.set(`${name}.br`, br).set(`${name}.gz`, gz);
		}
		all.set(name, content);
	}
	return all;
}

/** @param {string} name */
const isHtml = (name) => name.endsWith('.html');

/**
 * Makes a folder unless there is one; answers with the names in it.
 * @param {string} out
 */
async function openFolder(out) {
	try {
		await mkdir(out, { recursive: true });
		await access(out, constants.W_OK);
		return (await readdir(out, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
	} catch (error) {
		throw new Error(
			`build: ${out} cannot be written as a folder (${/** @type {NodeJS.ErrnoException} */ (error).code})`,
		);
	}
}

/**
 * Writes files in order, then removes older ones. Throws beforehand if the folder holds anything but a page.
 * @param {string} out
 * @param {Map<string, string | Uint8Array>} files by name
 */
export async function emit(out, files) {
	const before = await openFolder(out);
	if (before.length && !before.includes('index.html') && !before.includes(UNFINISHED))
		throw new Error(`build: ${out} holds other things than a built page; name another folder`);

	await writeFile(join(out, UNFINISHED), '');
	for (const [name, content] of files) {
		await mkdir(dirname(join(out, name)), { recursive: true });
		await writeFile(join(out, name), content);
		await chmod(join(out, name), 0o644);
	}
	// Uploads keep modes, and under a strict umask a web server could not read the page.
	for (const folder of new Set([...files.keys()].map((name) => dirname(join(out, name))))) await chmod(folder, 0o755);
	const kept = [...files.keys()];
	const stale = before.filter((name) => !kept.some((one) => one === name || one.startsWith(`${name}/`)));
	await Promise.all(stale.map((name) => rm(join(out, name), { recursive: true, force: true })));
	await rm(join(out, UNFINISHED), { force: true });
}
