import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { COMPILED_TESTS, TEST_PROCESS } from './compiled-path.ts';
import { root } from './root.ts';

/** The same aliases as in `build.mjs` and `tsconfig.json`. */
const ALIASES: Record<string, string> = {
	react: 'preact/compat',
	'react-dom': 'preact/compat',
	'react-dom/client': 'preact/compat/client',
	'react-dom/server': 'preact/compat/server',
};

/** Packages that keep state of a test file or of its window, so that each file has its own: uvu and those of the page. */
const OWN_PACKAGES = /^(uvu|preact|preact-render-to-string|react|react-dom|@preact\/signals|ky|dompurify)(\/|$)/;

const ACCOUNT = join(root, 'test/support/uvu-account.ts');

/** Bundles a test file with all it imports from the repository; the other packages are loaded once for all files. */
const ownModules: Plugin = {
	name: 'own modules',
	setup({ onResolve, onLoad, resolve }) {
		onResolve({ filter: /.*/ }, ({ kind, path, importer, resolveDir, pluginData: resolved }) => {
			if (kind === 'entry-point' || resolved || importer.includes('node_modules')) return undefined;
			if (path === 'uvu' && importer !== ACCOUNT) return { path: ACCOUNT };
			if (OWN_PACKAGES.test(path))
				return resolve(ALIASES[path] ?? path, { kind, importer, resolveDir, pluginData: true });
			if (!path.startsWith('.')) return { path, external: true };
			if (/\.(tsx?|json|svg|png)$/.test(path)) return undefined;
			return { path: pathToFileURL(join(resolveDir, path)).href, external: true };
		});
		// The build gives an imported image as the URL of its file.
		onLoad({ filter: /\.(svg|png)$/ }, ({ path }) => ({ contents: basename(path), loader: 'text' }));
		onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
			const source = await readFile(path, 'utf8');
			return {
				// Paths beside a module are meant beside its source.
				contents: source.replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(path).href)),
				loader: path.endsWith('x') ? 'tsx' : 'ts',
			};
		});
	},
};

/**
 * Compiles test files, and the program that runs them, to one file each, so that they start as plain Node.
 * A file whose text is the same is not written again: another run may be reading it.
 */
export async function compileTests(files: string[]): Promise<void> {
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: [TEST_PROCESS, ...files],
		outdir: COMPILED_TESTS,
		outbase: '.',
		outExtension: { '.js': '.mjs' },
		bundle: true,
		write: false,
		format: 'esm',
		platform: 'node',
		target: 'node20',
		sourcemap: 'linked',
		sourcesContent: false,
		logLevel: 'silent',
		jsx: 'automatic',
		jsxImportSource: 'preact',
		tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
		plugins: [ownModules],
	});
	await Promise.all(outputFiles.map(({ path, contents }) => writeChanged(path, contents)));
}

/** Replaces a file at once, if its content differs. */
async function writeChanged(path: string, content: Uint8Array): Promise<void> {
	const before = await readFile(path).catch(() => undefined);
	if (before?.equals(content)) return;
	await mkdir(dirname(path), { recursive: true });
	const unfinished = `${path}.${process.pid}`;
	await writeFile(unfinished, content);
	await rename(unfinished, path);
}
