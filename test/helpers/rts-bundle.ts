import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the streaming client as the build does: a script that makes the global `AliRTS`. With `play` the play half, as `AliRTS.createPlayClient`. */
export async function bundleRts(entry: 'index' | 'play' = 'index'): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [fileURLToPath(new URL(`../../src/rts/${entry}.ts`, import.meta.url))],
		bundle: true,
		minify: true,
		write: false,
		format: 'iife',
		globalName: 'AliRTS',
		target: ['chrome63', 'edge79', 'firefox62', 'safari11'],
		supported: { destructuring: true },
	});
	return outputFiles[0]!.text;
}
