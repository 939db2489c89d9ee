import { basename, join, relative } from 'node:path';
import esbuild from 'esbuild';
import * as terser from 'terser';

/** React is the component API and resolves to preact/compat; `tsconfig.json` says the same to the type-check. */
const ALIAS = {
	react: 'preact/compat',
	'react-dom': 'preact/compat',
	'react-dom/client': 'preact/compat/client',
	'react-dom/server': 'preact/compat/server',
	'react/jsx-runtime': 'preact/jsx-runtime',
};

/**
 * esbuild's helpers for object spread and class fields, which also copy symbols and getters and replace setters, and
 * plainer ones: nothing that the page spreads or extends has any. 0.2 kB after brotli in the bundle.
 * @type {[helper: RegExp, instead: string][]}
 */
const HELPERS = [
	[/=\(([\w$]+),([\w$]+)\)=>\{for\(var [\w$]+ in \2\|\|\(\2=\{\}\)\)[^}]*return \1\}/, '=Object.assign'],
	[/(=Object\.defineProperties[,;][^]*?)=\(([\w$]+),([\w$]+)\)=>[\w$]+\(\2,[\w$]+\(\3\)\)/, '$1=Object.assign'],
	[/=\(([\w$]+),([\w$]+),([\w$]+)\)=>[\w$]+\(\1,typeof \2!="symbol"\?\2\+"":\2,\3\)/, '=($1,$2,$3)=>$1[$2]=$3'],
];

/**
 * A minified script of esbuild with plainer helpers, which stand at its beginning. Columns stay, for the source map.
 * @param {string} script
 */
export function withPlainHelpers(script) {
	const end = script.indexOf('Object.prototype.propertyIsEnumerable') + 1000;
	const head = HELPERS.reduce(
		(text, [helper, instead]) => text.replace(helper, (found) => found.replace(helper, instead).padEnd(found.length)),
		script.slice(0, end),
	);
	return head + script.slice(end);
}

/**
 * A second minifier over esbuild's output: 4 % less after brotli.
 * @param {string} script
 * @param {{ module?: boolean, map?: string }} [options] `module`: its top-level names are its own; `map`: the source map so far
 * @returns {Promise<{ code: string, map: string }>} `map` is empty unless one was given
 */
async function minify(script, { module = false, map } = {}) {
	const minified = await terser.minify(withPlainHelpers(script), {
		module,
		toplevel: module,
		ecma: 2017,
		// Anonymous functions without `this` become arrows; nothing here calls one with `new`.
		compress: { passes: 4, ecma: 2017, unsafe_arrows: true },
		format: { comments: false },
		sourceMap: map === undefined ? false : { content: map },
	});
	// What is left of helpers that nothing calls.
	const code = (minified.code ?? '').replace(/;$/, '').replace(/^(\(\(\)=>\{)(Object(\.\w+)+,?)+;/, '$1');
	return { code, map: minified.map ? `${minified.map}` : '' };
}

/**
 * The packages that an esbuild run took bytes of.
 * @param {import('esbuild').Metafile} metafile
 */
export function packagesOf({ outputs }) {
	const names = Object.values(outputs).flatMap(({ inputs }) =>
		Object.entries(inputs).map(
			([input, { bytesInOutput }]) =>
				bytesInOutput && /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1],
		),
	);
	return new Set(names.filter((name) => typeof name === 'string'));
}

/**
 * Makes a bundler of the page's sources.
 * @param {{ root: string, target: string[], sourceMaps?: boolean }} options `root`: the repository's folder; `target`: browsers
 */
export function createBundler({ root, target, sourceMaps = false }) {
	/** Images that sources refer to, by hashed name. @type {Map<string, Uint8Array>} */
	const images = new Map();
	/** Packages that something served holds a part of. @type {Set<string>} */
	const packages = new Set();
	/** Minified scripts with their source maps, by entry name; empty without `sourceMaps`. @type {Map<string, { code: string, map: string }>} */
	const maps = new Map();
	const outdir = join(root, 'dist');

	/** @param {import('esbuild').BuildOptions} options */
	async function run(options) {
		const { outputFiles, metafile } = await esbuild.build({
			bundle: true,
			minify: true,
			target,
			// esbuild holds destructuring to be missing from old engines, where only rare forms of it were.
			supported: { destructuring: true },
			charset: 'utf8',
			legalComments: 'none',
			outdir,
			assetNames: '[name].[hash]',
			publicPath: '.',
			loader: { '.svg': 'file', '.png': 'file' },
			jsx: 'automatic',
			jsxImportSource: 'react',
			alias: ALIAS,
			...options,
			define: { 'process.env.NODE_ENV': '"production"', ...options.define },
			write: false,
			metafile: true,
		});
		const ending = (/** @type {RegExp} */ pattern) => outputFiles.find(({ path }) => pattern.test(path));
		for (const { path, contents } of outputFiles)
			if (/\.(svg|png)$/.test(path)) images.set(relative(outdir, path), contents);
		if (options.platform !== 'node') for (const name of packagesOf(metafile)) packages.add(name);
		return { text: ending(/\.(js|css)$/)?.text ?? '', map: ending(/\.js\.map$/)?.text };
	}

	/** @param {string} entry relative to `src` */
	const source = (entry) => [join(root, 'src', entry)];

	return {
		images,
		packages,
		maps,

		/** @param {string} entry */
		css: async (entry) => (await run({ entryPoints: source(entry) })).text.trimEnd(),

		/**
		 * A script for a `<script>` element.
		 * @param {string} entry
		 * @param {{ plugins?: import('esbuild').Plugin[], define?: Record<string, string>, globalName?: string }} [options] `globalName`: its exports become a global
		 */
		async script(entry, options = {}) {
			const { text, map } = await run({
				...options,
				entryPoints: source(entry),
				format: 'iife',
				sourcemap: sourceMaps && 'external',
			});
			const minified = await minify(text, { module: !options.globalName, map });
			if (sourceMaps) maps.set(basename(entry).replace(/\.\w+$/, ''), minified);
			return minified.code;
		},

		/** An ES module for other people's pages. @param {string} entry */
		module: async (entry) => (await run({ entryPoints: source(entry), format: 'esm' })).text.trimEnd(),

		/** A module for Node, which the build itself runs. @param {string} entry */
		nodeModule: async (entry) =>
			(await run({ entryPoints: source(entry), format: 'esm', platform: 'node', target: 'node20' })).text,
	};
}

/**
 * Runs an ES module that has no imports.
 * @param {string} code
 * @returns {Promise<any>} its exports
 */
export const runModule = (code) => import(`data:text/javascript,${encodeURIComponent(code)}`);
