import { build } from 'esbuild';
import { root } from './root.ts';

/** Bundles a few lines of TypeScript for a test page, for the engines the page is built for. Imports start at the top folder: `./src/…`. */
export async function bundle(source: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: source, resolveDir: root, loader: 'ts' },
		bundle: true,
		write: false,
		format: 'iife',
		target: ['chrome63', 'safari11', 'firefox62', 'edge79'],
		supported: { destructuring: true },
	});
	return outputFiles[0]!.text;
}
