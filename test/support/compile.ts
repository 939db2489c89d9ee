import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { root } from './root.ts';

/** Folder of the compiled files: inside node_modules, so that packages are found from there. */
const folder = () => join(root, 'node_modules/.cache', process.env.TEST_CODE ?? 'test-code');

/** The same aliases as in `build.mjs` and `tsconfig.json`. */
export const ALIASES: Record<string, string> = {
	react: 'preact/compat',
	'react-dom': 'preact/compat',
	'react-dom/client': 'preact/compat/client',
	'react-dom/server': 'preact/compat/server',
	'react/jsx-runtime': 'preact/jsx-runtime',
};

/** Packages of a hundred files, which start 0.1 s sooner from one. */
const BUNDLED = ['linkedom', 'fast-check'];
const bundledPath = (name: string) => join(folder(), 'packages', `${name}.mjs`);

/** Path of the JavaScript that `compile` makes of a TypeScript file of the repository, such as `test/run.ts`. */
export const compiledPath = (file: string): string => join(folder(), file).replace(/\.tsx?$/, '.mjs');

/** Words that start a TypeScript program of the repository: as compiled where `test/run.ts` has done so, which saves 0.3 s. */
export const startOf = (file: string): string[] => (process.send ? [compiledPath(file)] : ['--import', 'tsx', file]);

/** Keeps every module in a file of its own; packages and JavaScript are imported from where they are. */
const fileByFile: Plugin = {
	name: 'file by file',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /.*/ }, ({ kind, path, resolveDir }) => {
			if (kind === 'entry-point' || /\.(svg|png|json)$/.test(path)) return undefined;
			if (BUNDLED.includes(path)) return { path: pathToFileURL(bundledPath(path)).href, external: true };
			// What a script leaves to later ones is the build's.
			if (path.startsWith('shared:')) return { path: 'data:text/javascript,export default {}', external: true };
			if (!path.startsWith('.')) return { path: ALIASES[path] ?? path, external: true };
			if (/\.tsx?$/.test(path)) return { path: path.replace(/\.tsx?$/, '.mjs'), external: true };
			return { path: pathToFileURL(join(resolveDir, path)).href, external: true };
		});
		// The build gives an imported image as the URL of its file.
		onLoad({ filter: /\.(svg|png)$/ }, ({ path }) => ({ contents: basename(path), loader: 'text' }));
		onLoad({ filter: /\.tsx?$/ }, async ({ path }) => ({
			// Paths beside a module are meant beside its source.
			contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
			loader: path.endsWith('x') ? 'tsx' : 'ts',
		}));
	},
};

const sourcesIn = (folder: string): string[] =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.tsx?$/.test(name) && !/\.d\.ts$|^bench.peer/.test(name))
		.map((name) => `${folder}/${name}`);

/**
 * Compiles all of src and test, file by file, in about a second: tsx would cost every test process 0.3 s.
 */
export async function compile(): Promise<void> {
	const options = {
		absWorkingDir: root,
		outdir: folder(),
		outExtension: { '.js': '.mjs' },
		bundle: true,
		format: 'esm',
		platform: 'node',
		target: 'node20',
		logLevel: 'silent',
	} as const;
	await build({
		...options,
		outdir: dirname(bundledPath('')),
		entryPoints: Object.fromEntries(BUNDLED.map((name) => [name, name])),
		external: ['canvas'],
	});
	await build({
		...options,
		entryPoints: [...sourcesIn('src'), ...sourcesIn('test')],
		outbase: '.',
		sourcemap: 'linked',
		sourcesContent: false,
		jsx: 'automatic',
		jsxImportSource: 'preact',
		tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
		plugins: [fileByFile],
	});
}
