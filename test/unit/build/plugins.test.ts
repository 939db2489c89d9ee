import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sharedModules, sharedReact } from '../../../src/build/plugins.mjs';

const it = suite('build plugins');

/** Bundles two small modules, of which the second is carried by an inlined script. */
async function bundle(entry: string): Promise<string> {
	const src = mkdtempSync(join(tmpdir(), 'plugins-'));
	try {
		mkdirSync(join(src, 'api'));
		writeFileSync(join(src, 'api/entry.ts'), entry);
		writeFileSync(join(src, 'api/live.ts'), `export const readLive = () => 'a second copy'; export const other = 1;`);
		const { outputFiles } = await esbuild.build({
			entryPoints: [join(src, 'api/entry.ts')],
			bundle: true,
			write: false,
			format: 'esm',
			logLevel: 'silent',
			plugins: [sharedModules(src, { 'api/live.ts': ['readLive'] }), sharedReact(['useRef', 'jsx'])],
		});
		return outputFiles[0]!.text;
	} finally {
		rmSync(src, { recursive: true });
	}
}

it('should take shared modules from the page instead of bundling them again', async () => {
	const text = await bundle(`import { readLive } from './live.ts'; console.log(readLive());`);
	assert.match(text, 'livePage.shared');
	assert.not.match(text, 'a second copy');
});

it('should refuse a name that is not shared', async () => {
	const message = await bundle(`import { other } from './live.ts'; console.log(other);`).catch(String);
	assert.match(message, 'No matching export in "shared:api/live.ts" for import "other"');
});

it('should take React from the page, and refuse a name that is not there', async () => {
	const text = await bundle(
		`import { useRef } from 'react'; import { jsx } from 'react/jsx-runtime'; console.log(useRef, jsx);`,
	);
	assert.match(text, /\{ useRef, jsx \} = livePage\.react;/);
	const message = await bundle(`import { useId } from 'react'; console.log(useId);`).catch(String);
	assert.match(message, 'No matching export in "shared-react:react" for import "useId"');
});

it.run();
