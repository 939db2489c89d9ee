import { basename, join, relative } from 'node:path';
import esbuild from 'esbuild';
import { createMinifier } from './minify.mjs';

/** React is preact/compat, as in `tsconfig.json`; hls.js is its light build. */
const ALIAS = {
	react: 'preact/compat',
	'react-dom': 'preact/compat',
	'react-dom/client': 'preact/compat/client',
	'react-dom/server': 'preact/compat/server',
	'react/jsx-runtime': 'preact/jsx-runtime',
	// Without subtitles, alternate audio, licence servers and advertisements.
	'hls.js': 'hls.js/dist/hls.light.mjs',
};

/**
 * Packages in an esbuild output.
 * @param {import('esbuild').Metafile} metafile
 */
function packagesOf({ outputs }) {
	const names = Object.values(outputs).flatMap(({ inputs }) =>
		Object.entries(inputs).map(
			([input, { bytesInOutput }]) =>
				bytesInOutput && /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1],
		),
	);
	return new Set(names.filter((name) => typeof name === 'string'));
}

/**
 * Bytes of each module in an esbuild output.
 * @param {import('esbuild').Metafile} metafile
 */
const inputsOf = ({ outputs }) =>
	Object.fromEntries(
		Object.values(outputs).flatMap(({ inputs }) =>
			// Packages may lie outside of the folder, behind a link.
			Object.entries(inputs).map(([input, { bytesInOutput }]) => [
				input.replace(/^.*(?=node_modules\/)/, ''),
				bytesInOutput,
			]),
		),
	);

/**
 * Creates a bundler.
 * @param {{ root: string, target: string[], sourceMaps?: boolean }} options `root`: the repository's folder
 */
export function createBundler({ root, target, sourceMaps = false }) {
	/** Images used by sources, by hashed name. @type {Map<string, Uint8Array>} */
	const images = new Map();
	/** Packages in the output for browsers. @type {Set<string>} */
	const packages = new Set();
	/** By entry; empty without `sourceMaps`. @type {Map<string, { code: string, map: string }>} */
	const maps = new Map();
	/** Minified bytes of each module, by entry. @type {Map<string, Record<string, number>>} */
	const modules = new Map();
	const outdir = join(root, 'dist');
	const minify = createMinifier(join(root, 'node_modules/.cache/minified'));

	/** @param {import('esbuild').BuildOptions} options */
	const build = (options) =>
		esbuild.build({
			// Aliases are resolved in it; by default it is the caller's folder.
			absWorkingDir: root,
			bundle: true,
			minify: true,
			target,
			// Old engines lack only rare forms of it.
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

	/** @param {import('esbuild').BuildOptions} options */
	async function run(options) {
		const { outputFiles, metafile } = await build(options);
		const ending = (/** @type {RegExp} */ pattern) => outputFiles.find(({ path }) => pattern.test(path));
		for (const { path, contents } of outputFiles)
			if (/\.(svg|png)$/.test(path)) images.set(relative(outdir, path), contents);
		if (options.platform !== 'node') for (const name of packagesOf(metafile)) packages.add(name);
		return { text: ending(/\.(js|css)$/)?.text ?? '', map: ending(/\.js\.map$/)?.text, inputs: inputsOf(metafile) };
	}

	/** @param {string} entry relative to `src` */
	const source = (entry) => [join(root, 'src', entry)];

	return {
		images,
		packages,
		maps,
		modules,

		/** @param {string} entry */
		async css(entry) {
			const { text, inputs } = await run({ entryPoints: source(entry) });
			modules.set(entry, inputs);
			return text.trimEnd().replace(/(--[\w-]+:) /g, '$1');
		},

		/**
		 * For a `<script>` element.
		 * @param {string} entry
		 * @param {{ plugins?: import('esbuild').Plugin[], define?: Record<string, string>, globalName?: string }}
		 * [options]
		 */
		async script(entry, options = {}) {
			const { text, map, inputs } = await run({
				...options,
				entryPoints: source(entry),
				format: 'iife',
				sourcemap: sourceMaps && 'external',
			});
			modules.set(entry, inputs);
			const minified = await minify(text, { module: !options.globalName, map });
			if (sourceMaps) maps.set(basename(entry).replace(/\.\w+$/, ''), minified);
			return minified.code;
		},

		/**
		 * A script as it is before anything is shortened, without packages.
		 * @param {string} entry
		 * @param {import('esbuild').Plugin[]} plugins
		 */
		async outline(entry, plugins) {
			const define = { __PAGE__: 'true' };
			const options = { define, plugins, minify: false, packages: /** @type {const} */ ('external') };
			return (await run({ ...options, entryPoints: source(entry), format: 'esm' })).text;
		},

		/**
		 * The names that modules export.
		 * @param {string[]} entries relative to `src`, or packages
		 */
		async exportsOf(entries) {
			const { metafile } = await build({
				entryPoints: entries.map((entry) => (/\.tsx?$/.test(entry) ? join(root, 'src', entry) : entry)),
				entryNames: '[dir]/[name]-[hash]',
				format: 'esm',
			});
			return Object.values(metafile.outputs).flatMap(({ exports, entryPoint }) => (entryPoint ? [exports] : []));
		},

		/** For other pages. @param {string} entry */
		module: async (entry) => (await run({ entryPoints: source(entry), format: 'esm' })).text.trimEnd(),

		/** For the build itself. @param {string} entry */
		nodeModule: async (entry) =>
			(await run({ entryPoints: source(entry), format: 'esm', platform: 'node', target: 'node20' })).text,
	};
}
