import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { COMPILED_TESTS, compiledPath } from './compiled-path.ts';
import { root } from './root.ts';

/** Folders whose TypeScript tests may import. */
const FOLDERS = ['src', 'test'];

/** A project of its own, in other languages. */
const EXCLUDED = /^test\/bench\/peer\//;

/** The same aliases as in `build.mjs` and `tsconfig.json`. */
const ALIASES: Record<string, string> = {
	react: 'preact/compat',
	'react-dom': 'preact/compat',
	'react-dom/client': 'preact/compat/client',
	'react-dom/server': 'preact/compat/server',
};

const ACCOUNT = join(root, 'test/support/uvu-account.ts');

/** Relative path from one compiled file to another, as an import names it. */
function importPath(from: string, to: string): string {
	const path = relative(dirname(compiledPath(from)), compiledPath(to)).replaceAll('\\', '/');
	return path.startsWith('.') ? path : `./${path}`;
}

/** Keeps every import an import, to the compiled file or the package, and only JSON and images inside the file that imports them. */
const separateFiles: Plugin = {
	name: 'separate files',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /.*/ }, ({ kind, path, importer, resolveDir }) => {
			if (kind === 'entry-point') return undefined;
			if (path === 'uvu' && importer !== ACCOUNT) return { path: importPath(importer, ACCOUNT), external: true };
			if (!path.startsWith('.')) return { path: ALIASES[path] ?? path, external: true };
			const target = join(resolveDir, path);
			if (/\.(json|svg|png)$/.test(path)) return { path: target };
			if (/\.tsx?$/.test(path)) return { path: importPath(importer, target), external: true };
			return { path: pathToFileURL(target).href, external: true };
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
 * Compiles what tests are made of, each file to a file of its own, so that a test process starts as plain Node.
 * A file whose text is the same is not written again: another run may be reading it.
 */
export async function compileTests(): Promise<void> {
	const lists = await Promise.all(FOLDERS.map((folder) => readdir(join(root, folder), { recursive: true })));
	const entryPoints = lists
		.flatMap((names, index) => names.map((name) => `${FOLDERS[index]}/${name.replaceAll('\\', '/')}`))
		.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !EXCLUDED.test(name));
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints,
		outdir: COMPILED_TESTS,
		outbase: '.',
		outExtension: { '.js': '.mjs' },
		bundle: true,
		write: false,
		format: 'esm',
		platform: 'node',
		target: 'node20',
		sourcemap: 'linked',
		logLevel: 'silent',
		jsx: 'automatic',
		jsxImportSource: 'preact',
		tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
		plugins: [separateFiles],
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
