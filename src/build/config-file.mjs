import { readFile } from 'node:fs/promises';

/** Settings with free names, with an example value. @type {Record<string, string | number>} */
const FREE_NAMES = { 'api.methodCodes': '', 'api.tokens': '', links: '', player: 0 };

const PATTERNS = ['rts.whep'];

/** Settings that are empty, URLs, or paths on the page's host. */
const URLS = ['api.base', 'newsUrl', 'rts.logUrl', 'rts.preconnect', 'share.image'];

/** Minimum milliseconds between polls; 0: never. */
const MIN_INTERVAL = 1000;

/** With every field. */
const QUALITY = { name: '', kbps: 0, suffix: '', pattern: '', replacement: '' };

/** Kinds of values, in messages. @type {Record<string, string>} */
const KINDS = { string: 'a text', number: 'a number', boolean: 'true or false' };

/** @param {unknown} value */
function kindOf(value) {
	if (Array.isArray(value))
		return value.every((item) => typeof item === 'string') ? 'a list of texts' : 'a list with other things';
	if (value && typeof value === 'object') return 'an object';
	return KINDS[typeof value] ?? String(value);
}

/**
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
 * Throws for a URL without scheme, such as `api.example.com`, and for one that no call can follow.
 * @param {string} path
 * @param {string} url
 */
function checkUrl(path, url) {
	if (url && !/^(https?:\/\/[^/\s]|\/)/.test(url))
		throw new Error(`config: ${path} must begin with https://, http:// or /, not "${url}"`);
	// Calls follow it, such as /juvenile/api/live/detail.
	if (path === 'api.base' && /[?#]|\/$/.test(url))
		throw new Error(`config: ${path} must end without /, query and fragment, not "${url}"`);
}

/**
 * Throws unless a list of qualities is playable.
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
 * Merges a configuration over the defaults. Throws if a name, type or value does not fit.
 * @param {any} defaults
 * @param {any} over
 * @param {string} [path] such as `api`
 * @param {object} [limits] names for `player`; by default any
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
	if (URLS.includes(path) || path.startsWith('links.')) for (const url of [over].flat()) checkUrl(path, url);
	if (typeof over === 'number' && over < 0) throw new Error(`config: ${path} must not be negative: ${over}`);
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
 * Reads a configuration. Throws one sentence if it cannot be read or does not fit.
 * @param {any} defaults
 * @param {string | undefined} file undefined: the defaults
 * @param {object} [limits] as for {@link mergeConfig}
 * @returns {Promise<any>}
 */
export async function readConfigFile(defaults, file, limits) {
	if (file === undefined) return defaults;
	const bytes = await readFile(file).catch((error) => {
		throw new Error(`config: ${file || '""'} cannot be read (${error.code})`);
	});
	let text;
	try {
		// Drops the byte order mark that Windows editors add.
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw new Error(`config: ${file} is not UTF-8`);
	}
	let over;
	try {
		over = JSON.parse(text);
	} catch (error) {
		throw new Error(`config: ${file} is not JSON: ${/** @type {Error} */ (error).message}`);
	}
	const config = mergeConfig(defaults, over, '', limits);
	// Only here, as tests poll more often.
	for (const [name, value] of Object.entries(config))
		if (/Interval$/.test(name) && value && value < MIN_INTERVAL)
			throw new Error(`config: ${name} must be 0 or at least ${MIN_INTERVAL}: ${value}`);
	return config;
}
