import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Packages allowed in the output. */
export const BUNDLED = ['@preact/signals', '@preact/signals-core', 'dompurify', 'hls.js', 'ky', 'preact'];

/**
 * Joins the licences of packages. Throws for one that is not allowed or has no licence.
 * @param {string} root the repository's folder
 * @param {Iterable<string>} packages
 */
export async function licences(root, packages) {
	const names = [...packages].sort();
	const stranger = names.find((name) => !BUNDLED.includes(name));
	if (stranger) throw new Error(`build: ${stranger} would be bundled, and is no dependency of the page`);
	const texts = names.map(async (name) => {
		const folder = join(root, 'node_modules', name);
		const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
		const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
		if (!file) throw new Error(`build: ${name} has no licence file`);
		return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
	});
	return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
