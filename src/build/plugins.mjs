/** Plugins of esbuild, each around a pure function over the text of a module. */
import { readFile } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';

/** Object in the page that holds what the inlined scripts share with later ones. */
const SHARED_OBJECT = 'livePage.shared';

/**
 * DOMPurify's lists of every HTML, SVG and MathML tag and attribute. `safe/sanitize.ts` passes lists of its own, which
 * replace them, and no name of SVG or MathML is among those. 1.9 kB after brotli.
 */
const PURIFIER_LISTS = [
	'html$1',
	'svg$1',
	'svgFilters',
	'svgDisallowed',
	'mathMl$1',
	'mathMlDisallowed',
	'html',
	'svg',
	'mathMl',
];

/**
 * Helpers that DOMPurify's own compiler added: an async generator that nothing uses, and destructuring for engines
 * without iterators. 0.7 kB after brotli.
 * @type {[helper: RegExp, instead: string][]}
 */
const PURIFIER_HELPERS = [
	[/function AsyncGenerator\(e\) [^]*?(?=\nconst entries = )/, ''],
	[/(function _slicedToArray\(r, e\) \{\s+return) .*/, '$1 r;'],
];

/** Options of DOMPurify that `safe/sanitize.ts` does not set: as constants, the minifier drops what they switch on. 1.2 kB after brotli. */
const PURIFIER_OPTIONS = [
	'ALLOW_UNKNOWN_PROTOCOLS',
	'SAFE_FOR_TEMPLATES',
	'WHOLE_DOCUMENT',
	'RETURN_DOM',
	'RETURN_DOM_FRAGMENT',
	'RETURN_TRUSTED_TYPE',
	'FORCE_BODY',
	'SANITIZE_NAMED_PROPS',
	'IN_PLACE',
];

/**
 * Makes a script take the modules that an inlined script carries from the page. A name that the table does not give
 * for its module fails the build.
 * @param {string} src folder of the sources
 * @param {Record<string, string[]>} modules names by module, relative to `src` (`entry/shared-modules.mjs`)
 * @returns {import('esbuild').Plugin}
 */
export const sharedModules = (src, modules) => ({
	name: 'shared-modules',
	setup(build) {
		build.onResolve({ filter: /^\.\.?\// }, (args) => {
			const module = relative(src, resolve(args.resolveDir, args.path)).replaceAll('\\', '/');
			return modules[module] && { path: module, namespace: 'shared' };
		});
		build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
			contents: `export const { ${modules[path]?.join(', ')} } = ${SHARED_OBJECT};`,
		}));
	},
});

/**
 * Parts of ky, by module, that `api/request.ts` does not use: progress, streams, search parameters, prefixes, JSON bodies,
 * hooks but `beforeError`, other headers than Retry-After, checks of types, methods by name, instances, and its own readers of a response. 1.2 kB after brotli.
 * @type {Record<string, [part: RegExp, instead: string][]>}
 */
const KY_PARTS = {
	Ky: [
		[/supportsFormData, supportsResponseStreams, supportsRequestStreams, /, ''],
		[/ +if \(typeof ky\._options\.timeout === [^]*?(?= +\/\/ Delay the fetch)/, ''],
		[/ +for \(const hook of ky\._options\.hooks\.afterResponse\) [^]*?(?= +if \(!response\.ok )/, ''],
		[/ +\/\/ If `onDownloadProgress` [^]*?(?= +return response;)/, ''],
		[/ +for \(const \[type, mimeType\] of [^]*?(?= +return result;)/, ''],
		[/ +if \(typeof this\._input !== [^]*?(?= +if \(supportsAbortController\))/, ''],
		[/ +if \(supportsRequestStreams\) [^]*?(?= +this\.request = )/, ''],
		[/ +if \(this\._options\.searchParams\) [^]*?(?= {4}\}\n {4}_calculateRetryDelay)/, ''],
		[/ +_decorateResponse\(response\) \{[^]*?(?= +async _retry)/, ''],
		[/\s+\?\? error\.response\.headers\.get\('RateLimit-Reset'\)[^;]*(?=;)/, ''],
		[/ +for \(const hook of this\._options\.hooks\.beforeRetry\) [^]*?(?= +return this\._retry)/, ''],
		[/ +for \(const hook of this\._options\.hooks\.beforeRequest\) [^]*?(?= +const nonRequestOptions)/, ''],
		[/findUnknownOptions\(this\.request, this\._options\)/, '{}'],
		[/ +\/\* istanbul ignore next \*\/\s+_stream\([^]*?(?=\n\}\n)/, ''],
	],
	// The probe for streams runs as the bundle starts.
	constants: [
		[/export const supportsRequestStreams = [^]*?\n\}\)\(\);\n/, ''],
		[/export const supportsResponseStreams = .*\n.*\n/, ''],
	],
	normalize: [
		[/ +if \(typeof retry === 'number'\) [^]*?(?= +return \{\n +\.\.\.defaultRetryOptions,\n +\.\.\.retry,)/, ''],
	],
	merge: [[/ +for \(const source of sources\) \{\n +if \(\(!isObject[^]*?(?= +return deepMerge\()/, '']],
	index: [[/ +for \(const method of requestMethods\) [^]*?(?= +return ky;)/, '']],
};

/**
 * The text of a module without these parts. Throws when a part is not where it was.
 * @param {string} library
 * @param {[part: RegExp, instead: string][]} parts
 * @param {string} source
 */
function without(library, parts, source) {
	return parts.reduce((text, [part, instead]) => {
		if (!part.test(text)) throw new Error(`build: ${library} has no ${part} any more; review src/build/plugins.mjs`);
		return text.replace(part, instead);
	}, source);
}

/**
 * Makes the components of a script use the React of the bundle, which renders them.
 * @param {readonly string[]} names what the bundle leaves (`entry/shared-modules.mjs`); any other fails the build
 * @returns {import('esbuild').Plugin}
 */
export const sharedReact = (names) => ({
	name: 'shared-react',
	setup(build) {
		build.onResolve({ filter: /^react(\/jsx-runtime)?$/ }, () => ({ path: 'react', namespace: 'shared-react' }));
		build.onLoad({ filter: /.*/, namespace: 'shared-react' }, () => ({
			contents: `export const { ${names.join(', ')} } = livePage.react;`,
		}));
	},
});

/**
 * DOMPurify without what the page does not need. Throws when a part is not where it was.
 * @param {string} source
 */
export function trimPurifier(source) {
	/** @type {[part: RegExp, instead: string][]} */
	const cuts = [
		...PURIFIER_HELPERS,
		[/if \(RETURN_DOM_FRAGMENT\) RETURN_DOM = true;/, ''],
		[/let (?=USE_PROFILES = false;)/, 'const '],
		[/\n\s*USE_PROFILES = objectHasOwnProperty.*/, ''],
		// Methods that nothing calls.
		[/DOMPurify\.setConfig = [^]*?(?=DOMPurify\.addHook = )/, ''],
		[/DOMPurify\.removeHook = [^]*?(?=return DOMPurify;\s+\}\s+var)/, ''],
	];
	for (const list of PURIFIER_LISTS)
		cuts.push([new RegExp(`(const ${list.replace('$', '\\$')} = freeze\\(\\[)[^\\]]*`), '$1']);
	for (const option of PURIFIER_OPTIONS) {
		cuts.push([new RegExp(`\\blet (?=${option} = false;)`), 'const ']);
		cuts.push([new RegExp(`\\n\\s*${option} = cfg\\.${option} \\|\\| false;`), '']);
	}
	return without('DOMPurify', cuts, source);
}

/**
 * A module of ky without what the page does not need. Throws when a part is not where it was.
 * @param {string} source
 * @param {string} path
 */
export const trimKy = (source, path) => without('ky', KY_PARTS[basename(path, '.js')] ?? [], source);

/**
 * @param {string} name
 * @param {RegExp} filter the module's path
 * @param {(source: string, path: string) => string} trim
 * @returns {import('esbuild').Plugin}
 */
const trimming = (name, filter, trim) => ({
	name,
	setup(build) {
		build.onLoad({ filter }, async ({ path }) => ({ contents: trim(await readFile(path, 'utf8'), path) }));
	},
});

export const trimmedPurifier = trimming('trimmed-purifier', /[\\/]purify\.es\.mjs$/, trimPurifier);
export const trimmedKy = trimming(
	'trimmed-ky',
	/[\\/]ky[\\/]distribution[\\/](core[\\/](Ky|constants)|utils[\\/](normalize|merge)|index)\.js$/,
	trimKy,
);
