import { basename, join, relative } from 'node:path';
import esbuild from 'esbuild';
import { createMinifier } from './minify.mjs';

/** React is the component API and resolves to preact/compat; `tsconfig.json` says the same to the type-check. */
const ALIAS = {
	react: 'preact/compat',
	'react-dom': 'preact/compat',
	'react-dom/client': 'preact/compat/client',
	'react-dom/server': 'preact/compat/server',
	'react/jsx-runtime': 'preact/jsx-runtime',
};

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
	const minify = createMinifier(join(root, 'node_modules/.cache/minified'));

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
