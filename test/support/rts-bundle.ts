import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import demo from '../origin/demo.json' with { type: 'json' };
import { builtPage } from './built-page.ts';

/** The streaming client as a script: the built `rts.global.js` with its global `AliRTS`, or the play half alone as `AliRTS.createPlayClient`. */
export async function bundleRts(entry: 'index' | 'play' = 'index'): Promise<string> {
	if (entry === 'index') return readFile(join(builtPage(demo), 'rts.global.js'), 'utf8');
	const { outputFiles } = await build({
		entryPoints: [fileURLToPath(new URL('../../src/rts/play.ts', import.meta.url))],
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
