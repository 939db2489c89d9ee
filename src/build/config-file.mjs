/** Reads a deployment's configuration, checks it against the defaults and merges it over them. */
import { readFile } from 'node:fs/promises';

/** Settings with free names, such as paths of calls, with an example value. @type {Record<string, string | number>} */
const FREE_NAMES = { 'api.methodCodes': '', 'api.tokens': '', links: '', player: 0 };

/** Settings that are regular expressions. */
const PATTERNS = ['rts.whep'];

/** Settings that are empty, URLs of other hosts, or paths on the page's host. */
const URLS = ['api.base', 'rts.logUrl', 'rts.preconnect'];

/** An entry of `rts.qualities` with every field. */
const QUALITY = { name: '', kbps: 0, suffix: '', pattern: '', replacement: '' };

/** Kinds of values in messages. @type {Record<string, string>} */
const KINDS = { string: 'a text', number: 'a number', boolean: 'true or false' };

/**
 * Kind of a value in messages.
 * @param {unknown} value
 */
function kindOf(value) {
	if (Array.isArray(value))
		return value.every((item) => typeof item === 'string') ? 'a list of texts' : 'a list with other things';
	if (value && typeof value === 'object') return 'an object';
	return KINDS[typeof value] ?? String(value);
}

/**
 * Throws unless a setting is a regular expression.
 * @param {string} path
 * @param {string} pattern
 */
function checkPattern(path, pattern) {
	try {
		new RegExp(pattern);
	} catch (error) {
		throw new Error(`config: ${path}: ${/** @type {Error} */ (error).message}`);
	}
}

/**
 * Throws when a URL lacks its scheme, such as `api.example.com`.
 * @param {string} path
 * @param {string} url
 */
function checkUrl(path, url) {
	if (url && !/^(https?:\/\/[^/\s]|\/)/.test(url))
		throw new Error(`config: ${path} must begin with https:// or http://, not "${url}"`);
}

/**
 * Throws unless a setting is a list of playable qualities.
 * @param {string} path
 * @param {unknown} list
 */
function checkQualities(path, list) {
	if (!Array.isArray(list)) throw new Error(`config: ${path} must be a list of qualities, not ${kindOf(list)}`);
	list.forEach((entry, index) => {
		const at = `${path}[${index}]`;
		const { name, kbps, suffix, pattern } = mergeConfig(QUALITY, entry, at);
		checkPattern(`${at}.pattern`, pattern);
		const isStream = !suffix && !pattern;
		if (!name || !(kbps > 0)) throw new Error(`config: ${at} needs a name, and kbps above 0`);
		if (isStream !== !index) throw new Error(`config: ${at} needs ${index ? 'a suffix or a pattern' : 'suffix ""'}`);
		if (index && kbps >= list[index - 1].kbps) throw new Error(`config: ${at} needs less kbps than the one before`);
	});
}

/**
 * Merges a configuration over the defaults. Throws when a name, type or value does not fit.
 * @param {any} defaults
 * @param {any} over
 * @param {string} [path] of the merged part, such as `api`
 * @param {object} [limits] limits that `player` may name; by default any
 * @returns {any}
 */
export function mergeConfig(defaults, over, path = '', limits) {
	if (path === 'rts.qualities') {
		checkQualities(path, over);
		return over;
	}
	if (kindOf(defaults) !== kindOf(over))
		throw new Error(`config: ${path || 'the file'} must be ${kindOf(defaults)}, not ${kindOf(over)}`);
	if (PATTERNS.includes(path)) checkPattern(path, over);
	if (URLS.includes(path)) for (const url of [over].flat()) checkUrl(path, url);
	if (typeof over === 'number' && over < 0) throw new Error(`config: ${path} must not be negative`);
	if (kindOf(defaults) !== 'an object') return over;
	const example = FREE_NAMES[path];
	const merged = { ...defaults };
	for (const [name, value] of Object.entries(over)) {
		const at = path ? `${path}.${name}` : name;
		const known = path === 'player' ? limits : example === undefined ? defaults : undefined;
		if (known && !Object.hasOwn(known, name))
			throw new Error(`config: "${at}" is unknown; known here: ${Object.keys(known).join(', ')}`);
		merged[name] = mergeConfig(example ?? defaults[name], value, at, limits);
	}
	return merged;
}

/**
 * Reads a deployment's configuration. Throws one sentence if the file cannot be read, is not JSON or does not fit.
 * @param {any} defaults
 * @param {string | undefined} file undefined: the defaults
 * @param {object} [limits] limits that `player` may name; by default any
 * @returns {Promise<any>}
 */
export async function readConfigFile(defaults, file, limits) {
	if (!file) return defaults;
	const text = await readFile(file, 'utf8').catch((error) => {
		throw new Error(`config: ${file} cannot be read (${error.code})`);
	});
	let over;
	try {
		// Windows editors begin files with a byte order mark.
		over = JSON.parse(text.replace(/^\ufeff/, ''));
	} catch (error) {
		throw new Error(`config: ${file} is not JSON: ${/** @type {Error} */ (error).message}`);
	}
	return mergeConfig(defaults, over, '', limits);
}
