import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packagesOf } from '../../../src/build/bundle.mjs';
import { licences } from '../../../src/build/licences.mjs';
import { root } from '../../support/root.ts';

const it = suite('licences');

it('should refuse a package that is no dependency of the page', async () => {
	const message = await licences(root, ['preact', 'esbuild']).catch((error: Error) => error.message);
	assert.is(message, 'build: esbuild would be bundled, and is no dependency of the page');
});

it('should count a package as bundled when it leaves bytes in the output', () => {
	const inputs = {
		'node_modules/preact/dist/preact.module.js': { bytesInOutput: 10 },
		'node_modules/@preact/signals/dist/signals.mjs': { bytesInOutput: 5 },
		'node_modules/ky/node_modules/nested/index.js': { bytesInOutput: 1 },
		'node_modules/unused/index.js': { bytesInOutput: 0 },
		'src/entry/hydrate.tsx': { bytesInOutput: 100 },
	};
	const output = { inputs } as unknown as import('esbuild').Metafile['outputs'][string];
	assert.equal([...packagesOf({ inputs: {}, outputs: { 'app.js': output } })].sort(), [
		'@preact/signals',
		'nested',
		'preact',
	]);
});

it.run();
