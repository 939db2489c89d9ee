/** The streaming client as the page carries it, which leaves out what only the SDK's interface needs. */
import { join } from 'node:path';
import esbuild from 'esbuild';
import * as assert from 'uvu/assert';
import { runModule } from '../../../src/build/run-module.mjs';
import type { createPlayClient } from '../../../src/rts/play/play.ts';
import { suiteInFakeBrowser } from '../../support/fake-browser.ts';
import { ADDRESS } from '../../support/play-fixture.ts';
import { root } from '../../support/root.ts';

const it = suiteInFakeBrowser('rts play in the page');

let create: typeof createPlayClient;
it.before(async () => {
	const { outputFiles } = await esbuild.build({
		entryPoints: [join(root, 'src/rts/play/play.ts')],
		bundle: true,
		write: false,
		format: 'esm',
		define: { __PAGE__: 'true' },
	});
	({ createPlayClient: create } = await runModule(outputFiles[0]!.text));
});

for (const [state, code] of [
	['checking', 10209],
	['disconnected', 10209],
	['connected', 10102],
	['completed', 10102],
] as const)
	it(`should fail with ${code} when no media arrive over a connection that is ${state}`, async (browser) => {
		const client = create({ report() {} });
		const codes: number[] = [];
		client.on('onError', ({ errorCode }) => codes.push(errorCode));
		await browser.answer(client.subscribe(ADDRESS));
		browser.last().peer.ice(state);
		await browser.pass(5000);
		assert.equal(codes, [code]);
		assert.is(browser.leftovers(), 0);
	});

it.run();
