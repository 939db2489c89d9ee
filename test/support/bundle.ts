import { build } from 'esbuild';
import { BROWSERS } from '../../build.mjs';
import { root } from './root.ts';

/** Bundles a few lines of TypeScript for a test page, for the engines the page is built for. Imports start at the top folder: `./src/…`. */
export async function bundle(source: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: source, resolveDir: root, loader: 'ts' },
		bundle: true,
		write: false,
		format: 'iife',
		target: BROWSERS,
		supported: { destructuring: true },
	});
	return outputFiles[0]!.text;
}
