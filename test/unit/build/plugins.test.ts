import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leaveShared, takeShared } from '../../../src/build/plugins.mjs';

const it = suite('build plugins');

const LEFT = {
	head: { 'api/live.ts': ['fetchLive', 'readLive'] },
	app: { 'react/jsx-runtime': ['jsx'], react: ['useRef'] },
};

/** Bundles a module beside one that an earlier script leaves. */
async function bundle(entry: string, plugins = (src: string) => [takeShared(src, LEFT)]): Promise<string> {
	const src = mkdtempSync(join(tmpdir(), 'plugins-'));
	try {
		mkdirSync(join(src, 'api'));
		writeFileSync(join(src, 'api/entry.ts'), entry);
		const live = `export const readLive = () => 'a copy'; export const fetchLive = () => 0; export const other = 1;`;
		writeFileSync(join(src, 'api/live.ts'), live);
		const { outputFiles } = await esbuild.build({
			entryPoints: [join(src, 'api/entry.ts')],
			bundle: true,
			write: false,
			format: 'iife',
			logLevel: 'silent',
			plugins: plugins(src),
		});
		return outputFiles[0]!.text;
	} finally {
		rmSync(src, { recursive: true });
	}
}

it('should take from an earlier script what it leaves, instead of bundling it again', async () => {
	const leaving = await bundle(
		`import shared from 'shared:head'; globalThis.livePage = { head: { shared } };`,
		(src) => [leaveShared(src, 'head', LEFT.head)],
	);
	const taking = await bundle(`import { readLive } from './live.ts'; globalThis.read = readLive();`);
	assert.not.match(taking, 'a copy');
	assert.is(new Function(`${leaving}${taking} return read;`)(), 'a copy');
});

it('should take React from the page', async () => {
	const text = await bundle(
		`import { useRef } from 'react'; import { jsx } from 'react/jsx-runtime'; globalThis.taken = [useRef, jsx];`,
	);
	const run = `globalThis.livePage = { app: { shared: ['the runtime', 'a hook'] } }; ${text} return taken;`;
	assert.equal(new Function(run)(), ['a hook', 'the runtime']);
});

for (const [module, name] of [
	['./live.ts', 'other'],
	['react', 'useId'],
])
	it(`should refuse ${name} of ${module}, which is not left`, async () => {
		const message = await bundle(`import { ${name} } from '${module}'; console.log(${name});`).catch(String);
		assert.match(
			message,
			`No matching export in "take-shared:${module === 'react' ? module : 'api/live.ts'}" for import "${name}"`,
		);
	});

it.run();
