import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A script's file name, which changes with its text.
 * @param {string} name
 * @param {string} script
 */
export const hashedName = (name, script) =>
	`${name}.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;

/**
 * An SVG image as a URL. Percent-encodes only what would end or change the URL.
 * @param {string} svg
 */
export const svgDataUrl = (svg) =>
	`data:image/svg+xml,${svg
		.trim()
		.replace(/[%#]/g, encodeURIComponent)
		.replace(/[\t\n\r]+/g, ' ')}`;

/** Becomes a data URL in the HTML. */
const INLINED = ['icon.svg'];

/**
 * The files of `static/` that are copied as they are: those that no source refers to.
 * @param {string} folder
 * @param {Iterable<string>} hashed names of the files that sources refer to, such as `news.BJGCK3HO.svg`
 * @returns {Promise<[name: string, content: Uint8Array][]>}
 */
export async function copiedFiles(folder, hashed) {
	const used = [...INLINED, ...[...hashed].map((name) => name.replace(/\.\w{8}(?=\.\w+$)/, ''))];
	const names = (await readdir(folder)).filter((name) => !used.includes(name)).sort();
	return Promise.all(names.map(async (name) => /** @type {const} */ ([name, await readFile(join(folder, name))])));
}
