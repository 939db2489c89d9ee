/** The bench ends by a signal: its network namespaces are removed. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as assert from 'uvu/assert';
import { networkProblem } from '../bench/link/network.ts';
import { root } from '../support/root.ts';
import { suiteUnless } from '../support/skip-test.ts';

const it = suiteUnless(networkProblem(), 'network of the bench');

const OPEN = `
	const { openNetwork } = await import('./test/bench/link/network.ts');
	await openNetwork();
	process.send('open');`;

for (const [signal, status] of [
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)
	it(`should remove its namespaces on ${signal}`, async () => {
		const bench = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', OPEN], {
			cwd: root,
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		});
		const namespaces = () =>
			`${execFileSync('ip', ['netns', 'list'])}`.split('\n').filter((line) => line.includes(`-${bench.pid}`)).length;
		await once(bench, 'message');
		assert.is(namespaces(), 2);
		bench.kill(signal);
		assert.equal(await once(bench, 'exit'), [status, null]);
		assert.is(namespaces(), 0);
	});

it.run();
