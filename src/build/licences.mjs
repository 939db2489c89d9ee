import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Packages that may be part of the output. */
export const BUNDLED = ['@preact/signals', '@preact/signals-core', 'dompurify', 'ky', 'preact'];

/** Packages trimmed by `plugins.mjs`; DOMPurify's licence asks to say so. */
const TRIMMED = ['dompurify', 'ky'];

/**
 * Joins the licences of bundled packages. Throws when a package is not in BUNDLED or has no licence file.
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
		const changed = TRIMMED.includes(name) ? ', modified: unused parts are left out (src/build/plugins.mjs)' : '';
		return `${name} ${version} (${license})${changed}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
	});
	return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
}
