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

/** A name with a hash, and what stands before that. */
const HASHED = /^([\w-]+\.)\w{8}\.(?:js|svg|png)$/;

/**
 * `_headers` with a rule for each kind of file whose name has a hash: that format has no pattern for the hash itself, and
 * files of earlier builds need the rule too.
 * @param {string} headers
 * @param {Iterable<string>} names of the built files
 */
export function withCachingRules(headers, names) {
	const starts = new Set([...names].map((name) => HASHED.exec(name)?.[1]).filter(Boolean));
	const rules = [...starts].sort().map((start) => `/${start}*\n  Cache-Control: public, max-age=31536000, immutable\n`);
	return headers + rules.join('');
}
