import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packagesOf } from '../../../src/build/bundle.mjs';
import { licences } from '../../../src/build/licences.mjs';
import { root } from '../../support/root.ts';

const it = suite('licences');

it('should give each package with its version, its licence and the text of it, in the order of the names', async () => {
	const text = await licences(root, ['preact', '@preact/signals-core', 'ky']);
	assert.equal(
		[...text.matchAll(/^(\S+) \d+\.\d+\.\d+ \((\S+)\)$/gm)].map(([, name, licence]) => [name, licence]),
		[
			['@preact/signals-core', 'MIT'],
			['ky', 'MIT'],
			['preact', 'MIT'],
		],
	);
	assert.is(text.match(/Permission is hereby granted/g)!.length, 3);
});

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
