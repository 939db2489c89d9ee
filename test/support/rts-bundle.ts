import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BROWSERS } from '../../build.mjs';
import { createBundler } from '../../src/build/bundle.mjs';
import { demo } from './demo-config.ts';
import { builtPage } from './built-page.ts';
import { root } from './root.ts';

/**
 * The streaming client as a script: the built `rts.global.js` with its global `AliRTS`, the play half alone as
 * `AliRTS.createPlayClient`, or `AliRTSSwap.swap` beside it.
 */
export const bundleRts = async (entry: 'index' | 'play' | 'swap' = 'index'): Promise<string> =>
	entry === 'index'
		? readFile(join(builtPage(demo), 'rts.global.js'), 'utf8')
		: createBundler({ root, target: BROWSERS }).script(`rts/play/${entry}.ts`, {
				globalName: entry === 'swap' ? 'AliRTSSwap' : 'AliRTS',
			});
