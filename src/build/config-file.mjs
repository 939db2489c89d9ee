import { readFile } from 'node:fs/promises';
import { brokenRule, deploymentMistake, REQUIRED } from './config-rules.mjs';
import { slowAddress } from './slow-pattern.mjs';

/** Settings with free names, with an example value. @type {Record<string, string | number>} */
const FREE_NAMES = { 'api.methodCodes': '', 'api.tokens': '', links: '', player: 0 };

const PATTERNS = ['rts.whep', 'rts.hlsPattern'];

/** For settings with more names than a sentence can list. @type {Record<string, string>} */
const HINTS = { player: 'the names are in src/player/core/policy.ts' };

/** Lists of qualities, with every field of one. @type {Record<string, object>} */
const QUALITIES = {
	'rts.qualities': { name: '', kbps: 0, suffix: '', pattern: '', replacement: '' },
	'replay.qualities': { name: '', kbps: 0, suffix: '', pattern: '', replacement: '', audioOnly: false },
};

/** Rows of the page's menu, as in src/texts.ts: a quality of that name is left out. */
const MENU_ROWS = ['自动', '只听声音'];

/** Kinds of values, in messages. @type {Record<string, string>} */
const KINDS = { string: 'a text', number: 'a number', boolean: 'true or false' };

/**
 * An error of one line, whatever names and values hold.
 * @param {string} sentence
 */
const mistake = (sentence) =>
	new Error(`config: ${sentence.replace(/[\0-\x1f]/g, (character) => JSON.stringify(character).slice(1, -1))}`);

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
		throw mistake(`${path}: ${/** @type {Error} */ (error).message}`);
	}
	const address = slowAddress(pattern);
	if (address) throw mistake(`${path} takes too long, and would freeze the page, on an address such as ${address}`);
}

/**
 * Throws if a text, one of a list, or a number breaks a rule.
 * @param {string} path
 * @param {string | string[] | number} values
 */
function checkValues(path, values) {
	for (const value of values === '' && !REQUIRED.includes(path) ? [] : [values].flat()) {
		const sentence = brokenRule(path, value);
		if (sentence) throw mistake(`${path} ${sentence}`);
	}
}

/**
 * Throws unless a list of qualities is playable.
 * @param {string} path
 * @param {unknown} list
 */
function checkQualities(path, list) {
	if (!Array.isArray(list)) throw mistake(`${path} must be a list of qualities, not ${kindOf(list)}`);
	const taken = new Set();
	list.forEach((entry, index) => {
		const at = `${path}[${index}]`;
		const { name, kbps, suffix, pattern, replacement, audioOnly } = mergeConfig(QUALITIES[path], entry, at);
		checkPattern(`${at}.pattern`, pattern);
		const isStream = !suffix && !pattern;
		if (!name || !kbps) throw mistake(`${at} needs a name and kbps`);
		if (!audioOnly && MENU_ROWS.includes(name)) throw mistake(`${at} has the name of another row of the menu, ${name}`);
		if (isStream !== !index) throw mistake(`${at} needs ${index ? 'a suffix or a pattern' : 'suffix ""'}`);
		if (index && kbps >= list[index - 1].kbps) throw mistake(`${at} needs less kbps than the one before`);
		const address = JSON.stringify(pattern ? [pattern, replacement] : suffix);
		if (taken.has(name) || taken.has(address)) throw mistake(`${at} has name or address of one before`);
		taken.add(name).add(address);
	});
}

/**
 * Merges a configuration over the defaults. Throws if a name, type or value does not fit.
 * @param {any} defaults
 * @param {any} over
 * @param {string} [path] such as `api`
 * @param {Record<string, readonly string[]>} [names] known ones of settings with free names; by default any
 * @returns {any}
 */
export function mergeConfig(defaults, over, path = '', names = {}) {
	if (QUALITIES[path]) {
		checkQualities(path, over);
		return over;
	}
	if (kindOf(defaults) !== kindOf(over))
		throw mistake(`${path || 'the file'} must be ${kindOf(defaults)}, not ${kindOf(over)}`);
	if (PATTERNS.includes(path)) checkPattern(path, over);
	if (/text|number/.test(kindOf(over))) checkValues(path, over);
	if (kindOf(defaults) !== 'an object') return over;
	const example = FREE_NAMES[path];
	const merged = { ...defaults };
	for (const [name, value] of Object.entries(over)) {
		const at = path ? `${path}.${name}` : name;
		const known = example === undefined ? Object.keys(defaults) : names[path];
		if (known && !known.includes(name))
			throw mistake(`${JSON.stringify(at)} is unknown; ${HINTS[path] ?? `known here: ${known.join(', ')}`}`);
		merged[name] = mergeConfig(example ?? defaults[name], value, at, names);
	}
	return merged;
}

/**
 * The first name that an object of a JSON text has twice, of which parsers keep the last; undefined without.
 * @param {string} text
 */
function repeatedName(text) {
	/** @type {Set<string>[]} */
	const open = [];
	for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
		if (token === '{') open.push(new Set());
		else if (token === '}') open.pop();
		else if (name && open.at(-1)?.size === open.at(-1)?.add(name).size) return name;
	}
	return undefined;
}

/**
 * Merges a deployment's configuration over the defaults. Throws one sentence if it does not fit.
 * @param {any} defaults
 * @param {any} over
 * @param {Record<string, readonly string[]>} [names] as for {@link mergeConfig}
 * @returns {any}
 */
export function deploymentConfig(defaults, over, names) {
	const config = mergeConfig(defaults, over, '', names);
	const sentence = deploymentMistake(config);
	if (sentence) throw mistake(sentence);
	return config;
}

/**
 * Reads a configuration. Throws one sentence if it cannot be read or does not fit.
 * @param {any} defaults
 * @param {string | undefined} file undefined: the defaults
 * @param {Record<string, readonly string[]>} [names] as for {@link mergeConfig}
 * @returns {Promise<any>}
 */
export async function readConfigFile(defaults, file, names) {
	if (file === undefined) return defaults;
	const bytes = await readFile(file).catch((error) => {
		throw mistake(`${file || '""'} cannot be read (${error.code})`);
	});
	let text;
	try {
		// Drops the byte order mark that Windows editors add.
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw mistake(`${file} is not UTF-8`);
	}
	let over;
	try {
		over = JSON.parse(text);
	} catch (error) {
		throw mistake(`${file} is not JSON: ${/** @type {Error} */ (error).message}`);
	}
	const name = repeatedName(text);
	if (name) throw mistake(`${file} has ${name} twice, of which only the last counts; join the two`);
	return deploymentConfig(defaults, over, names);
}
