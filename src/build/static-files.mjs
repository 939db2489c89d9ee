import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns a name with a hash of the text.
 * @param {string} name
 * @param {string} script
 */
export const hashedName = (name, script) =>
	`${name}.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;

/**
 * Reads the files of `static/` that no source refers to.
 * @param {string} folder
 * @param {Iterable<string>} hashed names of the others, such as `news.BJGCK3HO.svg`
 * @returns {Promise<[name: string, content: Uint8Array][]>}
 */
export async function copiedFiles(folder, hashed) {
	const used = [...hashed].map((name) => name.replace(/\.\w{8}(?=\.\w+$)/, ''));
	const names = (await readdir(folder)).filter((name) => !used.includes(name)).sort();
	return Promise.all(names.map(async (name) => /** @type {const} */ ([name, await readFile(join(folder, name))])));
}

/**
 * Leaves the proxy out of the sample configuration of nginx where the API is on another host.
 * @param {string} sample
 * @param {string} base setting `api.base`
 */
export const withoutProxy = (sample, base) =>
	base.includes('//')
		? sample
				.replace(/# The API, over connections[^]*?\n\}\n\n/, '')
				.replace(/\n    # The API of the specification[^]*?\n    \}(?=\n\})/, '')
		: sample;

/**
 * Names the hosts of the HTML's preconnects in its header, too, in `_headers` or the sample configuration of nginx. A
 * browser connects by that before it reads the HTML.
 * @param {string} text
 * @param {string} html
 */
export function withPreconnects(text, html) {
	const hosts = [...html.matchAll(/<link rel="preconnect" href="([^"]+)"/g)];
	const link = hosts.map(([, host]) => `<${host}>; rel=preconnect; crossorigin`).join(', ');
	return link
		? text
				.replace(/^\/(index\.html)?$/gm, (path) => `${path}\n  Link: ${link}`)
				.replace('/index.html ""', () => `/index.html "${link}"`)
		: text;
}

const KEPT = '  Cache-Control: public, max-age=31536000, immutable\n';

/** A hashed name; the group is the part before the hash. */
const HASHED = /^([\w-]+\.)\w{8}\.(?:js|svg|png)$/;

/**
 * Adds caching rules for hashed files, also of earlier builds, to `_headers`, whose format has no pattern for a hash,
 * and one `*` a line at most (https://developers.cloudflare.com/pages/configuration/headers/).
 * @param {string} headers
 * @param {Iterable<string>} names of built files
 */
export function withCachingRules(headers, names) {
	const starts = new Set([...names].map((name) => HASHED.exec(name)?.[1]).filter(Boolean));
	const rules = [...starts].sort().flatMap((start) => ['', '/:folder'].map((folder) => `${folder}/${start}*\n${KEPT}`));
	return headers + rules.join('');
}
