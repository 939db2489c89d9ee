import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';

const SANITIZER = new URL('../safe/sanitize.ts', import.meta.url);

/** DOMPurify's lists of names, replaced in `safe/sanitize.ts`: 1.9 kB after brotli. */
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
 * Unused helpers in DOMPurify: an async generator, destructuring without iterators; 0.7 kB after brotli.
 * @type {[helper: RegExp, instead: string][]}
 */
const PURIFIER_HELPERS = [
	[/function AsyncGenerator\(e\) [^]*?(?=\nconst entries = )/, ''],
	[/(function _slicedToArray\(r, e\) \{\s+return) .*/, '$1 r;'],
];

/** DOMPurify's options that `safe/sanitize.ts` leaves unset; as constants their code goes: 1.2 kB after brotli. */
const PURIFIER_OPTIONS = [
	'ALLOW_UNKNOWN_PROTOCOLS',
	'SAFE_FOR_TEMPLATES',
	'WHOLE_DOCUMENT',
	'RETURN_DOM_FRAGMENT',
	'RETURN_TRUSTED_TYPE',
	'FORCE_BODY',
	'SANITIZE_NAMED_PROPS',
	'IN_PLACE',
];

/** A module that a script imports to leave it. @param {string} script */
const sharedBy = (script) => new RegExp(`^shared:${script}$`);

/**
 * Makes the module `shared:<script>`, the object of what a script leaves to later ones.
 * @param {string} src folder of the sources
 * @param {string} script
 * @param {Record<string, string[]>} modules names by module (`shared-modules.mjs`)
 * @returns {import('esbuild').Plugin}
 */
export const leaveShared = (src, script, modules) => ({
	name: 'leave-shared',
	setup(build) {
		build.onResolve({ filter: sharedBy(script) }, ({ path }) => ({ path, namespace: 'leave-shared' }));
		build.onLoad({ filter: /.*/, namespace: 'leave-shared' }, () => {
			const imports = Object.entries(modules).map(
				([module, names]) => `import { ${names} } from '${/^react/.test(module) ? module : `./${module}`}';`,
			);
			return { contents: `${imports.join('')}export default [${Object.values(modules).flat()}];`, resolveDir: src };
		});
	},
});

/**
 * Takes modules from what earlier scripts leave. Names missing in the table fail the build.
 * @param {string} src folder of the sources
 * @param {Record<string, Record<string, string[]>>} scripts modules by script (`shared-modules.mjs`)
 * @returns {import('esbuild').Plugin}
 */
export const takeShared = (src, scripts) => ({
	name: 'take-shared',
	setup(build) {
		build.onResolve({ filter: /^(\.\.?\/|react)/ }, (args) => {
			const module = /^react/.test(args.path)
				? args.path
				: relative(src, resolve(args.resolveDir, args.path)).replaceAll('\\', '/');
			const script = Object.keys(scripts).find((name) => scripts[name]?.[module]);
			return script ? { path: module, namespace: 'take-shared', pluginData: script } : undefined;
		});
		build.onLoad({ filter: /.*/, namespace: 'take-shared' }, ({ path, pluginData: script }) => {
			const modules = scripts[script] ?? {};
			const all = Object.values(modules).flat();
			const names = (modules[path] ?? []).map((name) => `${name} = livePage.${script}.shared[${all.indexOf(name)}]`);
			return { contents: `export const ${names.join(',')};` };
		});
	},
});

/**
 * Removes the parts of DOMPurify that the page does not need. Throws if one is not found.
 * @param {string} source
 */
export function trimPurifier(source) {
	/** @type {[part: RegExp, instead: string][]} */
	const cuts = [
		...PURIFIER_HELPERS,
		[/if \(RETURN_DOM_FRAGMENT\) RETURN_DOM = true;/, ''],
		[/let RETURN_DOM = false/, 'const RETURN_DOM = true'],
		[/\n\s*RETURN_DOM = cfg.*/, ''],
		[/let KEEP_CONTENT = true/, 'const KEEP_CONTENT = false'],
		[/\n\s*KEEP_CONTENT = cfg.*/, ''],
		[/let (?=USE_PROFILES = false;)/, 'const '],
		[/\n\s*USE_PROFILES = objectHasOwnProperty.*/, ''],
		// Unused methods and hooks.
		[/DOMPurify\.setConfig = [^]*?(?=return DOMPurify;\s+\}\s+var)/, ''],
		[/(\n\tfunction _executeHooks\(.*\) \{)[^]*?(?=\n\t\})/, '$1'],
		// Unset options.
		[/if \(objectHasOwnProperty\(cfg, "ADD_TAGS"\)\) [^]*?(?=if \(KEEP_CONTENT\))/, ''],
		[/if \(objectHasOwnProperty\(customElementHandling, [^]*?(?=seal\(CUSTOM_ELEMENT_HANDLING\))/, ''],
		[/if \(cfg\.TRUSTED_TYPES_POLICY\) \{[^]*?\} else (?=\{\s+if \(trustedTypesPolicy === void 0)/, ''],
		[/throw typeErrorCreate\("A configured TRUSTED_TYPES_POLICY.*/, 'throw 0;'],
		// Forbidden elements go with their content.
		[/(const DEFAULT_FORBID_CONTENTS = addToSet\(\{\}, \[)[^\]]*/, '$1'],
	];
	for (const list of PURIFIER_LISTS)
		cuts.push([new RegExp(`(const ${list.replace('$', '\\$')} = freeze\\(\\[)[^\\]]*`), '$1']);
	for (const option of PURIFIER_OPTIONS) {
		cuts.push([new RegExp(`\\blet (?=${option} = false;)`), 'const ']);
		cuts.push([new RegExp(`\\n\\s*${option} = cfg\\.${option} \\|\\| false;`), '']);
	}
	return cuts.reduce((text, [part, instead]) => {
		if (!part.test(text)) throw new Error(`build: DOMPurify has no ${part} any more; review src/build/plugins.mjs`);
		return text.replace(part, instead);
	}, source);
}

/**
 * Throws if a sanitizer sets an option of DOMPurify, or names it in a comment, that {@link trimPurifier} has removed or
 * made a constant of another value.
 * @param {string} sanitizer source of `safe/sanitize.ts`
 * @param {string} stock DOMPurify's source
 * @param {string} trimmed
 */
export function checkPurifierOptions(sanitizer, stock, trimmed) {
	for (const [, option] of stock.matchAll(/\bcfg(?:\.|, ")([A-Z_]+)\b/g)) {
		const isRead = new RegExp(`\\bcfg(\\.|, ")${option}\\b`).test(trimmed);
		// It is read, but without effect.
		if (isRead && option !== 'CUSTOM_ELEMENT_HANDLING') continue;
		const constant = new RegExp(`\\bconst ${option} = (\\w+)`).exec(trimmed)?.[1] ?? 'unset';
		const mentions = sanitizer.matchAll(new RegExp(`\\b${option}\\b(?:: (\\w+))?`, 'g'));
		const values = [...mentions].map(([, value]) => value);
		const initial = new RegExp(`\\blet ${option} = (\\w+)`).exec(stock)?.[1];
		if (values.length ? values.some((value) => value !== constant) : constant !== 'unset' && initial !== constant)
			throw new Error(
				`build: DOMPurify is trimmed for ${option} ${constant}, unlike safe/sanitize.ts; review src/build/plugins.mjs`,
			);
	}
}

/** @type {import('esbuild').Plugin} */
export const trimmedPurifier = {
	name: 'trimmed-purifier',
	setup(build) {
		build.onLoad({ filter: /[\\/]purify\.es\.mjs$/ }, async ({ path }) => {
			const stock = await readFile(path, 'utf8');
			const contents = trimPurifier(stock);
			checkPurifierOptions(await readFile(SANITIZER, 'utf8'), stock, contents);
			return { contents };
		});
	},
};
